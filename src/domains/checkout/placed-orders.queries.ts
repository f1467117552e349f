import { type RowOf, statement, types } from '#platform/database';
import type { ClosedReason, OrderKind } from '#domains/orders/order.entity';
import { IN_LIVE_STATES } from './payment.entity';

const ORDER_ID = { fanclub: types.bigint, order: types.bigint };

/** An order that the checkout placed. */
const ORDER = {
  id: types.bigint,
  customerId: types.bigint,
  planId: types.bigint,
  reference: types.text.neverNullHere,
  kind: types.textOf<OrderKind>(),
  currency: types.text.orNull,
  shipping: types.numeric.orNull,
  discount: types.numeric.orNull,
  subtotal: types.numeric.orNull,
  total: types.numeric.orNull,
  replaces: types.bigint.orNull,
  renews: types.bigint.orNull,
  renewalConsent: types.text.orNull,
  createdAt: types.timestamptz,
  paidAt: types.timestamptz.orNull,
  refundedAt: types.timestamptz.orNull,
  closedAt: types.timestamptz.orNull,
  closedReason: types.textOf<ClosedReason>().orNull,
  receiptNumber: types.integer.orNull,
};
const ORDER_COLUMNS = `
  o.id, o.customer_id AS "customerId", o.plan_id AS "planId", o.checkout_reference AS reference, o.kind, o.currency, o.shipping,
  o.discount, o.subtotal, o.total, o.replaces_subscription_id AS replaces, o.renews_subscription_id AS renews,
  o.renewal_consent AS "renewalConsent", o.created_at AS "createdAt", o.paid_at AS "paidAt", o.refunded_at AS "refundedAt",
  o.closed_at AS "closedAt", o.closed_reason AS "closedReason", o.receipt_number AS "receiptNumber"`;

/** An order of the checkout. */
export const FIND_PLACED_ORDER = statement('checkout.find_placed_order', {
  params: ORDER_ID,
  row: ORDER,
  text: `
    SELECT ${ORDER_COLUMNS} FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.checkout_reference IS NOT NULL`,
});

export type PlacedOrder = RowOf<typeof FIND_PLACED_ORDER>;

/** Locks the buyer of an order, so that orders for a customer run one after the other. No row without such an order. */
export const HOLD_BUYER_OF_ORDER = statement('checkout.hold_buyer_of_order', {
  params: ORDER_ID,
  row: { id: types.bigint },
  text: `
    SELECT c.id FROM orders o JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
    WHERE o.fanclub_id = $fanclub AND o.id = $order FOR NO KEY UPDATE OF c`,
});

export const FIND_REFERRED_ORDER = statement('checkout.find_referred_order', {
  params: { fanclub: types.bigint, reference: types.text },
  row: ORDER,
  text: `SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.fanclub_id = $fanclub AND o.checkout_reference = $reference`,
});

/** A customer's orders that wait for money. */
export const OPEN_ORDERS = statement('checkout.open_orders', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: ORDER,
  text: `
    SELECT ${ORDER_COLUMNS} FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND o.paid_at IS NULL AND o.closed_at IS NULL
      AND o.checkout_reference IS NOT NULL AND o.total > 0
    ORDER BY o.id`,
});

/** No row if there is an order with the reference, or an open one of the customer for the plan. */
export const ADD_ORDER = statement('checkout.add_order', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    plan: types.bigint,
    reference: types.text,
    kind: types.text,
    currency: types.text.orNull,
    shipping: types.numeric.orNull,
    discount: types.numeric.orNull,
    subtotal: types.numeric.orNull,
    total: types.numeric.orNull,
    replaces: types.bigint.orNull,
    renews: types.bigint.orNull,
    renewalConsent: types.text.orNull,
    now: types.timestamptz,
  },
  row: ORDER,
  text: `
    INSERT INTO orders AS o (fanclub_id, customer_id, plan_id, checkout_reference, kind, currency, shipping, discount, subtotal,
                             total, replaces_subscription_id, renews_subscription_id, renewal_consent, created_at, updated_at)
    VALUES ($fanclub, $customer, $plan, $reference, $kind, $currency, $shipping, $discount, $subtotal, $total, $replaces, $renews,
            $renewalConsent, $now, $now)
    ON CONFLICT DO NOTHING
    RETURNING ${ORDER_COLUMNS}`,
});

