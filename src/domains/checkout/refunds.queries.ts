import { type RowOf, statement, types } from '#platform/database';
import type { RefundEffect, RefundState } from './refund.entity';

const REFUND_ID = { fanclub: types.bigint, refund: types.bigint };
const ORDER_ID = { fanclub: types.bigint, order: types.bigint };

const REFUNDABLE = {
  id: types.bigint,
  amount: types.numeric,
  refunded: types.numeric,
  currency: types.text,
  surplus: types.boolean,
};
const REFUNDABLE_COLUMNS = 'p.id, p.amount, p.refunded, p.currency, p.surplus';

const REFUND = {
  id: types.bigint,
  fanclubId: types.bigint,
  paymentId: types.bigint,
  orderId: types.bigint,
  accountId: types.bigint,
  paymentRef: types.text.orNull,
  currency: types.text,
  amount: types.numeric,
  reason: types.text,
  effect: types.textOf<RefundEffect>(),
  idempotencyKey: types.text,
  providerRef: types.text.orNull,
  state: types.textOf<RefundState>(),
  failure: types.text.orNull,
  sentAt: types.timestamptz.orNull,
  createdAt: types.timestamptz,
};
const REFUND_COLUMNS = `
  r.id, r.fanclub_id AS "fanclubId", r.payment_id AS "paymentId", p.order_id AS "orderId", p.account_id AS "accountId",
  p.payment_ref AS "paymentRef", p.currency, r.amount, r.reason, r.effect, r.idempotency_key AS "idempotencyKey",
  r.provider_ref AS "providerRef", r.state, r.failure, r.sent_at AS "sentAt", r.created_at AS "createdAt"`;

/**
 * The payment of an order that is to be refunded, locked until the end of the transaction: a surplus one whose refund failed, else the
 * one that paid the order. No row if there is none.
 */
export const HOLD_PAID = statement('refunds.hold_paid', {
  params: ORDER_ID,
  row: REFUNDABLE,
  text: `
    SELECT ${REFUNDABLE_COLUMNS} FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.order_id = $order AND p.state = 'succeeded' AND (NOT p.surplus OR p.refunded < p.amount AND EXISTS (
      SELECT FROM refunds r WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'failed'))
    ORDER BY p.surplus DESC, p.id LIMIT 1 FOR NO KEY UPDATE`,
});

/** A payment that succeeded, by the provider's name of it, locked. */
export const HOLD_REFUNDED = statement('refunds.hold_refunded', {
  params: { fanclub: types.bigint, account: types.bigint, ref: types.text },
  row: REFUNDABLE,
  text: `
    SELECT ${REFUNDABLE_COLUMNS} FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.account_id = $account AND p.payment_ref = $ref AND p.state = 'succeeded'
    FOR NO KEY UPDATE`,
});

/** The order of a payment, by the provider's name of it. */
export const ORDER_OF_PAYMENT = statement('refunds.order_of_payment', {
  params: { fanclub: types.bigint, account: types.bigint, ref: types.text },
  row: { orderId: types.bigint },
  text: `
    SELECT order_id AS "orderId" FROM payments
    WHERE fanclub_id = $fanclub AND account_id = $account AND payment_ref = $ref AND state = 'succeeded'`,
});

/** Our refund of a payment behind one of the provider: by its name, else by our id, if its answer was lost. */
export const KNOWN_REFUND = statement('refunds.known', {
  params: { fanclub: types.bigint, payment: types.bigint, ref: types.text, ownNumber: types.bigint.orNull },
  row: { id: types.bigint },
  text: `
    SELECT id FROM refunds
    WHERE fanclub_id = $fanclub AND payment_id = $payment AND (provider_ref = $ref OR id = $ownNumber AND provider_ref IS NULL)
    ORDER BY provider_ref IS NULL LIMIT 1`,
});

