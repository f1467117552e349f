import type { Statement } from '../database/sql';
import { PLAN_TEXTS, type PlanTextsRow } from './plan-texts';

/** The columns of a {@link FanclubInfo}, of `fanclubs f`. */
const FANCLUB = `
  f.id, f.organization_id, f.name, f.site_url, f.plans_url, f.support_email, f.time_zone, f.currency, f.home_country,
  f.minimum_age, f.forum_integration, f.list_plans_without_subscription,
  f.link_login, f.link_logout, f.link_password_reset, f.link_saved_card, f.link_redeem, f.link_forum, f.link_ipboard,
  f.link_privacy, f.link_terms, f.tracking_development, f.tracking_production,
  coalesce((SELECT jsonb_agg(jsonb_build_object('name', p.name, 'appId', p.app_id, 'loginPath', p.login_path) ORDER BY p.id)
     FROM login_providers p WHERE p.fanclub_id = f.id AND p.enabled), '[]') AS login_providers,
  ARRAY(SELECT d.origin FROM trusted_domains d WHERE d.fanclub_id = f.id ORDER BY d.id) AS trusted_domains`;

/** What {@link IDENTIFY_BY_KEY} and {@link IDENTIFY_PARTNER} tell about the fan club. */
export interface FanclubRow {
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

/**
 * The columns of a customer `c` with the active subscription, if any: what {@link VisitRow} names. The rule of activity is
 * decisions 5.2; `$now` stands for the parameter that holds the present instant.
 */
export const customerColumns = `
  c.id AS customer_id, c.first_name, c.last_name, c.email, c.new_email, c.birthdate, c.username, c.registered,
  c.confirmed_at IS NOT NULL AS confirmed, c.invalid_email, c.lists_opt_in, c.auto_renewal_enabled,
  c.locked_plan_id, locked.renewal_cap AS locked_plan_renewal_cap, c.renewals,
  ARRAY(SELECT a.email FROM email_aliases a WHERE a.fanclub_id = c.fanclub_id AND a.customer_id = c.id ORDER BY a.id)
    AS email_aliases,
  ARRAY(SELECT a.name FROM authentications a
     JOIN login_providers p ON p.fanclub_id = a.fanclub_id AND p.name = a.name AND p.enabled
     WHERE a.fanclub_id = c.fanclub_id AND a.customer_id = c.id ORDER BY a.id) AS authentications,
  m.*,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'codes', k.codes) ORDER BY a.id)
     FROM affiliate_codes k JOIN affiliates a ON a.fanclub_id = k.fanclub_id AND a.id = k.affiliate_id
     WHERE k.fanclub_id = c.fanclub_id AND k.customer_id = c.id AND k.codes <> '{}'), '[]') AS affiliates`;

/** The joins that {@link customerColumns} needs behind `customers c`; `now` names the parameter of the present instant. */
export const customerJoins = (now: string): string => `
  LEFT JOIN plans locked ON locked.fanclub_id = c.fanclub_id AND locked.id = c.locked_plan_id
  LEFT JOIN LATERAL (
    SELECT s.id AS subscription_id, s.start_date, s.end_date, s.trial_membership,
           coalesce(s.end_date <= ${now}, false) AS lapsed,
           ${PLAN_TEXTS}, p.price AS plan_price, p.exclusive_access, p.renewal_cap, sp.id AS sales_period_id, sp.starts_at AS sales_period_starts_at,
           sp.ends_at AS sales_period_ends_at, sp.extended_until AS sales_period_extended_until
    FROM subscriptions s
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = c.fanclub_id AND s.customer_id = c.id AND NOT s.cancelled AND s.start_date <= ${now}
      AND (s.end_date IS NULL OR s.end_date > ${now} OR sp.extended_until > ${now})
    ORDER BY s.start_date DESC, s.id DESC
    LIMIT 1
  ) m ON true`;

/** A customer as {@link customerColumns} selects it. */
export interface CustomerRow extends PlanTextsRow {
  customer_id: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  new_email: string | null;
  birthdate: string | null;
  username: string | null;
  registered: boolean;
  confirmed: boolean;
  invalid_email: boolean;
  lists_opt_in: boolean;
  auto_renewal_enabled: boolean;
  locked_plan_id: number | null;
  locked_plan_renewal_cap: number | null;
  renewals: number;
  email_aliases: string[];
  authentications: string[];
  subscription_id: number | null;
  start_date: Date;
  end_date: Date | null;
  trial_membership: boolean;
  lapsed: boolean;
  plan_price: string;
  exclusive_access: boolean;
  renewal_cap: number | null;
  sales_period_id: number | null;
  sales_period_starts_at: Date;
  sales_period_ends_at: Date;
  sales_period_extended_until: Date | null;
  affiliates: { id: number; name: string; codes: string[] }[];
}

/** The row of a visitor; without a live session everything behind `session_id` is null. */
export type VisitRow = FanclubRow &
  CustomerRow & { session_id: number | null; session_order_id: number | null; session_last_seen_at: Date };

/** How a request says whose it is: `$1` is the fan club's key, or its id in the path of a hosted page. */
const BY_KEY = {
  from: 'FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id',
  where: 'WHERE k.key = $1 AND k.revoked_at IS NULL',
};
const BY_ID = { from: 'FROM fanclubs f', where: 'WHERE f.id = $1' };

const fanclub = ({ from, where }: typeof BY_KEY): string => `SELECT ${FANCLUB} ${from} ${where}`;

const visitor = ({ from, where }: typeof BY_KEY): string => `
    SELECT ${FANCLUB}, v.*
    ${from}
    LEFT JOIN LATERAL (
      SELECT s.id AS session_id, s.order_id AS session_order_id, s.last_seen_at AS session_last_seen_at, ${customerColumns}
      FROM sessions s
      JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id AND NOT c.blacklisted
      ${customerJoins('$4::timestamptz')}
      WHERE s.fanclub_id = f.id AND s.revoked_at IS NULL AND s.expires_at > $4 AND s.last_seen_at > $5
        AND s.token_hash = (SELECT cookie.hash FROM unnest($2::bigint[], $3::bytea[]) AS cookie (fanclub_id, hash)
                            WHERE cookie.fanclub_id = f.id LIMIT 1)
      ORDER BY s.id DESC
      LIMIT 1
    ) v ON true
    ${where}`;

/** The statements that find a fan club alone, and a fan club with its visitor. */
export interface Identification {
  fanclub: Statement;
  visitor: Statement;
}

/**
 * For the API. Fan club: $1 key. Visitor: $1 key; $2 and $3 fan clubs and SHA-256 of the tokens of the session cookies that
 * came along; $4 now; $5 the instant since which a live session was seen. At most one row.
 */
export const IDENTIFY_BY_KEY: Identification = {
  fanclub: { name: 'access.fanclub', text: fanclub(BY_KEY) },
  visitor: { name: 'access.visitor', text: visitor(BY_KEY) },
};

/** For hosted pages: as {@link IDENTIFY_BY_KEY}, but $1 is the fan club's id. */
export const IDENTIFY_BY_ID: Identification = {
  fanclub: { name: 'access.fanclub_by_id', text: fanclub(BY_ID) },
  visitor: { name: 'access.visitor_by_id', text: visitor(BY_ID) },
};

/** The row of a partner: the fan club, and the organization key that was used. */
export type PartnerRow = FanclubRow & {
  organization_key_id: number;
  organization_key_last_used_at: Date | null;
};

/** $1 fan club key, $2 SHA-256 of the organization key. A row only if the organization owns the fan club. */
export const IDENTIFY_PARTNER: Statement = {
  name: 'access.partner',
  text: `
    SELECT ${FANCLUB}, o.id AS organization_key_id, o.last_used_at AS organization_key_last_used_at
    ${BY_KEY.from}
    JOIN organization_api_keys o ON o.organization_id = f.organization_id AND o.key_hash = $2 AND o.revoked_at IS NULL
    ${BY_KEY.where}`,
};

/** $1 fan club key. A row, however few origins it trusts, only for a valid key. */
export const TRUSTED_ORIGINS: Statement = {
  name: 'access.trusted_origins',
  text: `
    SELECT ARRAY(SELECT d.origin FROM trusted_domains d WHERE d.fanclub_id = k.fanclub_id) AS origins
    FROM fanclub_keys k
    WHERE k.key = $1 AND k.revoked_at IS NULL`,
};

/** $1 fan club, $2 session, $3 now. */
export const TOUCH_SESSION: Statement = {
  name: 'access.touch',
  text: `UPDATE sessions SET last_seen_at = $3 WHERE fanclub_id = $1 AND id = $2 AND last_seen_at < $3`,
};

/** $1 organization key, $2 now, $3 an instant: a later use that is on record is accurate enough. */
export const TOUCH_ORGANIZATION_KEY: Statement = {
  name: 'access.touch_organization_key',
  text: `
    UPDATE organization_api_keys SET last_used_at = $2
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
};
