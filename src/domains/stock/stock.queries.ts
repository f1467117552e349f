import { statement, types } from '#platform/database';
import { COMPLETED_SQL, DUE_SQL, forBuyerSql, OPEN_SQL } from '#domains/orders';
import { BOUGHT_CODE_SQL, USABLE_CODE_SQL } from '#domains/redeem-codes';
import { isKeptSql } from '#domains/subscriptions';

const PLAN = { fanclub: types.bigint, plan: types.bigint };
const ORDER = { fanclub: types.bigint, order: types.bigint };

/**
 * Whether the order `o` renews a membership of its own plan. That membership has an item already, unless it was cancelled: a refund
 * gives its item back, or is the gift of another plan, of which it has the item (decision 83).
 */
const RENEWS_SAME_PLAN = `EXISTS (
  SELECT FROM subscriptions x
  WHERE x.fanclub_id = o.fanclub_id AND x.id = o.renews_subscription_id AND x.plan_id = o.plan_id
    AND ${isKeptSql('x')} AND NOT EXISTS (
      SELECT FROM redeem_uses u
      JOIN redeem_codes c ON c.fanclub_id = u.fanclub_id AND c.id = u.code_id
      JOIN orders b ON b.fanclub_id = c.fanclub_id AND b.id = c.bought_order_id
      WHERE u.fanclub_id = x.fanclub_id AND u.order_id = x.order_id AND b.plan_id <> x.plan_id))`;

/** Whether the order `o` takes no item: its membership has one, or the item was sold with the gift that it redeems. */
const NEEDS_NONE = `(${RENEWS_SAME_PLAN} OR EXISTS (
  SELECT FROM redeem_uses u JOIN redeem_codes c ON c.fanclub_id = u.fanclub_id AND c.id = u.code_id
  WHERE u.fanclub_id = o.fanclub_id AND u.order_id = o.id AND ${BOUGHT_CODE_SQL}))`;

/** Whether the order `o` bought a gift that can be redeemed, or whose recipient has the membership. */
const KEEPS_GIFT = `EXISTS (
  SELECT FROM redeem_codes c
  WHERE c.fanclub_id = o.fanclub_id AND c.bought_order_id = o.id AND (${USABLE_CODE_SQL} OR EXISTS (
    SELECT FROM redeem_uses u
    JOIN subscriptions s ON s.fanclub_id = u.fanclub_id AND s.order_id = u.order_id AND ${isKeptSql('s')}
    WHERE u.fanclub_id = c.fanclub_id AND u.code_id = c.id AND u.state = 'used')))`;

/** Locks the stock of a plan until the end of the transaction. No row: the plan has no capacity. */
export const HOLD_STOCK = statement('stock.hold', {
  params: PLAN,
  row: { capacity: types.integer, held: types.integer, sold: types.integer, waiting: types.integer },
  text: `
    SELECT capacity, held, sold, waiting FROM plan_stock
    WHERE fanclub_id = $fanclub AND plan_id = $plan FOR NO KEY UPDATE`,
});

/** The counts of a plan, without a lock. No row: the plan has no capacity. */
export const STOCK_OF_PLAN = statement('stock.of_plan', {
  params: PLAN,
  row: { capacity: types.integer, held: types.integer, sold: types.integer },
  text: 'SELECT capacity, held, sold FROM plan_stock WHERE fanclub_id = $fanclub AND plan_id = $plan',
});

/** What an order may take without asking. A separate statement, which sees what was committed before {@link HOLD_STOCK}. */
export const CLAIM_OF_ORDER = statement('stock.claim_of_order', {
  params: ORDER,
  row: {
    /** Whether an item is offered to its buyer. */
    isOffered: types.boolean,
    /** Whether it needs no item of its own. */
    needsNone: types.boolean,
  },
  text: `
    SELECT EXISTS (SELECT FROM waiting_entries w
                   WHERE w.fanclub_id = o.fanclub_id AND w.plan_id = o.plan_id AND w.customer_id = o.customer_id
                     AND w.state = 'offered' AND ${forBuyerSql('o')}) AS "isOffered",
           ${NEEDS_NONE} AS "needsNone"
    FROM orders o WHERE o.fanclub_id = $fanclub AND o.id = $order`,
});

/**
 * Hands the place in the waiting list to the order of its customer. What was offered is no longer held for the place. A gift for
 * somebody else uses no place.
 */
