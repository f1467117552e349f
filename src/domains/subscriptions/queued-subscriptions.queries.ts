import { statement, types } from '#platform/database';
import { countsAt } from './membership-conditions';

const ONE = { fanclub: types.bigint, queued: types.bigint, now: types.timestamptz };

/**
 * Whether the queued subscription `q` begins: its time has come. An imported one without a time begins when its customer has no
 * active subscription, unless its own end has passed.
 */
const IS_DUE = `q.processed_at IS NULL AND (q.starts_at <= $now OR (
  q.starts_at IS NULL AND q.end_date > $now AND NOT EXISTS (
    SELECT FROM subscriptions s
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = q.fanclub_id AND s.customer_id = q.customer_id AND ${countsAt('$now')})))`;

/** Queued subscriptions that begin, of all fan clubs, the longest due first, without those that could not begin in this run. */
export const DUE_QUEUED = statement('queued_subscriptions.due', {
  params: { now: types.timestamptz, failed: types.array(types.bigint), limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint, customerId: types.bigint },
  text: `
    SELECT q.id, q.fanclub_id AS "fanclubId", q.customer_id AS "customerId"
    FROM queued_subscriptions q
    WHERE ${IS_DUE} AND q.id <> ALL ($failed)
    ORDER BY q.starts_at, q.end_date, q.id LIMIT $limit`,
});

/** Begins a queued subscription, if it is still due: adds the subscription, in the present sales period of its plan. */
export const BEGIN_QUEUED = statement('queued_subscriptions.begin', {
  params: ONE,
  text: `
    WITH begun AS (
      INSERT INTO subscriptions (fanclub_id, customer_id, plan_id, order_id, sales_period_id, start_date, end_date,
                                 trial_membership, created_at, updated_at)
      SELECT q.fanclub_id, q.customer_id, q.plan_id, q.order_id, p.sales_period_id, coalesce(q.starts_at, $now), q.end_date,
             p.trial, $now, $now
      FROM queued_subscriptions q JOIN plans p ON p.fanclub_id = q.fanclub_id AND p.id = q.plan_id
      WHERE q.fanclub_id = $fanclub AND q.id = $queued AND ${IS_DUE}
      RETURNING id
    )
    UPDATE queued_subscriptions q SET processed_at = $now, subscription_id = begun.id, updated_at = $now
    FROM begun WHERE q.fanclub_id = $fanclub AND q.id = $queued`,
});