/** Whether the membership of an order is still to begin. Always one row. */
export const IS_ORDER_QUEUED = statement('refunds.is_order_queued', {
  params: ORDER_ID,
  row: { isQueued: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM queued_subscriptions WHERE fanclub_id = $fanclub AND order_id = $order AND processed_at IS NULL
    ) AS "isQueued"`,
});

/**
 * A surplus payment that is to be refunded now. A refund that the provider refused at once is tried again a day later,
 * unless staff dealt with it. One that the provider made and that failed afterwards is for staff: its buyer was told of it.
 */
const SURPLUS_TO_REFUND = `p.surplus AND p.refunded < p.amount
      AND NOT EXISTS (
        SELECT FROM refunds r
        WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'failed'
          AND (r.created_at > $since OR r.provider_ref IS NOT NULL OR r.resolved_at IS NOT NULL))`;

/** A surplus payment that is to be refunded, locked. No row if it is not. */
export const HOLD_SURPLUS = statement('refunds.hold_surplus', {
  params: { fanclub: types.bigint, payment: types.bigint, since: types.timestamptz },
  row: { id: types.bigint, amount: types.numeric, refunded: types.numeric },
  text: `
    SELECT p.id, p.amount, p.refunded FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.id = $payment AND ${SURPLUS_TO_REFUND}
    FOR NO KEY UPDATE`,
});

/** Reserves the money of a refund. The key `ck_payments_refunded` refuses more than was paid. */
export const RESERVE_REFUND = statement('refunds.reserve', {
  params: { fanclub: types.bigint, payment: types.bigint, amount: types.numeric, now: types.timestamptz },
  text: `
    UPDATE payments SET refunded = refunded + $amount, updated_at = $now WHERE fanclub_id = $fanclub AND id = $payment`,
});

export const ADD_REFUND = statement('refunds.add', {
  params: {
    fanclub: types.bigint,
    payment: types.bigint,
    amount: types.numeric,
    reason: types.text,
    effect: types.text,
    staff: types.bigint.orNull,
    idempotencyKey: types.text,
    /** Null: the provider is still to be asked. */
    providerRef: types.text.orNull,
    now: types.timestamptz,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO refunds (fanclub_id, payment_id, amount, reason, effect, staff_id, idempotency_key, provider_ref, created_at,
                         updated_at)
    VALUES ($fanclub, $payment, $amount, $reason, $effect, $staff, $idempotencyKey, $providerRef, $now, $now)
    RETURNING id`,
});

export const FIND_REFUND = statement('refunds.find', {
  params: REFUND_ID,
  row: REFUND,
  text: `
    SELECT ${REFUND_COLUMNS} FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE r.fanclub_id = $fanclub AND r.id = $refund`,
});

/** The same, locked until the end of the transaction. */
export const HOLD_REFUND = statement('refunds.hold', {
  params: REFUND_ID,
  row: REFUND,
  text: `
    SELECT ${REFUND_COLUMNS} FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE r.fanclub_id = $fanclub AND r.id = $refund FOR NO KEY UPDATE OF r, p`,
});

/** Takes the sending of a refund. Writes no row if it needs no sending, or another process sent it a moment ago. */
export const CLAIM_REFUND = statement('refunds.claim', {
  params: { ...REFUND_ID, now: types.timestamptz, before: types.timestamptz },
  text: `
    UPDATE refunds SET sent_at = $now
    WHERE fanclub_id = $fanclub AND id = $refund AND state = 'requested' AND provider_ref IS NULL
      AND (sent_at IS NULL OR sent_at <= $before)`,
});

/** What the mail about a refund says, and to whom. No row for a customer without an e-mail address. */
export const FIND_REFUND_NEWS = statement('refunds.find_news', {
  params: REFUND_ID,
  row: {
    email: types.text.neverNullHere,
    firstName: types.text.orNull,
    planName: types.text,
    receipt: types.integer.orNull,
    cardBrand: types.text.orNull,
    cardLast4: types.text.orNull,
  },
  text: `
    SELECT c.email, c.first_name AS "firstName", l.name AS "planName", o.receipt_number AS receipt, p.card_brand AS "cardBrand",
           p.card_last4 AS "cardLast4"
    FROM refunds r
    JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    JOIN orders o ON o.fanclub_id = p.fanclub_id AND o.id = p.order_id
    JOIN plans l ON l.fanclub_id = o.fanclub_id AND l.id = o.plan_id
    JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
    WHERE r.fanclub_id = $fanclub AND r.id = $refund AND c.email IS NOT NULL`,
});

export type RefundRow = RowOf<typeof FIND_REFUND>;