export const USE_PLACE = statement('stock.use_place', {
  params: { ...ORDER, now: types.timestamptz },
  text: `
    UPDATE waiting_entries w SET state = 'ordered', order_id = o.id, updated_at = $now
    FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND w.fanclub_id = o.fanclub_id AND w.plan_id = o.plan_id
      AND w.customer_id = o.customer_id AND w.state <> 'ordered' AND ${forBuyerSql('o')}`,
});

/** Adds the item of an order. Writes no row for one that takes none. */
export const ADD_ITEM = statement('stock.add_item', {
  params: { ...ORDER, sold: types.boolean, now: types.timestamptz },
  text: `
    INSERT INTO stock_items (fanclub_id, plan_id, order_id, sold, created_at, updated_at)
    SELECT o.fanclub_id, o.plan_id, o.id, $sold, $now, $now FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND NOT ${NEEDS_NONE}`,
});

/**
 * Takes the item of an order without asking: the plan has no capacity, or the order has its item. A sale also deletes the place in
 * the waiting list that became the order. No row: {@link HOLD_STOCK} decides.
 */
export const TAKE_FREELY = statement('stock.take_freely', {
  params: { ...ORDER, sold: types.boolean, now: types.timestamptz },
  row: { id: types.bigint },
  text: `
    WITH ended AS (
      DELETE FROM waiting_entries WHERE fanclub_id = $fanclub AND order_id = $order AND $sold
    )
    INSERT INTO stock_items AS i (fanclub_id, plan_id, order_id, sold, created_at, updated_at)
    SELECT o.fanclub_id, o.plan_id, o.id, $sold, $now, $now FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND NOT ${NEEDS_NONE}
      AND (NOT EXISTS (SELECT FROM plan_stock s WHERE s.fanclub_id = o.fanclub_id AND s.plan_id = o.plan_id)
           OR EXISTS (SELECT FROM stock_items x WHERE x.fanclub_id = o.fanclub_id AND x.order_id = o.id))
    ON CONFLICT (fanclub_id, order_id) DO UPDATE SET sold = i.sold OR excluded.sold, updated_at = excluded.updated_at
    RETURNING i.id`,
});

/** Deletes the place that became an order. */
export const END_PLACE = statement('stock.end_place', {
  params: ORDER,
  text: `DELETE FROM waiting_entries WHERE fanclub_id = $fanclub AND order_id = $order`,
});

/**
 * Passes the item of an order whose money is returned on to the paid order that has renewed its membership, which took none. `$item`: the
 * order that took the item. Writes no row if there is no such order.
 */
export const PASS_ITEM_ON = statement('stock.pass_item_on', {
  params: { ...ORDER, item: types.bigint, now: types.timestamptz },
  text: `
    UPDATE stock_items i SET order_id = o.id, updated_at = $now
    FROM subscriptions s
    JOIN orders o ON o.fanclub_id = s.fanclub_id AND o.renews_subscription_id = s.id AND o.plan_id = s.plan_id
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    WHERE i.fanclub_id = $fanclub AND i.order_id = $item AND i.sold AND i.plan_id = o.plan_id
      AND s.fanclub_id = $fanclub AND s.order_id = $order AND ${DUE_SQL}
      AND NOT EXISTS (SELECT FROM stock_items x WHERE x.fanclub_id = o.fanclub_id AND x.order_id = o.id)`,
});

/** Deletes the item of an order. Writes no row if it was given back before, or is sold and `$evenSold` is false. */
export const GIVE_BACK_ITEM = statement('stock.give_back_item', {
  params: { ...ORDER, evenSold: types.boolean },
  text: `
    DELETE FROM stock_items WHERE fanclub_id = $fanclub AND order_id = $order AND ($evenSold OR NOT sold)`,
});

/** Gives the place of a closed order back to its customer, unless the time of the offer is over. */
export const GIVE_BACK_PLACE = statement('stock.give_back_place', {
  params: { ...ORDER, now: types.timestamptz },
  text: `
    UPDATE waiting_entries
    SET state = CASE WHEN offered_until IS NULL THEN 'waiting' ELSE 'offered' END, order_id = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND order_id = $order AND (offered_until IS NULL OR offered_until > $now)`,
});

/**
 * Offers what a closed order held to its customer until `$until`, or until the end of an offer that ends later. Writes no row for a
 * plan without a capacity, and for a gift for somebody else.
 */
