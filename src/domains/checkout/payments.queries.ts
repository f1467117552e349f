import { type RowOf, statement, types } from '#platform/database';
import type { ClosedReason, OrderKind } from '#domains/orders/order.entity';
import type { PaymentState } from './payment.entity';

const ORDER_ID = { fanclub: types.bigint, order: types.bigint };
const PAYMENT_ID = { fanclub: types.bigint, payment: types.bigint };

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
    billingAddress: types.jsonText.orNull,
    receipt: types.integer.orNull,
  },
  text: `
    UPDATE orders
    SET paid_at = $now, closed_at = NULL, closed_reason = NULL, receipt_number = $receipt,
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
        WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND p.state IN ('created', 'open', 'pending', 'unknown'))`,
});

/**
 * Whether the customer has paid another order for the same plan since this one was placed, or one for the same renewal, and was not
 * refunded. One row.
 */
export const IS_GIVEN_OTHERWISE = statement('checkout.is_given_otherwise', {
  params: ORDER_ID,
  row: { isGiven: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM orders o JOIN orders x ON x.fanclub_id = o.fanclub_id AND x.customer_id = o.customer_id AND x.id <> o.id
      WHERE o.fanclub_id = $fanclub AND o.id = $order AND x.paid_at IS NOT NULL AND x.refunded_at IS NULL
        AND (x.plan_id = o.plan_id AND x.paid_at >= o.created_at OR x.renews_subscription_id = o.renews_subscription_id)
    ) AS "isGiven"`,
});

const PAYMENT = {
  id: types.bigint,
  fanclubId: types.bigint,
  orderId: types.bigint,
  accountId: types.bigint,
  amount: types.numeric,
  currency: types.text,
  idempotencyKey: types.text,
  sessionRef: types.text.orNull,
  paymentRef: types.text.orNull,
  urlSealed: types.text.orNull,
  expiresAt: types.timestamptz.orNull,
  state: types.textOf<PaymentState>(),
  failure: types.text.orNull,
  requestedAt: types.timestamptz.orNull,
  refunded: types.numeric,
  surplus: types.boolean,
  createdAt: types.timestamptz,
};
const PAYMENT_COLUMNS = `
  p.id, p.fanclub_id AS "fanclubId", p.order_id AS "orderId", p.account_id AS "accountId", p.amount, p.currency,
  p.idempotency_key AS "idempotencyKey", p.session_ref AS "sessionRef", p.payment_ref AS "paymentRef",
  p.url_sealed AS "urlSealed", p.expires_at AS "expiresAt", p.state, p.failure, p.requested_at AS "requestedAt", p.refunded,
  p.surplus, p.created_at AS "createdAt"`;

/** Begins an attempt to pay. The key `uq_payments_live` refuses a second live one. */
export const ADD_PAYMENT = statement('payments.add', {
  params: {
    ...ORDER_ID,
    account: types.bigint,
    amount: types.numeric,
    currency: types.text,
    idempotencyKey: types.text,
    expiresAt: types.timestamptz,
    now: types.timestamptz,
  },
  row: PAYMENT,
  text: `
    INSERT INTO payments AS p (fanclub_id, order_id, account_id, attempt, way, amount, currency, idempotency_key, expires_at,
                               requested_at, created_at, updated_at)
    SELECT $fanclub, $order, $account, coalesce(max(x.attempt), 0) + 1, 'checkout', $amount, $currency, $idempotencyKey,
           $expiresAt, $now, $now, $now
    FROM payments x WHERE x.fanclub_id = $fanclub AND x.order_id = $order
    ON CONFLICT DO NOTHING
    RETURNING ${PAYMENT_COLUMNS}`,
});

export type PaymentRow = RowOf<typeof ADD_PAYMENT>;

/** The attempt of an order whose money may still arrive; else the last one. */
export const CURRENT_PAYMENT = statement('payments.current', {
  params: ORDER_ID,
  row: PAYMENT,
  text: `
    SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.fanclub_id = $fanclub AND p.order_id = $order
    ORDER BY p.state IN ('created', 'open', 'pending', 'unknown') DESC, p.attempt DESC LIMIT 1`,
});

export const FIND_PAYMENT = statement('payments.find', {
  params: PAYMENT_ID,
  row: PAYMENT,
  text: `SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.fanclub_id = $fanclub AND p.id = $payment`,
});

/** A payment, locked until the end of the transaction. */
export const HOLD_PAYMENT = statement('payments.hold', {
  params: PAYMENT_ID,
  row: PAYMENT,
  text: `
    SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.fanclub_id = $fanclub AND p.id = $payment FOR NO KEY UPDATE OF p`,
});

/** The payment that an event is about: by our number, else by the provider's name of its page or of itself. */
export const PAYMENT_OF_EVENT = statement('payments.of_event', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    ownNumber: types.bigint.orNull,
    object: types.text,
  },
  row: { id: types.bigint },
  text: `
    SELECT p.id FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.account_id = $account
      AND (p.id = $ownNumber OR p.session_ref = $object OR p.payment_ref = $object)
    LIMIT 1`,
});

/** Stores the page of a payment. Writes no row if the payment is beyond that. */
export const STORE_PAGE = statement('payments.store_page', {
  params: {
    ...PAYMENT_ID,
    session: types.text,
    urlSealed: types.text,
    expiresAt: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    UPDATE payments
    SET state = 'open', session_ref = $session, url_sealed = $urlSealed, expires_at = $expiresAt, failure = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $payment AND state = 'created'`,
});

