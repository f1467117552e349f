import type { Statement } from '#platform/database';
import { PLAN_TEXTS, type PlanTextsRow } from './plan-texts';

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

/**
 * The joins that {@link customerColumns} needs behind `customers c`; `now` names the parameter of the present instant.
 *
 * The subscription is chosen before its plan is joined. In one join PostgreSQL would begin with the plans of the fan club and go
 * through the subscriptions of everybody, as it cannot know that plans and subscriptions of a fan club go together.
 */
export const customerJoins = (now: string): string => `
  LEFT JOIN plans locked ON locked.fanclub_id = c.fanclub_id AND locked.id = c.locked_plan_id
  LEFT JOIN LATERAL (
    SELECT s.subscription_id, s.start_date, s.end_date, s.trial_membership, s.lapsed, ${PLAN_TEXTS}, p.price AS plan_price,
           p.exclusive_access, p.renewal_cap, s.sales_period_id, s.sales_period_starts_at, s.sales_period_ends_at,
           s.sales_period_extended_until
    FROM (
      SELECT s.fanclub_id, s.plan_id, s.id AS subscription_id, s.start_date, s.end_date, s.trial_membership,
             coalesce(s.end_date <= ${now}, false) AS lapsed, sp.id AS sales_period_id, sp.starts_at AS sales_period_starts_at,
             sp.ends_at AS sales_period_ends_at, sp.extended_until AS sales_period_extended_until
      FROM subscriptions s
      LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
      WHERE s.fanclub_id = c.fanclub_id AND s.customer_id = c.id AND NOT s.cancelled AND s.start_date <= ${now}
        AND (s.end_date IS NULL OR s.end_date > ${now} OR sp.extended_until > ${now})
      ORDER BY s.start_date DESC, s.id DESC
      LIMIT 1
    ) s
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
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

/** What {@link FIND_VISIT} tells: a live session and its customer. */
export interface VisitRow extends CustomerRow {
  session_id: number;
  session_order_id: number | null;
  session_last_seen_at: Date;
}

/**
 * The visit of a session's bearer. $1 fan club, $2 SHA-256 of the session's token, $3 now, $4 the instant since which a live
 * session was seen. At most one row; none for a session that is over, whatever has ended it.
 */
export const FIND_VISIT: Statement = {
  name: 'access.visit',
  text: `
    SELECT s.id AS session_id, s.order_id AS session_order_id, s.last_seen_at AS session_last_seen_at, ${customerColumns}
    FROM sessions s
    JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id AND NOT c.blacklisted
    ${customerJoins('$3::timestamptz')}
    WHERE s.fanclub_id = $1 AND s.token_hash = $2 AND s.revoked_at IS NULL AND s.expires_at > $3 AND s.last_seen_at > $4`,
};

/** A valid key of an organization. */
export interface OrganizationKeyRow {
  id: number;
  last_used_at: Date | null;
}

/** $1 organization, $2 SHA-256 of the key. No row unless it is a valid one of that organization. */
export const FIND_ORGANIZATION_KEY: Statement = {
  name: 'access.organization_key',
  text: `
    SELECT id, last_used_at FROM organization_api_keys
    WHERE organization_id = $1 AND key_hash = $2 AND revoked_at IS NULL`,
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
