import {
  type RowOf,
  RowsColumn,
  statement,
  type TypedStatement,
  type Types,
  types,
  type ValuesOf,
} from '#platform/database';
import type { AffiliateCodes, Membership, PlanTexts } from './membership';
import { LIVE_SESSION, sessionParams } from './live-session';
import { lapsedSql, membershipSql } from './membership.rules';

/** {@link PlanTexts} of `plans p`, for statements that select a plan in brief together with other rows. */
export const PLAN_TEXTS = `json_build_object('id', p.id, 'name', p.name, 'description', p.description,
  'onlineBenefits', p.online_benefits, 'annotations', p.annotations, 'tags', p.tags)`;

/** The type of {@link PLAN_TEXTS}. */
export const planTexts = types.json<PlanTexts>();

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
             'lapsed', ${lapsedSql('$now')}, 'trial', s.trial_membership) AS membership,
           s.start_date AS "startDate", s.end_date AS "endDate", s.sales_period_id AS "salesPeriodId",
           s.starts_at AS "salesPeriodStartsAt", s.ends_at AS "salesPeriodEndsAt",
           s.extended_until AS "salesPeriodExtendedUntil"
    FROM (${membershipSql(
      `s.fanclub_id, s.plan_id, s.id, s.start_date, s.end_date, s.trial_membership,
        sp.id AS sales_period_id, sp.starts_at, sp.ends_at, sp.extended_until`,
      '$now',
    )}
    ) s
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
  ) m ON true`;

const VISIT = {
  params: sessionParams,
  row: {
    sessionId: types.bigint,
    orderId: types.bigint.orNull,
    lastSeenAt: types.timestamptz,
    ...customerRow,
  },
  text: `
    SELECT s.id AS "sessionId", s.order_id AS "orderId", s.last_seen_at AS "lastSeenAt", ${customerColumns}
    FROM ${LIVE_SESSION}
    ${customerJoins}`,
};

/** The visit of a session. No row if the session is over for any reason. */
export const FIND_VISIT = statement('access.visit', VISIT);

/** A visit, and the rows that {@link withVisit} adds. */
export type VisitRow = RowOf<typeof FIND_VISIT> & { readonly own?: readonly object[] };

/** The parameters of a statement about rows of one customer. */
type OfCustomer = { readonly fanclub: typeof types.bigint; readonly customer: typeof types.bigint };

/** A statement that {@link withVisit} defines. */
export type VisitWithRows = TypedStatement<
  typeof VISIT.params,
  typeof VISIT.row & { readonly own: RowsColumn<OfCustomer, Types> }
>;

/**
 * The definition of a statement that finds a visit, and in the same round trip the rows that another statement reads of the customer.
 * A handler that needs both names it with `@ReadsOwn`.
 */
export function withVisit<R extends Types>(own: TypedStatement<OfCustomer, R>) {
  const rows = new RowsColumn(own);
  return {
    params: VISIT.params,
    row: { ...VISIT.row, own: rows },
    text: `
    SELECT visit.*, ${rows.sql({ fanclub: '$fanclub', customer: 'visit.id' })} AS own
    FROM (${VISIT.text}) visit`,
  };
}

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
