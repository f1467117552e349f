import { Fanclub } from '#platform/tenants/fanclub.entity';
import { LoginProvider } from '#platform/tenants/login-provider.entity';
import { fanclub as format, type FanclubPart } from '../format/catalogue.format';
import { loadKeys, loadTrustedDomains, noteNewSite } from './fanclub-keys';
import type { Loading } from './loading';
import type { SavedOrganization } from './organizations';
import type { Row } from './rows';
import { match } from './rows';
import type { TableRules } from './table';
import { save, write } from './write';

const FANCLUBS: TableRules<Fanclub> = {
  entity: Fanclub,
  tenant: 'organizationId',
  key: ['id'],
  named: { noun: 'key', field: 'key' },
  peek: ['siteUrl'],
  lists: { trackingDevelopment: 'tracking.development', trackingProduction: 'tracking.production' },
};

const LOGIN_PROVIDERS: TableRules<LoginProvider> = {
  entity: LoginProvider,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: { noun: 'name', field: 'name' },
  peek: ['appSecretSealed'],
};

/** Loads a fan club's own settings, and returns its id. */
export async function loadFanclub(
  loading: Loading,
  organization: SavedOrganization,
  part: FanclubPart,
  path: string,
): Promise<number> {
  const holder = await holderOf(loading, part.key);
  const isMisnamed = holder !== undefined && reportMisnamed(loading, organization, holder, part.key);
  const row: Row<Fanclub> = {
    path,
    id: part.id ?? (isMisnamed ? undefined : idOfHolder(loading, organization, holder, path)),
    values: settings(part, organization.id),
    fallbacks: FALLBACKS,
  };
  const [saved] = await save(loading, FANCLUBS, [row]);
  await noteNewSite(loading, saved);
  if (!isMisnamed) await loadKeys(loading, saved, part);
  await loadTrustedDomains(loading, saved, part);
  await loadLoginProviders(loading, saved.id, part, path);
  return saved.id;
}

/** The fan club that has a key, with the organization it belongs to. */
interface Holder {
  readonly id: number;
  readonly organizationId: number;
  readonly organization: string;
}

/** The natural key of a fan club lives in a table of its own, so it is looked up before the club is. */
async function holderOf(loading: Loading, key: string): Promise<Holder | undefined> {
  const [holder] = await loading.rows<Holder>(
    `SELECT f.id, f.organization_id AS "organizationId", o.name AS organization
     FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id JOIN organizations o ON o.id = f.organization_id
     WHERE k.key = $1`,
    [key],
  );
  return holder;
}

/** Reports a file that puts an existing fan club into an organization that does not exist: its name is probably misspelled. */
function reportMisnamed(
  { faults }: Loading,
  { name, path, isNew }: SavedOrganization,
  holder: Holder,
  key: string,
): boolean {
  if (!isNew || name === undefined) return false;
  const [wrong, given, right] = [name, key, holder.organization].map((text) => JSON.stringify(text));
  const message = `there is no organization named ${wrong}, and the key ${given} belongs to a fan club of ${right}`;
  faults.add(`${path}.name`, message);
  return true;
}

function idOfHolder(
  loading: Loading,
  organization: SavedOrganization,
  holder: Holder | undefined,
  path: string,
): number | undefined {
  if (!holder) return undefined;
  if (holder.organizationId === organization.id && !loading.gives('fanclubs', holder.id)) return holder.id;
  loading.faults.add(`${path}.key`, 'belongs to another fan club');
  return undefined;
}

const { time_zone, currency, home_country, minimum_age, forum_integration, list_plans_without_subscription } =
  format.fallbacks;

const FALLBACKS: Partial<Fanclub> = {
  timeZone: time_zone,
  currency,
  homeCountry: home_country,
  minimumAge: minimum_age,
  forumIntegration: forum_integration,
  listPlansWithoutSubscription: list_plans_without_subscription,
};

function settings(part: FanclubPart, organizationId: number): Partial<Fanclub> {
  const { site_url, plans_url, links = {}, tracking = {} } = part;
  return {
    organizationId,
    name: part.name,
    siteUrl: site_url,
    plansUrl: plans_url ?? `${site_url?.replace(/\/+$/, '')}/join`,
    supportEmail: part.support_email,
    timeZone: part.time_zone,
    currency: part.currency,
    homeCountry: part.home_country,
    minimumAge: part.minimum_age,
    forumIntegration: part.forum_integration,
    listPlansWithoutSubscription: part.list_plans_without_subscription,
    logoUrl: part.logo_url,
    accentColor: part.accent_color,
    linkLogin: links.login,
    linkLogout: links.logout,
    linkPasswordReset: links.password_reset,
    linkSavedCard: links.saved_card,
    linkRedeem: links.redeem,
    linkForum: links.forum,
    linkIpboard: links.ipboard,
    linkPrivacy: links.legals?.privacy,
    linkTerms: links.legals?.terms,
    trackingDevelopment: tracking.development,
    trackingProduction: tracking.production,
  };
}

async function loadLoginProviders(
  loading: Loading,
  fanclubId: number,
  { authentications = [] }: FanclubPart,
  path: string,
): Promise<void> {
  const rows = authentications.map((provider, n) => ({
    path: `${path}.authentications[${n}]`,
    secret: provider.app_secret,
    values: {
      fanclubId,
      name: provider.name,
      appId: provider.app_id,
      loginPath: provider.login_path,
      enabled: provider.enabled,
    },
    fallbacks: { loginPath: null, enabled: true },
  }));
  const matched = await match(loading, LOGIN_PROVIDERS, rows);
  if (!loading.writing) return;
  // A secret is sealed differently each time, so one that is stored already must be left alone.
  const sealed = matched.map((row) => ({
    ...row,
    values: { ...row.values, appSecretSealed: sealChanged(loading, row.secret, row.current.appSecretSealed) },
  }));
  await write(loading, LOGIN_PROVIDERS, sealed);
}

function sealChanged(loading: Loading, secret: string, stored: string | undefined): string | undefined {
  const { sealer } = loading.tools;
  if (stored === undefined) return sealer.seal(secret);
  try {
    if (sealer.open(stored) === secret) return undefined;
  } catch {
    // Sealed with a key that is gone: nobody can read it any more, so it is replaced.
  }
  return sealer.seal(secret);
}