/** Writes no row if the order is paid already. A closed order is opened again: money wins. */
export const COMPLETE_ORDER = statement('checkout.complete_order', {
  params: {
    ...ORDER_ID,
    now: types.timestamptz,
    /** As it is fulfilled, which may differ from how it was placed; null: as it was placed. */
    kind: types.text.orNull,
    billingAddress: types.jsonText.orNull,
    receipt: types.integer.orNull,
  },
  text: `
    UPDATE orders
    SET paid_at = $now, kind = coalesce($kind, kind), closed_at = NULL, closed_reason = NULL, receipt_number = $receipt,
        billing_address = coalesce($billingAddress, billing_address), updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $order AND paid_at IS NULL`,
});

/** Writes no row if the order is paid or closed, or its money may still arrive. */
export const CLOSE_ORDER = statement('checkout.close_order', {
  params: { ...ORDER_ID, reason: types.text, now: types.timestamptz },
  text: `
    UPDATE orders o SET closed_at = $now, closed_reason = $reason, updated_at = $now
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.paid_at IS NULL AND o.closed_at IS NULL
      AND NOT EXISTS (
        SELECT FROM payments p
        WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND p.state ${IN_LIVE_STATES})`,
});

/**
 * Whether the buyer has paid another order since this one was placed, or one that renews the same membership, and was not refunded.
 * A gift counts only for the same plan, and a free order does not count. One row.
 */
export const IS_GIVEN_OTHERWISE = statement('checkout.is_given_otherwise', {
  params: ORDER_ID,
  row: { isGiven: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM orders o JOIN orders x ON x.fanclub_id = o.fanclub_id AND x.customer_id = o.customer_id AND x.id <> o.id
      WHERE o.fanclub_id = $fanclub AND o.id = $order AND x.paid_at IS NOT NULL AND x.refunded_at IS NULL
        AND (x.plan_id = o.plan_id AND x.paid_at >= o.created_at OR x.total > 0 AND x.paid_at > o.created_at
             OR x.renews_subscription_id = o.renews_subscription_id)
    ) AS "isGiven"`,
});

/** Open orders without a live payment that were placed before, of all fan clubs. */
export const FORGOTTEN_ORDERS = statement('checkout.forgotten_orders', {
  params: { before: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT o.id, o.fanclub_id AS "fanclubId" FROM orders o
    WHERE o.paid_at IS NULL AND o.closed_at IS NULL AND o.checkout_reference IS NOT NULL AND o.total > 0
      AND o.created_at < $before
      AND NOT EXISTS (
        SELECT FROM payments p
        WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND p.state ${IN_LIVE_STATES})
    ORDER BY o.created_at LIMIT $limit`,
});

/** Takes open orders of plans that staff withdrew, of all fan clubs. They count as looked at, so that the next run takes others. */
export const TAKE_WITHDRAWN_ORDERS = statement('checkout.take_withdrawn_orders', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    WITH withdrawn AS (
      SELECT o.fanclub_id, o.id FROM orders o JOIN plans l ON l.fanclub_id = o.fanclub_id AND l.id = o.plan_id
      WHERE o.paid_at IS NULL AND o.closed_at IS NULL AND o.checkout_reference IS NOT NULL AND o.total > 0 AND l.deleted
      ORDER BY o.updated_at LIMIT $limit FOR NO KEY UPDATE OF o SKIP LOCKED
    )
    UPDATE orders o SET updated_at = $now FROM withdrawn w WHERE o.fanclub_id = w.fanclub_id AND o.id = w.id
    RETURNING o.id, o.fanclub_id AS "fanclubId"`,
});

/** The next number of a fan club's receipts. It is used up only if the transaction commits, so there are no gaps. */
export const NEXT_RECEIPT = statement('checkout.next_receipt', {
  params: { fanclub: types.bigint },
  row: { number: types.integer },
  text: `
    INSERT INTO fanclub_counters AS c (fanclub_id, receipts) VALUES ($fanclub, 1)
    ON CONFLICT (fanclub_id) DO UPDATE SET receipts = c.receipts + 1
    RETURNING c.receipts AS number`,
});

/** Other open orders no longer renew the subscription of this one, which was paid although it was closed. */
export const RELEASE_RENEWAL = statement('checkout.release_renewal', {
  params: { ...ORDER_ID, renews: types.bigint, now: types.timestamptz },
  text: `
    UPDATE orders SET renews_subscription_id = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND renews_subscription_id = $renews AND id <> $order AND paid_at IS NULL AND closed_at IS NULL`,
});
