import type { Statement } from '#platform/database';

/** What {@link READ_FANCLUB} tells about a fan club. */
export interface FanclubRow {
  /** The keys that are valid for it. */
  keys: string[];
  id: number;
  organization_id: number;
  name: string;
  site_url: string;
  plans_url: string;
  support_email: string;
  time_zone: string;
  currency: string;
  home_country: string;
  minimum_age: number;
  forum_integration: boolean;
  list_plans_without_subscription: boolean;
  logo_url: string | null;
  accent_color: string | null;
  link_login: string | null;
  link_logout: string | null;
  link_password_reset: string | null;
  link_saved_card: string | null;
  link_redeem: string | null;
  link_forum: string | null;
  link_ipboard: string | null;
  link_privacy: string | null;
  link_terms: string | null;
  tracking_development: string[];
  tracking_production: string[];
  login_providers: { name: string; appId: string; loginPath: string | null }[];
  trusted_domains: string[];
}

/** The configuration of a fan club. $1 fan club. At most one row. */
export const READ_FANCLUB: Statement = {
  name: 'published.fanclub',
  text: `
    SELECT
    f.id, f.organization_id, f.name, f.site_url, f.plans_url, f.support_email, f.time_zone, f.currency, f.home_country,
  f.minimum_age, f.forum_integration, f.list_plans_without_subscription, f.logo_url, f.accent_color,
  f.link_login, f.link_logout, f.link_password_reset, f.link_saved_card, f.link_redeem, f.link_forum, f.link_ipboard,
  f.link_privacy, f.link_terms, f.tracking_development, f.tracking_production,
  coalesce((SELECT jsonb_agg(jsonb_build_object('name', p.name, 'appId', p.app_id, 'loginPath', p.login_path) ORDER BY p.id)
     FROM login_providers p WHERE p.fanclub_id = f.id AND p.enabled), '[]') AS login_providers,
  ARRAY(SELECT d.origin FROM trusted_domains d WHERE d.fanclub_id = f.id ORDER BY d.id) AS trusted_domains,
      ARRAY(SELECT k.key FROM fanclub_keys k WHERE k.fanclub_id = f.id AND k.revoked_at IS NULL) AS keys
    FROM fanclubs f
    WHERE f.id = $1`,
};

/** Whose key it is. $1 key. No row for one that is unknown or revoked. */
export const FIND_FANCLUB_BY_KEY: Statement = {
  name: 'published.fanclub_by_key',
  text: 'SELECT fanclub_id FROM fanclub_keys WHERE key = $1 AND revoked_at IS NULL',
};

/** The channel on which the triggers of published tables name the fan club that has changed. */
export const CHANNEL = 'fanclub_published';

/** $1 payload. */
export const NOTIFY: Statement = {
  name: 'published.notify',
  text: `SELECT pg_notify('${CHANNEL}', $1)`,
};
