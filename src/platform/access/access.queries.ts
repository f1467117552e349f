import { statement, types, type ValuesOf } from '#platform/database';
import { PLAN_TEXTS } from './plan-texts';
import type { AffiliateCodes, Membership } from './membership';

/** The active subscription as {@link customerColumns} selects it. Its times are separate columns, since JSON has no such type. */
type MembershipFacts = Omit<Membership, 'startDate' | 'endDate' | 'salesPeriod' | 'affiliates'>;

/**
 * The columns of the active subscription; all are null without one. Those after the third are also null without a sales period.
 */
const membershipRow = {
  membership: types.json<MembershipFacts>().orNull,
  startDate: types.timestamptz.orNull,
  endDate: types.timestamptz.orNull,
  salesPeriodId: types.bigint.orNull,
  salesPeriodStartsAt: types.timestamptz.orNull,
  salesPeriodEndsAt: types.timestamptz.orNull,
  salesPeriodExtendedUntil: types.timestamptz.orNull,
  affiliates: types.jsonb<readonly AffiliateCodes[]>(),
};
export type MembershipColumn = keyof typeof membershipRow;

/** The types of {@link customerColumns}. */
export const customerRow = {
  id: types.bigint,
  firstName: types.text.orNull,
  lastName: types.text.orNull,
  /** Null only for an unregistered customer. */
  email: types.text.orNull,
  newEmail: types.text.orNull,
  birthdate: types.date.orNull,
  username: types.text.orNull,
  registered: types.boolean,
  confirmed: types.boolean,
  invalidEmail: types.boolean,
  listsOptIn: types.boolean,
  autoRenewalEnabled: types.boolean,
  lockedPlanId: types.bigint.orNull,
  /** Null without a locked plan, or without a cap. */
  lockedPlanRenewalCap: types.integer.orNull,
  renewals: types.integer,
  /** Former addresses, oldest first. */
  emailAliases: types.array(types.text),
  /** Names of the enabled providers that the customer has connected. */
  authentications: types.array(types.text),
  ...membershipRow,
};

/** A customer as {@link customerColumns} selects it. */
export type CustomerRow = ValuesOf<typeof customerRow>;

/** The columns of a customer `c` with the active subscription, if any (contract 5.2). Needs {@link customerJoins}. */
export const customerColumns = `
  c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.email, c.new_email AS "newEmail", c.birthdate, c.username,
  c.registered, c.confirmed_at IS NOT NULL AS confirmed, c.invalid_email AS "invalidEmail", c.lists_opt_in AS "listsOptIn",
  c.auto_renewal_enabled AS "autoRenewalEnabled", c.locked_plan_id AS "lockedPlanId",
  locked.renewal_cap AS "lockedPlanRenewalCap", c.renewals,
  ARRAY(SELECT a.email FROM email_aliases a WHERE a.fanclub_id = c.fanclub_id AND a.customer_id = c.id ORDER BY a.id)
    AS "emailAliases",
  ARRAY(SELECT a.name FROM authentications a
     JOIN login_providers p ON p.fanclub_id = a.fanclub_id AND p.name = a.name AND p.enabled
     WHERE a.fanclub_id = c.fanclub_id AND a.customer_id = c.id ORDER BY a.id) AS authentications,
  m.*,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'codes', k.codes) ORDER BY a.id)
     FROM affiliate_codes k JOIN affiliates a ON a.fanclub_id = k.fanclub_id AND a.id = k.affiliate_id
     WHERE k.fanclub_id = c.fanclub_id AND k.customer_id = c.id AND k.codes <> '{}'), '[]') AS affiliates`;

/**
 * The joins that {@link customerColumns} needs after `customers c`, with the parameter `$now`. The subscription is selected before
 * its plan is joined: in one join PostgreSQL would start with all plans of the fan club and scan everybody's subscriptions.
 */
export const customerJoins = `
  LEFT JOIN plans locked ON locked.fanclub_id = c.fanclub_id AND locked.id = c.locked_plan_id
  LEFT JOIN LATERAL (
    SELECT json_build_object('subscriptionId', s.id, 'plan', ${PLAN_TEXTS}, 'planPrice', p.price::text,
             'exclusiveAccess', p.exclusive_access, 'renewalCap', p.renewal_cap,
             'lapsed', coalesce(s.end_date <= $now, false), 'trial', s.trial_membership) AS membership,
           s.start_date AS "startDate", s.end_date AS "endDate", s.sales_period_id AS "salesPeriodId",
           s.starts_at AS "salesPeriodStartsAt", s.ends_at AS "salesPeriodEndsAt",
           s.extended_until AS "salesPeriodExtendedUntil"
    FROM (
      SELECT s.fanclub_id, s.plan_id, s.id, s.start_date, s.end_date, s.trial_membership,
             sp.id AS sales_period_id, sp.starts_at, sp.ends_at, sp.extended_until
      FROM subscriptions s
      LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
      WHERE s.fanclub_id = c.fanclub_id AND s.customer_id = c.id AND NOT s.cancelled AND s.start_date <= $now
        AND (s.end_date IS NULL OR s.end_date > $now OR sp.extended_until > $now)
      ORDER BY s.start_date DESC, s.id DESC
      LIMIT 1
    ) s
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
  ) m ON true`;

/** The visit of a session. No row if the session is over for any reason. */
export const FIND_VISIT = statement('access.visit', {
  params: {
    fanclub: types.bigint,
    /** SHA-256 of the session's token. */
    tokenHash: types.bytea,
    now: types.timestamptz,
    /** A live session was last seen after this instant. */
    seenAfter: types.timestamptz,
  },
  row: {
    sessionId: types.bigint,
    orderId: types.bigint.orNull,
    lastSeenAt: types.timestamptz,
    ...customerRow,
  },
  text: `
    SELECT s.id AS "sessionId", s.order_id AS "orderId", s.last_seen_at AS "lastSeenAt", ${customerColumns}
    FROM sessions s
    JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id AND NOT c.blacklisted
    ${customerJoins}
    WHERE s.fanclub_id = $fanclub AND s.token_hash = $tokenHash AND s.revoked_at IS NULL AND s.expires_at > $now
      AND s.last_seen_at > $seenAfter`,
});

/** A valid key of an organization. No row for any other key. */
export const FIND_ORGANIZATION_KEY = statement('access.organization_key', {
  params: {
    organization: types.bigint,
    /** SHA-256 of the key. */
    keyHash: types.bytea,
  },
  row: { id: types.bigint, lastUsedAt: types.timestamptz.orNull },
  text: `
    SELECT id, last_used_at AS "lastUsedAt" FROM organization_api_keys
    WHERE organization_id = $organization AND key_hash = $keyHash AND revoked_at IS NULL`,
});

/** Notes that a session was seen. */
export const TOUCH_SESSION = statement('access.touch', {
  params: { fanclub: types.bigint, session: types.bigint, now: types.timestamptz },
  text: `UPDATE sessions SET last_seen_at = $now WHERE fanclub_id = $fanclub AND id = $session AND last_seen_at < $now`,
});

/** Notes that an organization key was used, unless a use after `longAgo` was noted already. */
export const TOUCH_ORGANIZATION_KEY = statement('access.touch_organization_key', {
  params: { key: types.bigint, now: types.timestamptz, longAgo: types.timestamptz },
  text: `
    UPDATE organization_api_keys SET last_used_at = $now
    WHERE id = $key AND (last_used_at IS NULL OR last_used_at <= $longAgo)`,
});
