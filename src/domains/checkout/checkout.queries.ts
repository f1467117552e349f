import { BOUGHT_AHEAD_SQL, startsLaterSql } from '#domains/subscriptions';
import { statement, types } from '#platform/database';

/** The plan of a customer's next membership that is still to begin, queued or with its day. No row if there is none. */
export const QUEUED_PLAN = statement('checkout.queued_plan', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  row: { planId: types.bigint },
  text: `
    SELECT plan_id AS "planId" FROM (
      SELECT q.plan_id, q.starts_at, q.id FROM queued_subscriptions q
      WHERE q.fanclub_id = $fanclub AND q.customer_id = $customer AND ${BOUGHT_AHEAD_SQL}
      UNION ALL
      SELECT s.plan_id, s.start_date, s.id FROM subscriptions s
      WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer AND ${startsLaterSql('s', '$now')}
    ) ahead
    ORDER BY starts_at, id LIMIT 1`,
});

/** Records that an order was given, not sold. */
export const ADD_GIFT = statement('checkout.add_gift', {
  params: { fanclub: types.bigint, order: types.bigint, reason: types.text, now: types.timestamptz },
  text: `
    INSERT INTO order_gifts (fanclub_id, order_id, reason, created_at, updated_at)
    VALUES ($fanclub, $order, $reason, $now, $now)`,
});

/** The customer's address and choices for a package. One row. */
export const PARCEL_OF_BUYER = statement('checkout.parcel_of_buyer', {
  params: { fanclub: types.bigint, customer: types.bigint, itemTypes: types.array(types.bigint) },
  row: {
    /** Of the customer's address; null without one. */
    country: types.text.orNull,
    /** Those of `$itemTypes` with options of which the customer has chosen none. */
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
