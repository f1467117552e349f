import { FanclubKey } from '../../fanclub/fanclub-key.entity';
import { Fanclub } from '../../fanclub/fanclub.entity';
import { LoginProvider } from '../../fanclub/login-provider.entity';
import { TrustedDomain } from '../../fanclub/trusted-domain.entity';
import { fanclub as format, type FanclubPart } from '../format/catalogue.format';
import type { Loading } from './loading';
import type { Row } from './rows';
import { match } from './rows';
import type { TableRules } from './table';
import { prune, save, write } from './write';

const FANCLUBS: TableRules<Fanclub> = {
  entity: Fanclub,
  tenant: 'organizationId',
  key: ['id'],
  named: { noun: 'key', field: 'key' },
};

const KEYS: TableRules<FanclubKey> = {
  entity: FanclubKey,
  tenant: 'fanclubId',
  key: ['key'],
  named: { noun: 'key', field: '' },
};

const TRUSTED_DOMAINS: TableRules<TrustedDomain> = {
  entity: TrustedDomain,
  tenant: 'fanclubId',
  key: ['fanclubId', 'origin'],
  named: { noun: 'origin', field: '' },
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
  organizationId: number,
  part: FanclubPart,
  path: string,
): Promise<number> {
  const id = part.id ?? (await idOfKey(loading, organizationId, part, path));
  const row: Row<Fanclub> = {
    path,
    id,
    values: settings(part, organizationId),
    fallbacks: FALLBACKS,
  };
  const [saved] = await save(loading, FANCLUBS, [row]);
  await loadKeys(loading, saved.id, part, path);
  await loadTrustedDomains(loading, saved.id, part, path);
  await loadLoginProviders(loading, saved.id, part, path);
  return saved.id;
}

/** The natural key of a fan club lives in a table of its own, so it is looked up before the club is. */
async function idOfKey(
  loading: Loading,
  organizationId: number,
  { key }: FanclubPart,
  path: string,
): Promise<number | undefined> {
  const [holder] = await loading.rows<{ id: number; organizationId: number }>(
    `SELECT f.id, f.organization_id AS "organizationId"
     FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id WHERE k.key = $1`,
    [key],
  );
  if (!holder) return undefined;
  if (holder.organizationId === organizationId && !loading.gives('fanclubs', holder.id)) return holder.id;
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

/** Extra keys are only ever added: they are revoked by name, never by leaving them out. */
async function loadKeys(
  loading: Loading,
  fanclubId: number,
  { key, extra_keys = [] }: FanclubPart,
  path: string,
): Promise<void> {
  const rows = await match(loading, KEYS, [
    ...extra_keys.map((extra, n) => ({
      path: `${path}.extra_keys[${n}]`,
      values: { fanclubId, key: extra, main: false },
    })),
    { path: `${path}.key`, values: { fanclubId, key, main: true } },
  ]);
  if (loading.writing) {
    // There is one main key at a time, so the former one steps down before its successor is written.
    await loading.change(
      'UPDATE fanclub_keys SET main = false, updated_at = $3 WHERE fanclub_id = $1 AND main AND key <> $2',
      [fanclubId, key, loading.now],
    );
  }
  await write(loading, KEYS, rows);
  for (const { id } of rows.filter(({ isNew }) => isNew)) {
    loading.notes(fanclubId, { action: 'key.created', target: `fanclub_key:${id}` });
  }
}

async function loadTrustedDomains(
  loading: Loading,
  fanclubId: number,
  { trusted_domains }: FanclubPart,
  path: string,
): Promise<void> {
  if (!trusted_domains) return;
  const rows = trusted_domains.map((origin, n) => ({
    path: `${path}.trusted_domains[${n}]`,
    values: { fanclubId, origin },
  }));
  const kept = await save(loading, TRUSTED_DOMAINS, rows);
  for (const { id } of kept.filter(({ isNew }) => isNew)) {
    loading.notes(fanclubId, { action: 'trusted_domain.added', target: `trusted_domain:${id}` });
  }
  await prune(loading, TRUSTED_DOMAINS, fanclubId, 'fanclubId', [fanclubId], kept);
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
