import { type RowOf, statement, types, type ValuesOf } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { type ClosedReason, forBuyerSql, OPEN_SQL, type OrderKind } from './order.entity';

const ORDER_ID = { fanclub: types.bigint, order: types.bigint };

/** What an order says from its beginning. */
const TERMS = {
  kind: types.textOf<OrderKind>(),
  currency: types.text.orNull,
  shipping: types.numeric.orNull,
  discount: types.numeric.orNull,
  subtotal: types.numeric.orNull,
  total: types.numeric.orNull,
  /** The subscription that it replaces; null: none. */
  replaces: types.bigint.orNull,
  /** The subscription that it renews; null: none. */
  renews: types.bigint.orNull,
  renewalConsent: types.text.orNull,
  /** Until when it waits for its payment; null: as long as a payment page lives. */
  payUntil: types.timestamptz.orNull,
};

/** An order that the checkout placed. */
const ORDER = {
  id: types.bigint,
  customerId: types.bigint,
  planId: types.bigint,
  reference: types.text.neverNullHere,
  ...TERMS,
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
  o.renewal_consent AS "renewalConsent", o.pay_until AS "payUntil", o.created_at AS "createdAt", o.paid_at AS "paidAt", o.refunded_at AS "refundedAt",
  o.closed_at AS "closedAt", o.closed_reason AS "closedReason", o.receipt_number AS "receiptNumber"`;

/** An order of the checkout. */
export const FIND_PLACED_ORDER = statement('orders.find_placed', {
  params: ORDER_ID,
  row: ORDER,
  text: `
    SELECT ${ORDER_COLUMNS} FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.checkout_reference IS NOT NULL`,
});

export type PlacedOrder = RowOf<typeof FIND_PLACED_ORDER>;

/** Locks the buyer of an order, so that orders for a customer run one after the other. No row without such an order. */
export const HOLD_BUYER_OF_ORDER = statement('orders.hold_buyer', {
  params: ORDER_ID,
  row: { id: types.bigint },
  text: `
    SELECT c.id FROM orders o JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
    WHERE o.fanclub_id = $fanclub AND o.id = $order FOR NO KEY UPDATE OF c`,
});

export const FIND_REFERRED_ORDER = statement('orders.find_referred', {
  params: { fanclub: types.bigint, reference: types.text },
  row: ORDER,
  text: `SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.fanclub_id = $fanclub AND o.checkout_reference = $reference`,
});

/** A customer's open orders: those for the customer, or the gifts that the customer buys. */
export const OPEN_ORDERS = statement('orders.open', {
  params: { fanclub: types.bigint, customer: types.bigint, areGifts: types.boolean },
  row: ORDER,
  text: `
    SELECT ${ORDER_COLUMNS} FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND ${OPEN_SQL} AND ${forBuyerSql('o')} <> $areGifts
    ORDER BY o.id`,
});

const NEW_ORDER = {
  customer: types.bigint,
  plan: types.bigint,
  reference: types.text,
  ...TERMS,
  now: types.timestamptz,
};

/** An order to place. `payUntil` may be absent, as null. */
export type NewOrder = Omit<ValuesOf<typeof NEW_ORDER>, 'payUntil'> & { readonly payUntil?: Date | null };

/** No row if the reference is used, or the customer has an open order for the plan. */
export const ADD_ORDER = statement('orders.place', {
  params: { fanclub: types.bigint, ...NEW_ORDER },
  row: ORDER,
  text: `
    INSERT INTO orders AS o (fanclub_id, customer_id, plan_id, checkout_reference, kind, currency, shipping, discount, subtotal,
                             total, replaces_subscription_id, renews_subscription_id, renewal_consent, pay_until,
                             created_at, updated_at)
    VALUES ($fanclub, $customer, $plan, $reference, $kind, $currency, $shipping, $discount, $subtotal, $total, $replaces, $renews,
            $renewalConsent, $payUntil, $now, $now)
    ON CONFLICT DO NOTHING
    RETURNING ${ORDER_COLUMNS}`,
});

/** Writes no row if the order is paid. A closed order is completed as well, since its money has arrived. */
export const COMPLETE_ORDER = statement('orders.complete', {
  params: {
    ...ORDER_ID,
    now: types.timestamptz,
    /** The kind of fulfilment. Null: the kind of the placed order. */
    kind: types.textOf<OrderKind>().orNull,
    billingAddress: types.jsonText.orNull,
    receipt: types.integer.orNull,
    taxRate: types.numeric.orNull,
  },
  text: `
    UPDATE orders
    SET paid_at = $now, kind = coalesce($kind, kind), closed_at = NULL, closed_reason = NULL, receipt_number = $receipt,
        tax_rate = $taxRate, billing_address = coalesce($billingAddress, billing_address), updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $order AND paid_at IS NULL`,
});

/** Writes no row if the order is paid or closed. */
export const CLOSE_ORDER = statement('orders.close', {
  params: { ...ORDER_ID, reason: types.text, now: types.timestamptz },
  text: `
    UPDATE orders SET closed_at = $now, closed_reason = $reason, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $order AND paid_at IS NULL AND closed_at IS NULL`,
});

/** Writes no row if the order is not paid, or was marked before. */
export const MARK_REFUNDED = statement('orders.mark_refunded', {
  params: { ...ORDER_ID, now: types.timestamptz },
  text: `
    UPDATE orders SET refunded_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $order AND refunded_at IS NULL AND paid_at IS NOT NULL`,
});

/** Writes no row if another order now renews the same membership. */
export const MARK_NOT_REFUNDED = statement('orders.mark_not_refunded', {
  params: { ...ORDER_ID, now: types.timestamptz },
  text: `
    UPDATE orders o SET refunded_at = NULL, updated_at = $now
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.refunded_at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM orders x
        WHERE x.fanclub_id = o.fanclub_id AND x.renews_subscription_id = o.renews_subscription_id AND x.id <> o.id
          AND x.closed_at IS NULL AND x.refunded_at IS NULL)`,
});

export const MARK_DISPUTED = statement('orders.mark_disputed', {
  params: { ...ORDER_ID, since: types.timestamptz.orNull, now: types.timestamptz },
  text: `
    UPDATE orders SET disputed_at = $since, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $order AND disputed_at IS DISTINCT FROM $since`,
});

/**
 * Whether the buyer has paid another order since this one was placed, or one that renews the same membership, and was not refunded.
 * A gift counts only for the same plan, and a free order does not count. Nor do bought gifts, of which a buyer can have many. One row.
 */
export const IS_GIVEN_OTHERWISE = statement('orders.is_given_otherwise', {
  params: ORDER_ID,
  row: { isGiven: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM orders o JOIN orders x ON x.fanclub_id = o.fanclub_id AND x.customer_id = o.customer_id AND x.id <> o.id
      WHERE o.fanclub_id = $fanclub AND o.id = $order AND x.paid_at IS NOT NULL AND x.refunded_at IS NULL
        AND ${forBuyerSql('o')} AND ${forBuyerSql('x')}
        AND (x.plan_id = o.plan_id AND x.paid_at >= o.created_at OR x.total > 0 AND x.paid_at > o.created_at
             OR x.renews_subscription_id = o.renews_subscription_id)
    ) AS "isGiven"`,
});