export const STORE_REFUND = statement('refunds.store', {
  params: {
    ...REFUND_ID,
    state: types.text,
    providerRef: types.text.orNull,
    failure: types.text.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE refunds SET state = $state, provider_ref = coalesce($providerRef, provider_ref), failure = $failure, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $refund`,
});

/** Marks an order as refunded if all that was paid went back; writes no row otherwise. */
export const STORE_FULLY_REFUNDED = statement('refunds.store_fully_refunded', {
  params: { ...ORDER_ID, now: types.timestamptz },
  text: `
    UPDATE orders o SET refunded_at = $now, updated_at = $now
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.refunded_at IS NULL AND o.paid_at IS NOT NULL
      AND EXISTS (
        SELECT FROM payments p
        WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND p.state = 'succeeded' AND NOT p.surplus
          AND p.amount = (SELECT sum(r.amount) FROM refunds r
                          WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'succeeded'))`,
});

/** Undoes that, because a refund failed in the end. An order whose renewal another order has taken over stays refunded. */
export const STORE_NOT_REFUNDED = statement('refunds.store_not_refunded', {
  params: { ...ORDER_ID, now: types.timestamptz },
  text: `
    UPDATE orders o SET refunded_at = NULL, updated_at = $now
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.refunded_at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM orders x
        WHERE x.fanclub_id = o.fanclub_id AND x.renews_subscription_id = o.renews_subscription_id AND x.id <> o.id
          AND x.closed_at IS NULL AND x.refunded_at IS NULL)`,
});

/**
 * Ends the membership that an order paid for, also one that has not begun. The membership that it followed can be renewed again, and a
 * counted renewal no longer counts.
 */
export const CANCEL_PAID_TERM = statement('refunds.cancel_term', {
  params: { ...ORDER_ID, now: types.timestamptz },
  text: `
    WITH queued AS (
      UPDATE queued_subscriptions SET processed_at = $now, cancelled_at = $now, updated_at = $now
      WHERE fanclub_id = $fanclub AND order_id = $order AND processed_at IS NULL
    ), released AS (
      UPDATE orders SET renews_subscription_id = NULL, updated_at = $now
      WHERE fanclub_id = $fanclub AND id = $order AND renews_subscription_id IS NOT NULL
    ), uncounted AS (
      UPDATE customers c SET renewals = c.renewals - 1, updated_at = $now
      FROM orders o JOIN subscriptions s ON s.fanclub_id = o.fanclub_id AND s.order_id = o.id AND NOT s.cancelled
      WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.kind = 'renewal' AND c.fanclub_id = o.fanclub_id
        AND c.id = o.customer_id AND c.locked_plan_id = o.plan_id AND c.renewals > 0
    )
    UPDATE subscriptions SET cancelled = true, cancelled_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND order_id = $order AND NOT cancelled`,
});

/** The membership that an upgrade ended goes on, if its term is not over, and it was not refunded itself. */
export const RESTORE_FORMER = statement('refunds.restore_former', {
  params: { ...ORDER_ID, now: types.timestamptz },
  text: `
    UPDATE subscriptions s SET cancelled = false, cancelled_at = NULL, updated_at = $now
    FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.id = $order AND s.fanclub_id = o.fanclub_id AND s.id = o.replaces_subscription_id
      AND s.cancelled AND s.cancelled_at = o.paid_at AND (s.end_date IS NULL OR s.end_date > $now)
      AND NOT EXISTS (
        SELECT FROM payments p JOIN refunds r ON r.fanclub_id = p.fanclub_id AND r.payment_id = p.id
        WHERE p.fanclub_id = s.fanclub_id AND p.order_id = s.order_id AND r.state = 'succeeded' AND r.effect <> 'keep')`,
});

/** Deletes the parcels of an order that were not sent. */
export const CANCEL_PARCELS = statement('refunds.cancel_parcels', {
  params: ORDER_ID,
  text: `DELETE FROM shipments WHERE fanclub_id = $fanclub AND order_id = $order AND ship_date IS NULL`,
});

/**
 * Takes refunds that were not sent, or whose outcome is open, of all fan clubs, the longest waiting first. They count as looked at, so
 * that the next run takes others, also if a provider does not answer.
 */
export const TAKE_WAITING_REFUNDS = statement('refunds.take_waiting', {
  params: { before: types.timestamptz, now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    WITH waiting AS (
      SELECT fanclub_id, id FROM refunds WHERE state IN ('requested', 'pending') AND updated_at <= $before
      ORDER BY updated_at LIMIT $limit FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE refunds r SET updated_at = $now FROM waiting w WHERE r.fanclub_id = w.fanclub_id AND r.id = w.id
    RETURNING r.id, r.fanclub_id AS "fanclubId"`,
});

/** Surplus payments that are to be refunded, of all fan clubs. */
export const SURPLUS_PAYMENTS = statement('refunds.surplus_payments', {
  params: { since: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT p.id, p.fanclub_id AS "fanclubId" FROM payments p WHERE ${SURPLUS_TO_REFUND} ORDER BY p.id LIMIT $limit`,
});

/** The refund that an event is about: by the provider's name of it, else by our id, if its answer was lost. */
export const REFUND_OF_EVENT = statement('refunds.of_event', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    object: types.text,
    ownNumber: types.bigint.orNull,
  },
  row: { id: types.bigint },
  text: `
    SELECT r.id FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE r.fanclub_id = $fanclub AND p.account_id = $account
      AND (r.provider_ref = $object OR r.id = $ownNumber AND r.provider_ref IS NULL)
    ORDER BY r.provider_ref IS NULL LIMIT 1`,
});