/** Stores what the provider said. Names and cards that are known stay. */
export const STORE_OBSERVATION = statement('payments.store_observation', {
  params: {
    ...PAYMENT_ID,
    state: types.text,
    session: types.text.orNull,
    paymentRef: types.text.orNull,
    failure: types.text.orNull,
    advice: types.text.orNull,
    cardBrand: types.text.orNull,
    cardLast4: types.text.orNull,
    surplus: types.boolean,
    now: types.timestamptz,
  },
  text: `
    UPDATE payments
    SET state = $state, session_ref = coalesce($session, session_ref), payment_ref = coalesce($paymentRef, payment_ref),
        failure = $failure, advice = $advice, card_brand = coalesce($cardBrand, card_brand),
        card_last4 = coalesce($cardLast4, card_last4), surplus = $surplus,
        settled_at = CASE WHEN $state = 'succeeded' THEN coalesce(settled_at, $now) ELSE settled_at END,
        url_sealed = CASE WHEN $state IN ('created', 'open') THEN url_sealed END, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $payment`,
});

/** Stores why a payment waits, which staff see. */
export const STORE_FAILURE = statement('payments.store_failure', {
  params: { ...PAYMENT_ID, failure: types.text, now: types.timestamptz },
  text: `UPDATE payments SET failure = $failure, updated_at = $now WHERE fanclub_id = $fanclub AND id = $payment`,
});

export const ADD_TRANSITION = statement('payments.add_transition', {
  params: {
    fanclub: types.bigint,
    subject: types.text,
    number: types.bigint,
    from: types.text,
    to: types.text,
    cause: types.text,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO payment_transitions (fanclub_id, subject, subject_number, from_state, to_state, cause, at)
    VALUES ($fanclub, $subject, $number, $from, $to, $cause, $now)`,
});

/** Live payments that nobody has looked at for two minutes, of all fan clubs, the longest waiting first. */
export const WAITING_PAYMENTS = statement('payments.waiting', {
  params: { before: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT p.id, p.fanclub_id AS "fanclubId" FROM payments p
    WHERE p.state IN ('created', 'open', 'pending', 'unknown') AND p.updated_at < $before
    ORDER BY p.updated_at LIMIT $limit`,
});

/** Open orders without a live payment that were placed before, of all fan clubs. */
export const FORGOTTEN_ORDERS = statement('payments.forgotten_orders', {
  params: { before: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT o.id, o.fanclub_id AS "fanclubId" FROM orders o
    WHERE o.paid_at IS NULL AND o.closed_at IS NULL AND o.checkout_reference IS NOT NULL AND o.total > 0
      AND o.created_at < $before
      AND NOT EXISTS (
        SELECT FROM payments p
        WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND p.state IN ('created', 'open', 'pending', 'unknown'))
    ORDER BY o.created_at LIMIT $limit`,
});

/** Marks a payment as looked at, so that the others come first. */
export const TOUCH_PAYMENT = statement('payments.touch', {
  params: { ...PAYMENT_ID, now: types.timestamptz },
  text: `UPDATE payments SET updated_at = $now WHERE fanclub_id = $fanclub AND id = $payment`,
});

/** The next number of a fan club's receipts. It is used up only if the transaction commits, so there are no gaps. */
export const NEXT_RECEIPT = statement('payments.next_receipt', {
  params: { fanclub: types.bigint },
  row: { number: types.integer },
  text: `
    INSERT INTO fanclub_counters AS c (fanclub_id, receipts) VALUES ($fanclub, 1)
    ON CONFLICT (fanclub_id) DO UPDATE SET receipts = c.receipts + 1
    RETURNING c.receipts AS number`,
});

/** Other open orders no longer renew the subscription of this one, which was paid although it was closed. */
export const RELEASE_RENEWAL = statement('payments.release_renewal', {
  params: { ...ORDER_ID, renews: types.bigint, now: types.timestamptz },
  text: `
    UPDATE orders SET renews_subscription_id = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND renews_subscription_id = $renews AND id <> $order AND paid_at IS NULL AND closed_at IS NULL`,
});