export const KEEP_PLACE = statement('stock.keep_place', {
  params: { ...ORDER, until: types.timestamptz, now: types.timestamptz },
  text: `
    INSERT INTO waiting_entries AS w (fanclub_id, plan_id, customer_id, state, offered_until, created_at, updated_at)
    SELECT o.fanclub_id, o.plan_id, o.customer_id, 'offered', $until::timestamptz, $now::timestamptz, $now::timestamptz
    FROM orders o JOIN plan_stock s ON s.fanclub_id = o.fanclub_id AND s.plan_id = o.plan_id
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND ${forBuyerSql('o')}
    ON CONFLICT (fanclub_id, plan_id, customer_id) DO UPDATE
    SET state = 'offered', order_id = NULL, offered_until = greatest(w.offered_until, excluded.offered_until),
        updated_at = excluded.updated_at`,
});

/** Whether a customer may order a sold-out plan: an item is offered, or an open order holds it. One row. */
export const CLAIM_OF_CUSTOMER = statement('stock.claim_of_customer', {
  params: { ...PLAN, customer: types.bigint },
  row: { hasClaim: types.boolean },
  text: `
    SELECT EXISTS (SELECT FROM waiting_entries
                   WHERE fanclub_id = $fanclub AND plan_id = $plan AND customer_id = $customer AND state <> 'waiting')
        OR EXISTS (SELECT FROM stock_items i JOIN orders o ON o.fanclub_id = i.fanclub_id AND o.id = i.order_id
                   WHERE i.fanclub_id = $fanclub AND i.plan_id = $plan AND o.customer_id = $customer AND NOT i.sold
                     AND ${forBuyerSql('o')})
      AS "hasClaim"`,
});

/**
 * What contradicts itself: counts of plans that are not those of their items and offers, items of orders that are neither open nor
 * completed, open orders without an item that need one, and paid gifts for others without an item, unless it was given back.
 */
export const STOCK_DIFFERENCES = statement('stock.differences', {
  params: { fanclub: types.bigint },
  row: { what: types.text, id: types.bigint, here: types.text, counted: types.text },
  text: `
    WITH counted AS (
      SELECT s.plan_id, s.held, s.sold, s.waiting,
             (SELECT count(*) FROM stock_items i
              WHERE i.fanclub_id = s.fanclub_id AND i.plan_id = s.plan_id AND NOT i.sold)
               + count(w.id) FILTER (WHERE w.state = 'offered') AS "isHeld",
             (SELECT count(*) FROM stock_items i
              WHERE i.fanclub_id = s.fanclub_id AND i.plan_id = s.plan_id AND i.sold) AS "isSold",
             count(w.id) FILTER (WHERE w.state = 'waiting') AS "isWaiting"
      FROM plan_stock s LEFT JOIN waiting_entries w ON w.fanclub_id = s.fanclub_id AND w.plan_id = s.plan_id
      WHERE s.fanclub_id = $fanclub GROUP BY s.id
    ), items AS (
      SELECT o.id, CASE i.sold WHEN true THEN 'sold' WHEN false THEN 'held' ELSE 'none' END AS here,
             CASE WHEN ${OPEN_SQL} THEN 'held' WHEN ${COMPLETED_SQL} THEN 'sold' ELSE 'none' END AS counted,
             o.kind IN ('renewal', 'conversion') OR ${NEEDS_NONE} AS "mayHaveNone"
      FROM orders o JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      LEFT JOIN stock_items i ON i.fanclub_id = o.fanclub_id AND i.order_id = o.id
      WHERE o.fanclub_id = $fanclub AND (i.id IS NOT NULL OR ${OPEN_SQL} OR ${COMPLETED_SQL} AND ${KEEPS_GIFT})
    )
    SELECT 'stock of plan' AS what, plan_id AS id, concat_ws(' + ', held, sold, waiting) AS here,
           concat_ws(' + ', "isHeld", "isSold", "isWaiting") AS counted
    FROM counted WHERE (held, sold, waiting) IS DISTINCT FROM ("isHeld", "isSold", "isWaiting")
    UNION ALL
    SELECT 'item of order', id, here, counted FROM items WHERE here <> counted AND NOT (here = 'none' AND "mayHaveNone")
    ORDER BY 1, 2`,
});
