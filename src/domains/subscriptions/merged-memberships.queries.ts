import { openSql } from '#platform/access';
import { statement, types } from '#platform/database';
import { QUEUED_SQL } from './membership-conditions';

const PAIR = { fanclub: types.bigint, from: types.bigint, into: types.bigint };

/** All terms of two customers. */
export const TERMS_OF_PAIR = statement('merged_memberships.terms', {
  params: PAIR,
  row: {
    id: types.bigint,
    customerId: types.bigint,
    planId: types.bigint,
    startDate: types.timestamptz,
    endDate: types.timestamptz.orNull,
    cancelled: types.boolean,
    trial: types.boolean,
    salesPeriod: types.bigint.orNull,
    order: types.bigint.orNull,
  },
  text: `
    SELECT id, customer_id AS "customerId", plan_id AS "planId", start_date AS "startDate", end_date AS "endDate", cancelled,
           trial_membership AS trial, sales_period_id AS "salesPeriod", order_id AS "order"
    FROM subscriptions WHERE fanclub_id = $fanclub AND customer_id IN ($from, $into) ORDER BY id`,
});

export const QUEUED_OF_PAIR = statement('merged_memberships.queued', {
  params: PAIR,
  row: {
    id: types.bigint,
    customerId: types.bigint,
    planId: types.bigint,
    createdAt: types.timestamptz,
    startsAt: types.timestamptz.orNull,
    endDate: types.timestamptz,
    isWaiting: types.boolean,
  },
  text: `
    SELECT q.id, q.customer_id AS "customerId", q.plan_id AS "planId", q.created_at AS "createdAt", q.starts_at AS "startsAt",
           q.end_date AS "endDate", ${QUEUED_SQL} AS "isWaiting"
    FROM queued_subscriptions q WHERE q.fanclub_id = $fanclub AND q.customer_id IN ($from, $into) ORDER BY q.id`,
});

/** Moves a term. `updated_at` stays: a cancelled term ended at that time. */
export const MOVE_TERM = statement('merged_memberships.move', {
  params: { fanclub: types.bigint, into: types.bigint, id: types.bigint, later: types.integer },
  text: `
    UPDATE subscriptions
    SET customer_id = $into, start_date = start_date + make_interval(secs => $later::integer),
        end_date = end_date + make_interval(secs => $later::integer)
    WHERE fanclub_id = $fanclub AND id = $id`,
});

const SHIFT = {
  fanclub: types.bigint,
  into: types.bigint,
  id: types.bigint,
  start: types.timestamptz,
  end: types.timestamptz,
  now: types.timestamptz,
};

export const SHIFT_TERM = statement('merged_memberships.shift', {
  params: SHIFT,
  text: `
    UPDATE subscriptions SET customer_id = $into, start_date = $start, end_date = $end, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $id`,
});

/** Ends a term whose rest follows later. The rest has its order and its sales period, whose extension would make this one lapsed. */
export const CUT_TERM = statement('merged_memberships.cut', {
  params: { fanclub: types.bigint, id: types.bigint, now: types.timestamptz },
  text: `
    UPDATE subscriptions SET end_date = $now, order_id = NULL, sales_period_id = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $id`,
});

/** Moves a queued subscription. `later` is in milliseconds. */
export const MOVE_QUEUED_TERM = statement('merged_memberships.move_queued', {
  params: { fanclub: types.bigint, into: types.bigint, id: types.bigint, later: types.integer },
  text: `
    UPDATE queued_subscriptions
    SET customer_id = $into, created_at = created_at + make_interval(secs => $later::integer / 1000.0)
    WHERE fanclub_id = $fanclub AND id = $id`,
});

export const SHIFT_QUEUED_TERM = statement('merged_memberships.shift_queued', {
  params: { ...SHIFT },
  text: `
    UPDATE queued_subscriptions SET customer_id = $into, starts_at = $start, end_date = $end, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $id`,
});

/** Adds the codes of a customer to those that the other one has of the same affiliates. The rows of other affiliates are moved. */
export const APPEND_AFFILIATE_CODES = statement('merged_memberships.append_affiliate_codes', {
  params: { ...PAIR, now: types.timestamptz },
  text: `
    UPDATE affiliate_codes o
    SET codes = o.codes || ARRAY(
          SELECT u.code FROM unnest(t.codes) WITH ORDINALITY u(code, place) WHERE u.code <> ALL (o.codes) ORDER BY u.place),
        updated_at = $now
    FROM affiliate_codes t
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $into
      AND t.fanclub_id = $fanclub AND t.customer_id = $from AND t.affiliate_id = o.affiliate_id`,
});

/** The terms of a customer that are not over, in the order in which they begin, with those that were bought in advance. */
export const REMAINING_TERMS = statement('merged_memberships.remaining', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  row: {
    planName: types.text,
    /** Null: when the customer has no active subscription. */
    start: types.timestamptz.orNull,
    /** Null: never. */
    end: types.timestamptz.orNull,
  },
  text: `
    SELECT p.name AS "planName", t.start, t."end" FROM (
      SELECT s.plan_id, s.start_date AS start, s.end_date AS "end" FROM subscriptions s
      LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
      WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer AND ${openSql('$now')}
      UNION ALL
      SELECT q.plan_id, q.starts_at, q.end_date FROM queued_subscriptions q
      WHERE q.fanclub_id = $fanclub AND q.customer_id = $customer AND ${QUEUED_SQL}
    ) t JOIN plans p ON p.fanclub_id = $fanclub AND p.id = t.plan_id
    ORDER BY t.start, t."end", p.id`,
});