/** Takes open orders of withdrawn plans, of all fan clubs. Updates them, so that the next run takes others. */
export const TAKE_WITHDRAWN_ORDERS = statement('orders.take_withdrawn', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    WITH withdrawn AS (
      SELECT o.fanclub_id, o.id FROM orders o JOIN plans l ON l.fanclub_id = o.fanclub_id AND l.id = o.plan_id
      WHERE ${OPEN_SQL} AND l.deleted AND ${notHeldSql('o.fanclub_id')}
      ORDER BY o.updated_at LIMIT $limit FOR NO KEY UPDATE OF o SKIP LOCKED
    )
    UPDATE orders o SET updated_at = $now FROM withdrawn w WHERE o.fanclub_id = w.fanclub_id AND o.id = w.id
    RETURNING o.id, o.fanclub_id AS "fanclubId"`,
});

/** The next number of a fan club's receipts. It increases only if the transaction commits, so there are no gaps. */
export const NEXT_RECEIPT = statement('orders.next_receipt', {
  params: { fanclub: types.bigint },
  row: { number: types.integer },
  text: `
    INSERT INTO fanclub_counters AS c (fanclub_id, receipts) VALUES ($fanclub, 1)
    ON CONFLICT (fanclub_id) DO UPDATE SET receipts = c.receipts + 1
    RETURNING c.receipts AS number`,
});

/** The orders that staff gave in place of the membership of an order, also one after the other. */
export const GIVEN_INSTEAD = statement('orders.given_instead', {
  params: ORDER_ID,
  row: { id: types.bigint },
  text: `
    WITH RECURSIVE instead AS (
      SELECT $order::bigint AS id
      UNION
      SELECT o.id FROM instead i
      JOIN subscriptions s ON s.fanclub_id = $fanclub AND s.order_id = i.id
      JOIN orders o ON o.fanclub_id = s.fanclub_id AND o.replaces_subscription_id = s.id AND o.kind = 'comp'
    )
    SELECT id FROM instead WHERE id <> $order ORDER BY id`,
});

/** Clears the subscription that an order renews, so that another order may renew it. */
export const RELEASE_RENEWAL = statement('orders.release_renewal', {
  params: { ...ORDER_ID, now: types.timestamptz },
  text: `
    UPDATE orders SET renews_subscription_id = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $order AND renews_subscription_id IS NOT NULL`,
});

/** Clears the renewed subscription of other open orders, if this order renews the same one. */
export const TAKE_RENEWAL = statement('orders.take_renewal', {
  params: { ...ORDER_ID, renews: types.bigint, now: types.timestamptz },
  text: `
    UPDATE orders SET renews_subscription_id = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND renews_subscription_id = $renews AND id <> $order AND paid_at IS NULL AND closed_at IS NULL`,
});

export const DELETE_OF_CUSTOMERS = statement('orders.delete_of_customers', {
  params: { fanclub: types.bigint, customers: types.array(types.bigint) },
  text: 'DELETE FROM orders WHERE fanclub_id = $fanclub AND customer_id = ANY ($customers)',
});
