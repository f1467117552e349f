import { OPEN_SQL } from '#domains/orders';
import { QUEUED_SQL } from '#domains/subscriptions';
import { type RowOf, statement, types } from '#platform/database';
import { type DisputeState, IS_DISPUTED_SQL } from '../disputes/payment-dispute.entity';
import type { PaymentState } from '../payment.entity';
import type { RefundEffect, RefundState } from '../refunds/refund.entity';

const ORDER = { fanclub: types.bigint, order: types.bigint };

/** The facts of an order that decide what can be refunded. */
export const FIND_STAFF_ORDER = statement('staff_payments.order', {
  params: ORDER,
  row: {
    customerId: types.bigint,
    receipt: types.integer.orNull,
    /** Whether it waits for its payment. */
    isOpen: types.boolean,
    isUpgrade: types.boolean,
    /** Whether its membership has not begun. */
    isQueued: types.boolean,
    supportLimit: types.numeric,
    /** Whether a dispute of a payment is not decided. */
    isDisputed: types.boolean,
  },
  text: `
    SELECT o.customer_id AS "customerId", o.receipt_number AS receipt, ${OPEN_SQL} AS "isOpen",
           o.replaces_subscription_id IS NOT NULL AS "isUpgrade",
           EXISTS (SELECT FROM queued_subscriptions q
                   WHERE q.fanclub_id = o.fanclub_id AND q.order_id = o.id AND ${QUEUED_SQL}) AS "isQueued",
           f.support_refund_limit AS "supportLimit",
           EXISTS (SELECT FROM payments p WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND ${IS_DISPUTED_SQL}) AS "isDisputed"
    FROM orders o JOIN fanclubs f ON f.id = o.fanclub_id
    WHERE o.fanclub_id = $fanclub AND o.id = $order`,
});

/** The payments of an order, the oldest first. */
export const LIST_ORDER_PAYMENTS = statement('staff_payments.payments', {
  params: ORDER,
  row: {
    id: types.bigint,
    provider: types.text,
    live: types.boolean,
    /** The provider's id of the payment. */
    ref: types.text.orNull,
    state: types.textOf<PaymentState>(),
    surplus: types.boolean,
    amount: types.numeric,
    refunded: types.numeric,
    currency: types.text,
    cardBrand: types.text.orNull,
    cardLast4: types.text.orNull,
    failure: types.text.orNull,
    createdAt: types.timestamptz,
    settledAt: types.timestamptz.orNull,
  },
  text: `
    SELECT p.id, a.provider, a.live, p.payment_ref AS ref, p.state, p.surplus, p.amount, p.refunded, p.currency,
           p.card_brand AS "cardBrand", p.card_last4 AS "cardLast4", p.failure, p.created_at AS "createdAt",
           p.settled_at AS "settledAt"
    FROM payments p JOIN payment_accounts a ON a.fanclub_id = p.fanclub_id AND a.id = p.account_id
    WHERE p.fanclub_id = $fanclub AND p.order_id = $order ORDER BY p.attempt`,
});

/** The refunds of an order, the oldest first. */
export const LIST_ORDER_REFUNDS = statement('staff_payments.refunds', {
  params: ORDER,
  row: {
    id: types.bigint,
    paymentId: types.bigint,
    amount: types.numeric,
    currency: types.text,
    state: types.textOf<RefundState>(),
    effect: types.textOf<RefundEffect>(),
    reason: types.text,
    failure: types.text.orNull,
    createdAt: types.timestamptz,
    /** Null: an operator, or the service itself. */
    by: types.text.orNull,
    note: types.text.orNull,
  },
  text: `
    SELECT r.id, r.payment_id AS "paymentId", r.amount, p.currency, r.state, r.effect, r.reason, r.failure,
           r.created_at AS "createdAt", s.name AS by, r.note
    FROM refunds r
    JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    LEFT JOIN staff s ON s.id = r.staff_id
    WHERE r.fanclub_id = $fanclub AND p.order_id = $order ORDER BY r.id`,
});

/** The disputes of the payments of an order, the oldest first. */
export const LIST_ORDER_DISPUTES = statement('staff_payments.disputes', {
  params: ORDER,
  row: {
    paymentId: types.bigint,
    /** The provider's id. */
    ref: types.text,
    amount: types.numeric,
    currency: types.text,
    state: types.textOf<DisputeState>(),
    openedAt: types.timestamptz,
    decidedAt: types.timestamptz.orNull,
  },
  text: `
    SELECT d.payment_id AS "paymentId", d.provider_ref AS ref, d.amount, p.currency, d.state, d.opened_at AS "openedAt",
           d.decided_at AS "decidedAt"
    FROM payment_disputes d JOIN payments p ON p.fanclub_id = d.fanclub_id AND p.id = d.payment_id
    WHERE d.fanclub_id = $fanclub AND p.order_id = $order ORDER BY d.opened_at, d.id`,
});

/** The transitions of an order, its payments and refunds, the oldest first. */
export const LIST_ORDER_TRANSITIONS = statement('staff_payments.transitions', {
  params: ORDER,
  row: {
    subject: types.text,
    number: types.bigint,
    from: types.text,
    to: types.text,
    cause: types.text,
    at: types.timestamptz,
  },
  text: `
    WITH subjects (subject, number) AS (
      SELECT 'order', $order::bigint
      UNION ALL SELECT 'payment', p.id FROM payments p WHERE p.fanclub_id = $fanclub AND p.order_id = $order
      UNION ALL
      SELECT 'refund', r.id FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
      WHERE r.fanclub_id = $fanclub AND p.order_id = $order
    )
    SELECT t.subject, t.subject_number AS number, t.from_state AS "from", t.to_state AS "to", t.cause, t.at
    FROM subjects s
    JOIN payment_transitions t ON t.fanclub_id = $fanclub AND t.subject = s.subject AND t.subject_number = s.number
    ORDER BY t.at, t.id`,
});

export type StaffPaymentRow = RowOf<typeof LIST_ORDER_PAYMENTS>;
export type StaffRefundRow = RowOf<typeof LIST_ORDER_REFUNDS>;
