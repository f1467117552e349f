import { activeSql, unendedSql } from '#platform/access';
import { statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { QUEUED_SQL } from './membership-conditions';

const OF_ORDER = { fanclub: types.bigint, order: types.bigint, now: types.timestamptz };
const QUEUED = { fanclub: types.bigint, queued: types.bigint, now: types.timestamptz };
const OF_CUSTOMERS = { fanclub: types.bigint, customers: types.array(types.bigint) };

const TERM = {
  fanclub: types.bigint,
  customer: types.bigint,
  plan: types.bigint,
  /** Null: no order gave it. */
  order: types.bigint.orNull,
  now: types.timestamptz,
  start: types.timestamptz,
  /** Null: never. */
  end: types.timestamptz.orNull,
};

export const ADD_SUBSCRIPTION = statement('memberships.begin', {
  params: { ...TERM, salesPeriod: types.bigint.orNull, trial: types.boolean },
  row: { id: types.bigint },
  text: `
    INSERT INTO subscriptions (fanclub_id, customer_id, plan_id, order_id, sales_period_id, start_date, end_date,
                               trial_membership, created_at, updated_at)
    VALUES ($fanclub, $customer, $plan, $order, $salesPeriod, $start, $end, $trial, $now, $now)
    RETURNING id`,
});

export const ADD_QUEUED = statement('memberships.queue', {
  params: TERM,
  text: `
    INSERT INTO queued_subscriptions (fanclub_id, customer_id, plan_id, order_id, starts_at, end_date, created_at, updated_at)
    VALUES ($fanclub, $customer, $plan, $order, $start, $end, $now, $now)`,
});

/**
 * Whether the queued subscription `q` begins: its time has come. An imported one without a time begins when its customer has no
 * active subscription, unless its own end has passed.
 */
const IS_DUE = `${QUEUED_SQL} AND (q.starts_at <= $now OR (
  q.starts_at IS NULL AND q.end_date > $now AND NOT EXISTS (
    SELECT FROM subscriptions s
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = q.fanclub_id AND s.customer_id = q.customer_id AND ${activeSql('$now')})))`;

/** Queued subscriptions that begin, of all fan clubs, the longest due first, without those that could not begin in this run. */
export const DUE_QUEUED = statement('memberships.due', {
  params: { now: types.timestamptz, failed: types.array(types.bigint), limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint, customerId: types.bigint },
  text: `
    SELECT q.id, q.fanclub_id AS "fanclubId", q.customer_id AS "customerId"
    FROM queued_subscriptions q
    WHERE ${IS_DUE} AND q.id <> ALL ($failed) AND ${notHeldSql('q.fanclub_id')}
    ORDER BY q.starts_at, q.end_date, q.id LIMIT $limit`,
});

/** The queued subscription of an order. No row if it has begun, or was cancelled before. */
export const FIND_QUEUED = statement('memberships.find_queued', {
  params: { fanclub: types.bigint, order: types.bigint },
  row: { startsAt: types.timestamptz.neverNullHere },
  text: `
    SELECT q.starts_at AS "startsAt" FROM queued_subscriptions q
    WHERE q.fanclub_id = $fanclub AND q.order_id = $order AND ${QUEUED_SQL}`,
});

/** What a queued subscription begins as, in the present sales period of its plan, locked. No row if it is not due any more. */
export const HOLD_DUE = statement('memberships.hold_due', {
  params: QUEUED,
  row: {
    customer: types.bigint,
    plan: types.bigint,
    order: types.bigint.orNull,
    start: types.timestamptz,
    end: types.timestamptz,
    salesPeriod: types.bigint.orNull,
    trial: types.boolean,
  },
  text: `
    SELECT q.customer_id AS customer, q.plan_id AS plan, q.order_id AS "order", coalesce(q.starts_at, $now) AS start,
           q.end_date AS "end", p.sales_period_id AS "salesPeriod", p.trial
    FROM queued_subscriptions q JOIN plans p ON p.fanclub_id = q.fanclub_id AND p.id = q.plan_id
    WHERE q.fanclub_id = $fanclub AND q.id = $queued AND ${IS_DUE}
    FOR NO KEY UPDATE OF q`,
});

/** Stores which subscription a queued one has become. */
export const STORE_BEGUN = statement('memberships.store_begun', {
  params: { ...QUEUED, subscription: types.bigint },
  text: `
    UPDATE queued_subscriptions SET processed_at = $now, subscription_id = $subscription, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $queued`,
});

export const CANCEL = statement('memberships.cancel', {
  params: { fanclub: types.bigint, subscriptions: types.array(types.bigint), now: types.timestamptz },
  text: `
    UPDATE subscriptions SET cancelled = true, cancelled_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = ANY ($subscriptions)`,
});

export const CANCEL_OF_ORDER = statement('memberships.cancel_of_order', {
  params: OF_ORDER,
  text: `
    UPDATE subscriptions SET cancelled = true, cancelled_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND order_id = $order AND NOT cancelled`,
});

export const CANCEL_QUEUED_OF_ORDER = statement('memberships.cancel_queued_of_order', {
  params: OF_ORDER,
  text: `
    UPDATE queued_subscriptions q SET processed_at = $now, cancelled_at = $now, updated_at = $now
    WHERE q.fanclub_id = $fanclub AND q.order_id = $order AND ${QUEUED_SQL}`,
});

/** Ends the memberships of a customer that are not over. */
export const CANCEL_OF_CUSTOMER = statement('memberships.cancel_of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  text: `
    UPDATE subscriptions s SET cancelled = true, cancelled_at = $now, updated_at = $now
    WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer AND NOT s.cancelled AND ${unendedSql('$now')}`,
});

export const CANCEL_QUEUED_OF_CUSTOMER = statement('memberships.cancel_queued_of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  text: `
    UPDATE queued_subscriptions q SET processed_at = $now, cancelled_at = $now, updated_at = $now
    WHERE q.fanclub_id = $fanclub AND q.customer_id = $customer AND ${QUEUED_SQL}`,
});

export const RESTORE = statement('memberships.restore', {
  params: {
    fanclub: types.bigint,
    subscription: types.bigint,
    cancelledAt: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    UPDATE subscriptions s SET cancelled = false, cancelled_at = NULL, updated_at = $now
    WHERE s.fanclub_id = $fanclub AND s.id = $subscription AND s.cancelled AND s.cancelled_at = $cancelledAt
      AND ${unendedSql('$now')}`,
});

export const SET_END = statement('memberships.extend', {
  params: {
    fanclub: types.bigint,
    subscription: types.bigint,
    end: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    UPDATE subscriptions SET end_date = $end, updated_at = $now WHERE fanclub_id = $fanclub AND id = $subscription`,
});

export const DELETE_QUEUED_OF_CUSTOMERS = statement('memberships.delete_queued_of_customers', {
  params: OF_CUSTOMERS,
  text: 'DELETE FROM queued_subscriptions WHERE fanclub_id = $fanclub AND customer_id = ANY ($customers)',
});

export const DELETE_OF_CUSTOMERS = statement('memberships.delete_of_customers', {
  params: OF_CUSTOMERS,
  text: 'DELETE FROM subscriptions WHERE fanclub_id = $fanclub AND customer_id = ANY ($customers)',
});
