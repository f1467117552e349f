import type { Font } from '#libs/look';
import { type RowOf, statement, type Statements, types } from '#platform/database';

type LinkName =
  'login' | 'logout' | 'passwordReset' | 'savedCard' | 'redeem' | 'forum' | 'ipboard' | 'privacy' | 'terms';

/** Links to the fan club's own pages; null if the default is used. */
export type FanclubLinks = Readonly<Record<LinkName, string | null>>;

/** A third-party login of a fan club, without its secret. */
export interface LoginProviderInfo {
  readonly name: string;
  readonly appId: string;
  /** Null: the service's own path. */
  readonly loginPath: string | null;
}

/** A provider with which visitors log in on our pages. */
export interface SignInProviderInfo {
  readonly name: string;
  /** As pages call it. */
  readonly label: string;
}

/** The configuration of a fan club, with the keys that are valid for it. At most one row. */
export const READ_FANCLUB = statement('published.fanclub', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    organizationId: types.bigint,
    name: types.text,
    siteUrl: types.text,
    /** The page where visitors join. Takes the place of exclusive links that a visitor may not see (contract 6.6). */
    plansUrl: types.text,
    supportEmail: types.text,
    /** IANA zone. */
    timeZone: types.text,
    /** ISO 4217. */
    currency: types.text,
    /** Percent of tax that prices include; null: receipts say nothing of tax. */
    taxRate: types.numeric.orNull,
    taxText: types.text.orNull,
    renewalNoticeDays: types.integer,
    renewalTryDays: types.integer,
    homeCountry: types.text,
    minimumAge: types.integer,
    forumIntegration: types.boolean,
    listPlansWithoutSubscription: types.boolean,
    /** Null, like `accentColor` and `font`, if pages and mails have the default look. */
    logoUrl: types.text.orNull,
    /** `#rrggbb` */
    accentColor: types.text.orNull,
    font: types.textOf<Font>().orNull,
    /** Since when nothing of the fan club may be written; null: it may. */
    heldAt: types.timestamptz.orNull,
    /** Another database, which serves the fan club instead of this one; null: this one does. Only held fan clubs have one. */
    movedTo: types.text.orNull,
    links: types.json<FanclubLinks>(),
    tracking: types.json<{
      readonly development: readonly string[];
      readonly production: readonly string[];
    }>(),
    /** Only the enabled ones. */
    loginProviders: types.jsonb<readonly LoginProviderInfo[]>(),
    signInProviders: types.jsonb<readonly SignInProviderInfo[]>(),
    /** Origins that may call from a browser with the visitor's session. */
    trustedDomains: types.array(types.text),
    /** The verified hosts of the fan club, the main one first. */
    hosts: types.array(types.text),
    keys: types.array(types.text),
  },
  text: `
    SELECT f.id, f.organization_id AS "organizationId", f.name, f.site_url AS "siteUrl", f.plans_url AS "plansUrl",
           f.support_email AS "supportEmail", f.time_zone AS "timeZone", f.currency,
           f.tax_rate AS "taxRate", f.tax_text AS "taxText", f.renewal_notice_days AS "renewalNoticeDays",
           f.renewal_try_days AS "renewalTryDays", f.home_country AS "homeCountry",
           f.minimum_age AS "minimumAge", f.forum_integration AS "forumIntegration",
           f.list_plans_without_subscription AS "listPlansWithoutSubscription", f.logo_url AS "logoUrl",
           f.accent_color AS "accentColor", f.font, f.held_at AS "heldAt", f.moved_to AS "movedTo",
           json_build_object(
             'login', f.link_login, 'logout', f.link_logout, 'passwordReset', f.link_password_reset,
             'savedCard', f.link_saved_card, 'redeem', f.link_redeem, 'forum', f.link_forum, 'ipboard', f.link_ipboard,
             'privacy', f.link_privacy, 'terms', f.link_terms) AS links,
           json_build_object('development', f.tracking_development, 'production', f.tracking_production) AS tracking,
           coalesce((
             SELECT jsonb_agg(jsonb_build_object('name', p.name, 'appId', p.app_id, 'loginPath', p.login_path) ORDER BY p.id)
             FROM login_providers p WHERE p.fanclub_id = f.id AND p.enabled AND p.issuer IS NULL), '[]') AS "loginProviders",
           coalesce((
             SELECT jsonb_agg(jsonb_build_object('name', p.name, 'label', p.label) ORDER BY p.id)
             FROM login_providers p WHERE p.fanclub_id = f.id AND p.enabled AND p.issuer IS NOT NULL), '[]') AS "signInProviders",
           ARRAY(SELECT d.origin FROM trusted_domains d WHERE d.fanclub_id = f.id ORDER BY d.id) AS "trustedDomains",
           ARRAY(
             SELECT h.host FROM fan_club_hosts h WHERE h.fanclub_id = f.id AND h.verified_at IS NOT NULL
             ORDER BY h.main DESC, h.id) AS hosts,
           ARRAY(SELECT k.key FROM fanclub_keys k WHERE k.fanclub_id = f.id AND k.revoked_at IS NULL) AS keys
    FROM fanclubs f
    WHERE f.id = $fanclub`,
});

/** The configuration of the fan club that a request is for. */
export type FanclubInfo = Omit<RowOf<typeof READ_FANCLUB>, 'keys'>;

/** The fan club of a key. No row if the key is unknown or revoked. */
export const FIND_FANCLUB_BY_KEY = statement('published.fanclub_by_key', {
  params: { key: types.text },
  row: { id: types.bigint },
  text: 'SELECT fanclub_id AS id FROM fanclub_keys WHERE key = $key AND revoked_at IS NULL',
});

/** The channel on which the triggers of published tables send the id of the changed fan club. */
export const CHANNEL = 'fanclub_published';

/** Sends a payload on {@link CHANNEL}. */
export const NOTIFY = statement('published.notify', {
  params: { payload: types.text },
  text: `SELECT FROM pg_notify('${CHANNEL}', $payload)`,
});

/** Sends a notification of a kind, `<kind> <payload>`, when the transaction commits; see `PublishedChanges.on`. */
export async function notifyPublished(tx: Statements, payload: string): Promise<void> {
  await tx.rows(NOTIFY, { payload });
}
