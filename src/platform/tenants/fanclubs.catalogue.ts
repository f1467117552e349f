import { FONT_NAMES } from '#libs/look';
import {
  columns,
  type ExportContext,
  fieldsOf,
  format as f,
  type LoadContext,
  prefixedColumns,
  prefixedFieldsOf,
  type Row,
  save,
  type TableRules,
  type Whole,
} from '#platform/catalogue';
import { type RowOf, statement, types } from '#platform/database';
import {
  exportKeys,
  exportTrustedDomains,
  loadKeys,
  loadTrustedDomains,
  reportNewSite,
} from './fanclub-keys.catalogue';
import { Fanclub, MAX_TRUSTED_DOMAINS } from './fanclub.entity';
import { exportLoginProviders, loadLoginProviders, loginProvider } from './login-providers.catalogue';
import type { SavedOrganization } from './organizations.catalogue';
import { DEFAULT_RENEWAL_DAYS, RENEWAL_DAYS_LIMITS } from './renewal-days';

const MAX_AGE_YEARS = 150;

const links = f.object('Links', {
  login: f.orNull(f.url()),
  logout: f.orNull(f.url()),
  password_reset: f.orNull(f.url()),
  saved_card: f.orNull(f.url()),
  redeem: f.orNull(f.url()),
  forum: f.orNull(f.url()),
  ipboard: f.orNull(f.url()),
  legals: f.optional(f.object('Legals', { privacy: f.orNull(f.url()), terms: f.orNull(f.url()) })),
});

const tracking = f.object('Tracking', {
  development: f.optional(f.list(f.label(), { maxItems: 1 })),
  production: f.optional(f.list(f.label())),
});

/** The fan club's own fields. The domains add more. */
export const FANCLUB_FIELDS = {
  id: f.optional(f.id('fanclubs')),
  name: f.label(),
  key: f.uniqueInFile('fan club key', f.apiKey()),
  extra_keys: f.optional(f.list(f.uniqueInFile('fan club key', f.apiKey()))),
  site_url: f.url(),
  plans_url: f.optional(f.url()),
  support_email: f.email(),
  time_zone: f.optional(f.timeZone(), 'UTC'),
  currency: f.optional(f.currency(), 'USD'),
  tax_rate: f.orNull(f.percentage()),
  tax_text: f.orNull(f.label()),
  support_refund_limit: f.optional(f.money(), '0.00'),
  renewal_notice_days: f.optional(
    f.integer(...RENEWAL_DAYS_LIMITS.notice),
    DEFAULT_RENEWAL_DAYS.renewalNoticeDays,
  ),
  renewal_try_days: f.optional(f.integer(...RENEWAL_DAYS_LIMITS.tries), DEFAULT_RENEWAL_DAYS.renewalTryDays),
  home_country: f.optional(f.country(), 'US'),
  minimum_age: f.optional(f.integer(0, MAX_AGE_YEARS), 13),
  forum_integration: f.optional(f.flag(), false),
  list_plans_without_subscription: f.optional(f.flag(), false),
  logo_url: f.orNull(f.imageUrl()),
  accent_color: f.orNull(f.color()),
  font: f.orNull(f.choice(...FONT_NAMES)),
  trusted_domains: f.optional(f.setOf(f.origin(), { maxItems: MAX_TRUSTED_DOMAINS })),
  links: f.optional(links),
  tracking: f.optional(tracking),
  authentications: f.optional(f.keyed(loginProvider, 'name')),
};
type FanclubPart = f.ObjectOf<typeof FANCLUB_FIELDS>;

/** The fields that are columns of the fan club: all without keys, trusted domains and login providers. */
const settingsFields = (({
  id: _id,
  key: _key,
  extra_keys: _extra,
  trusted_domains: _domains,
  authentications: _authentications,
  ...fields
}: typeof FANCLUB_FIELDS) => fields)(FANCLUB_FIELDS);

/** The settings of a fan club as staff see and change them. */
export const fanclubSettings = f.object('FanclubSettings', settingsFields);
export type FanclubSettings = f.Read<typeof fanclubSettings>;

