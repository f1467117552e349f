import { membershipSql } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import { renewalDaysSql } from '#platform/tenants';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { IS_LEAVING_SQL } from '#domains/accounts';
import { BOUGHT_AHEAD_SQL, END_OF_ACTIVE_SQL, startsLaterSql } from '#domains/subscriptions';
import type { RenewalKind } from './renewal.entity';
import { TRIAL_DAYS } from './renewal.schedule';

/** Whether memberships of the customer `c` are renewed. */
export const CAN_RENEW = `(c.email IS NOT NULL AND NOT c.blacklisted)`;

/** Whether the subscription `s` is the membership of the customer `c` at a time, and no other one follows. */
export const isLastSql = (at: string): string => `(
  NOT EXISTS (
    SELECT FROM queued_subscriptions q
    WHERE q.fanclub_id = s.fanclub_id AND q.customer_id = s.customer_id AND ${BOUGHT_AHEAD_SQL})
  AND NOT EXISTS (
    SELECT FROM subscriptions n
    WHERE n.fanclub_id = s.fanclub_id AND n.customer_id = s.customer_id AND ${startsLaterSql('n', at)})
  AND s.id = (${membershipSql('s.id', at)}))`;

/**
 * Memberships of all fan clubs that can be renewed or converted soon and have no renewal yet, after the subscription `$after`. Those
 * without season, and trials, are listed some days early: `announcementAt` says when they are due.
 */
export const RENEWABLE = statement('renewals.renewable', {
  params: { now: types.timestamptz, after: types.bigint, limit: types.bigint },
  row: {
    id: types.bigint,
    fanclubId: types.bigint,
    customerId: types.bigint,
    startDate: types.timestamptz,
    endDate: types.timestamptz.neverNullHere,
    kind: types.textOf<RenewalKind>(),
    renewalNoticeDays: types.integer,
    renewalTryDays: types.integer,
  },
  text: `
    WITH soon AS MATERIALIZED (
      -- Few are due. The customer and the other memberships are read for these only.
      SELECT s.id, s.fanclub_id, s.customer_id, s.start_date, s.end_date,
             CASE WHEN s.trial_membership THEN 'trial' WHEN sp.id IS NULL THEN 'term' ELSE 'season' END AS kind,
             f.renewal_notice_days, f.renewal_try_days
      FROM subscriptions s
      JOIN fanclubs f ON f.id = s.fanclub_id
      JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
      LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
      WHERE s.id > $after AND (${END_OF_ACTIVE_SQL}) > $now AND ${notHeldSql('s.fanclub_id')}
        AND CASE
          WHEN s.trial_membership THEN p.converts_into_plan_id IS NOT NULL AND s.end_date <= $now::timestamptz + make_interval(days => ${TRIAL_DAYS})
          WHEN sp.id IS NULL THEN s.end_date <= $now::timestamptz + make_interval(days => ${renewalDaysSql('f')})
          ELSE sp.ends_at < $now AND EXISTS (
            SELECT FROM sales_periods n
            WHERE n.fanclub_id = sp.fanclub_id AND n.starts_at > sp.starts_at AND n.starts_at <= $now AND n.ends_at >= $now)
          END
        AND NOT EXISTS (SELECT FROM renewals r WHERE r.fanclub_id = s.fanclub_id AND r.subscription_id = s.id)
    )
    SELECT s.id, s.fanclub_id AS "fanclubId", s.customer_id AS "customerId", s.start_date AS "startDate",
           s.end_date AS "endDate", s.kind,
           s.renewal_notice_days AS "renewalNoticeDays", s.renewal_try_days AS "renewalTryDays"
    FROM soon s
    JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id
    WHERE ${CAN_RENEW} AND NOT ${IS_LEAVING_SQL} AND (s.kind <> 'term' OR c.auto_renewal_enabled) AND ${isLastSql('$now')}
    ORDER BY s.id LIMIT $limit`,
});

/** A membership of {@link RENEWABLE}. */
export type Renewable = RowOf<typeof RENEWABLE>;

/** Plans a renewal. No row if the subscription has one. */
export const PLAN_RENEWAL = statement('renewals.plan', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    subscription: types.bigint,
    kind: types.textOf<RenewalKind>(),
    now: types.timestamptz,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO renewals (fanclub_id, customer_id, subscription_id, kind, next_at, created_at, updated_at)
    VALUES ($fanclub, $customer, $subscription, $kind, $now, $now, $now)
    ON CONFLICT DO NOTHING
    RETURNING id`,
});
