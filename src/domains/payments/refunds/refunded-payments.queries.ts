import { statement, types } from '#platform/database';

const ORDER_ID = { fanclub: types.bigint, order: types.bigint };

const REFUNDABLE = {
  id: types.bigint,
  amount: types.numeric,
  refunded: types.numeric,
  currency: types.text,
  surplus: types.boolean,
};
const REFUNDABLE_COLUMNS = 'p.id, p.amount, p.refunded, p.currency, p.surplus';

/**
 * The payment of an order to refund, locked until the end of the transaction: a surplus payment with a failed refund; else the one
 * that paid the order. No row if there is none.
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

/** A payment that succeeded, by the provider's id, locked. */
export const HOLD_REFUNDED = statement('refunds.hold_refunded', {
  params: { fanclub: types.bigint, account: types.bigint, ref: types.text },
  row: REFUNDABLE,
  text: `
    SELECT ${REFUNDABLE_COLUMNS} FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.account_id = $account AND p.payment_ref = $ref AND p.state = 'succeeded'
    FOR NO KEY UPDATE`,
});

/** The order of a payment, by the provider's id. */
export const ORDER_OF_PAYMENT = statement('refunds.order_of_payment', {
  params: { fanclub: types.bigint, account: types.bigint, ref: types.text },
  row: { orderId: types.bigint },
  text: `
    SELECT order_id AS "orderId" FROM payments
    WHERE fanclub_id = $fanclub AND account_id = $account AND payment_ref = $ref AND state = 'succeeded'`,
});

/**
 * A surplus payment to refund now. A refund that the provider refused at once is retried a day later, unless it was resolved. A
 * refund that the provider made and that failed later is left to staff, because its buyer was notified.
 */
const SURPLUS_TO_REFUND = `p.surplus AND p.refunded < p.amount
      AND NOT EXISTS (
        SELECT FROM refunds r
        WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'failed'
          AND (r.created_at > $since OR r.provider_ref IS NOT NULL OR r.resolved_at IS NOT NULL))`;

/** A surplus payment to refund, locked. No row if there is nothing to refund. */
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

/** Surplus payments to refund, of all fan clubs. */
export const SURPLUS_PAYMENTS = statement('refunds.surplus_payments', {
  params: { since: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT p.id, p.fanclub_id AS "fanclubId" FROM payments p WHERE ${SURPLUS_TO_REFUND} ORDER BY p.id LIMIT $limit`,
});

/** Whether the payment of an order was refunded in full. One row. */
export const IS_FULLY_REFUNDED = statement('refunds.is_fully_refunded', {
  params: ORDER_ID,
  row: { isFull: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM payments p
      WHERE p.fanclub_id = $fanclub AND p.order_id = $order AND p.state = 'succeeded' AND NOT p.surplus
        AND p.amount = (SELECT sum(r.amount) FROM refunds r
                        WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'succeeded')
    ) AS "isFull"`,
});

/** Whether a subscription was ended by a refund of its own order. One row. */
export const IS_TAKEN_BACK = statement('refunds.is_taken_back', {
  params: { fanclub: types.bigint, subscription: types.bigint },
  row: { isTakenBack: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM subscriptions s
      JOIN payments p ON p.fanclub_id = s.fanclub_id AND p.order_id = s.order_id
      JOIN refunds r ON r.fanclub_id = p.fanclub_id AND r.payment_id = p.id
      WHERE s.fanclub_id = $fanclub AND s.id = $subscription AND r.state = 'succeeded' AND r.effect <> 'keep'
    ) AS "isTakenBack"`,
});