const FANCLUBS: TableRules<Fanclub> = {
  entity: Fanclub,
  tenant: 'organizationId',
  key: ['id'],
  named: { noun: 'key', field: 'key' },
  peek: ['siteUrl'],
  lists: { trackingDevelopment: 'tracking.development', trackingProduction: 'tracking.production' },
};

/** Loads a fan club's own settings. Returns its id. */
export async function loadFanclub(
  context: LoadContext,
  organization: SavedOrganization,
  part: FanclubPart,
  path: string,
): Promise<number> {
  const holder = await context.sql.first(KEY_HOLDER, { key: part.key });
  const isMisnamed = holder !== null && reportMisnamed(context, organization, holder, part.key);
  const row: Row<Fanclub> = {
    path,
    id: part.id ?? (isMisnamed ? undefined : idOfHolder(context, organization, holder, path)),
    values: settings(part, organization.id),
    fallbacks: FALLBACKS,
  };
  const [saved] = await save(context, FANCLUBS, [row]);
  await reportNewSite(context, saved);
  if (!isMisnamed) await loadKeys(context, saved, part);
  await loadTrustedDomains(context, saved, part);
  await loadLoginProviders(context, saved.id, part.authentications ?? [], `${path}.authentications`);
  return saved.id;
}

/** The fan club with a key, and its organization. */
export const KEY_HOLDER = statement('tenants.key_holder', {
  params: { key: types.text },
  row: { id: types.bigint, organizationId: types.bigint, organization: types.text },
  text: `
    SELECT f.id, f.organization_id AS "organizationId", o.name AS organization
    FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id JOIN organizations o ON o.id = f.organization_id
    WHERE k.key = $key`,
});
type Holder = RowOf<typeof KEY_HOLDER>;

/** Reports an existing fan club in an unknown organization, whose name is probably misspelled. */
function reportMisnamed(
  { faults }: LoadContext,
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
  context: LoadContext,
  organization: SavedOrganization,
  holder: Holder | null,
  path: string,
): number | undefined {
  if (!holder) return undefined;
  if (holder.organizationId === organization.id && !context.gives('fanclubs', holder.id)) return holder.id;
  context.faults.add(`${path}.key`, 'belongs to another fan club');
  return undefined;
}

const NO_COLUMNS = [
  'id',
  'key',
  'extra_keys',
  'trusted_domains',
  'links',
  'tracking',
  'authentications',
] as const;

const FALLBACKS: Partial<Fanclub> = columns(f.fallbacksOf(FANCLUB_FIELDS), NO_COLUMNS);

function settings(part: FanclubPart, organizationId: number): Partial<Fanclub> {
  return { organizationId, ...columnsOfSettings(part) };
}

/** The columns of a fan club that its settings fill. */
export function columnsOfSettings(part: FanclubSettings): Partial<Fanclub> {
  const { site_url, plans_url, tracking = {} } = part;
  const { legals = {}, ...links } = part.links ?? {};
  return {
    ...columns(part, NO_COLUMNS, FANCLUB_FIELDS),
    plansUrl: plans_url ?? `${site_url?.replace(/\/+$/, '')}/join`,
    ...prefixedColumns('link', links),
    ...prefixedColumns('link', legals),
    ...prefixedColumns('tracking', tracking),
  };
}

/** Reads a fan club's own settings for a file. @throws ExportRefused */
export async function exportFanclub(context: ExportContext, id: number): Promise<Whole<FanclubPart>> {
  const row = await context.tx.findOneByOrFail(Fanclub, { id });
  return {
    id: context.id(id),
    ...(await exportKeys(context, id)),
    ...settingsOf(row),
    trusted_domains: await exportTrustedDomains(context, id),
    authentications: await exportLoginProviders(context, id),
  };
}

/** The settings of a fan club as a file has them. */
export function settingsOf(row: Fanclub) {
  return {
    ...fieldsOf(FANCLUB_FIELDS, row, NO_COLUMNS),
    links: {
      ...prefixedFieldsOf('link', links.fields, row, ['legals']),
      legals: { privacy: row.linkPrivacy, terms: row.linkTerms },
    },
    tracking: { development: row.trackingDevelopment, production: row.trackingProduction },
  };
}
