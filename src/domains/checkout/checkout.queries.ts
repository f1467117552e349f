import { customerColumns, customerJoins, customerRow } from '#platform/access';
import { statement, types } from '#platform/database';

/** Locks a customer, so that orders for the customer run one after the other. */
export const HOLD_BUYER = statement('checkout.hold_buyer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { blacklisted: types.boolean },
  text: `SELECT blacklisted FROM customers WHERE fanclub_id = $fanclub AND id = $customer FOR NO KEY UPDATE`,
});

/** A separate statement, because it must see what was committed until {@link HOLD_BUYER} got its lock. */
export const FIND_BUYER = statement('checkout.find_buyer', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  row: customerRow,
  text: `
    SELECT ${customerColumns}
    FROM customers c
    ${customerJoins}
    WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});

export const ADD_BUYER = statement('checkout.add_buyer', {
  params: { fanclub: types.bigint, now: types.timestamptz },
  row: { id: types.bigint },
  text: `INSERT INTO customers (fanclub_id, created_at, updated_at) VALUES ($fanclub, $now, $now) RETURNING id`,
});

export const CANCEL_SUBSCRIPTION = statement('checkout.cancel_subscription', {
  params: { fanclub: types.bigint, subscription: types.bigint, now: types.timestamptz },
  text: `
    UPDATE subscriptions SET cancelled = true, cancelled_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $subscription`,
});

export const ADD_SUBSCRIPTION = statement('checkout.add_subscription', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    plan: types.bigint,
    order: types.bigint,
    salesPeriod: types.bigint.orNull,
    now: types.timestamptz,
    start: types.timestamptz,
    /** Null: never. */
    end: types.timestamptz.orNull,
    trial: types.boolean,
  },
  text: `
    INSERT INTO subscriptions (fanclub_id, customer_id, plan_id, order_id, sales_period_id, start_date, end_date,
                               trial_membership, created_at, updated_at)
    VALUES ($fanclub, $customer, $plan, $order, $salesPeriod, $start, $end, $trial, $now, $now)`,
});

/** Adds a subscription that begins later: a job begins it. */
export const QUEUE_SUBSCRIPTION = statement('checkout.queue_subscription', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    plan: types.bigint,
    order: types.bigint,
    now: types.timestamptz,
    start: types.timestamptz,
    end: types.timestamptz.orNull,
  },
  text: `
    INSERT INTO queued_subscriptions (fanclub_id, customer_id, plan_id, order_id, starts_at, end_date, created_at, updated_at)
    VALUES ($fanclub, $customer, $plan, $order, $start, $end, $now, $now)`,
});

/** The plan of the membership that a customer has bought here, and that is still to begin. No row if there is none. */
export const QUEUED_PLAN = statement('checkout.queued_plan', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { planId: types.bigint },
  text: `
    SELECT plan_id AS "planId" FROM queued_subscriptions
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND order_id IS NOT NULL AND processed_at IS NULL
    ORDER BY starts_at, id LIMIT 1`,
});

/** The memberships of a customer that have not ended, with those that were bought and are to begin. Always one row. */
export const OPEN_TERMS = statement('checkout.open_terms', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  row: {
    count: types.integer,
    /** When the last one ends; null: never, or there is none. */
    end: types.timestamptz.orNull,
    /** When the next one begins; null: none is to begin. */
    nextStart: types.timestamptz.orNull,
  },
  text: `
    SELECT count(*)::integer AS count, CASE WHEN bool_and(end_date IS NOT NULL) THEN max(end_date) END AS "end",
           min(start_date) FILTER (WHERE start_date > $now) AS "nextStart"
    FROM (
      SELECT start_date, end_date FROM subscriptions
      WHERE fanclub_id = $fanclub AND customer_id = $customer AND NOT cancelled AND (end_date IS NULL OR end_date > $now)
      UNION ALL
      SELECT starts_at, end_date FROM queued_subscriptions
      WHERE fanclub_id = $fanclub AND customer_id = $customer AND order_id IS NOT NULL AND processed_at IS NULL
    ) terms`,
});

/** Records that an order was given, not sold. */
export const ADD_GIFT = statement('checkout.add_gift', {
  params: { fanclub: types.bigint, order: types.bigint, reason: types.text, now: types.timestamptz },
  text: `
    INSERT INTO order_gifts (fanclub_id, order_id, reason, created_at, updated_at)
    VALUES ($fanclub, $order, $reason, $now, $now)`,
});

/** Counts a renewal of the customer's locked plan. */
export const COUNT_RENEWAL = statement('checkout.count_renewal', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  text: `
    UPDATE customers SET renewals = renewals + 1, updated_at = $now WHERE fanclub_id = $fanclub AND id = $customer`,
});

/** Queues a shipment with the items of the plan's package. Their options are chosen later. */
export const QUEUE_SHIPMENT = statement('checkout.queue_shipment', {
  params: { fanclub: types.bigint, order: types.bigint, plan: types.bigint, now: types.timestamptz },
  text: `
    WITH parcel AS (
      INSERT INTO shipments (fanclub_id, order_id, created_at, updated_at)
      SELECT k.fanclub_id, $order, $now, $now FROM packages k WHERE k.fanclub_id = $fanclub AND k.plan_id = $plan
      RETURNING id
    )
    INSERT INTO shipment_items (fanclub_id, shipment_id, name, thumbnail, position, created_at, updated_at)
    SELECT i.fanclub_id, parcel.id, i.name, i.thumbnail, row_number() OVER (ORDER BY i.position, i.id) - 1, $now, $now
    FROM parcel, packages k
    JOIN package_items i ON i.fanclub_id = k.fanclub_id AND i.package_id = k.id
    WHERE k.fanclub_id = $fanclub AND k.plan_id = $plan`,
});

/** Stores an order in a session, which lets its customer register (contract 4.11). */
export const KEEP_ORDER = statement('checkout.keep_order', {
  params: { fanclub: types.bigint, session: types.bigint, order: types.bigint },
  text: `UPDATE sessions SET order_id = $order WHERE fanclub_id = $fanclub AND id = $session`,
});

/** What sending a package to a customer depends on. One row. */
export const PARCEL_OF_BUYER = statement('checkout.parcel_of_buyer', {
  params: { fanclub: types.bigint, customer: types.bigint, itemTypes: types.array(types.bigint) },
  row: {
    /** Of the customer's address; null without one. */
    country: types.text.orNull,
    /** Those of `$itemTypes` that have options, of which the customer has chosen none. */
    unchosen: types.array(types.bigint),
  },
  text: `
    SELECT (SELECT country FROM shipping_addresses WHERE fanclub_id = $fanclub AND customer_id = $customer) AS country,
           ARRAY(
             SELECT DISTINCT o.item_type_id FROM item_options o
             WHERE o.fanclub_id = $fanclub AND o.item_type_id = ANY($itemTypes)
               AND NOT EXISTS (
                 SELECT FROM item_selections x
                 WHERE x.fanclub_id = o.fanclub_id AND x.customer_id = $customer AND x.item_type_id = o.item_type_id)
             ORDER BY o.item_type_id) AS unchosen`,
});
