import { statement, types } from '#platform/database';
import { IS_DISPUTED_SQL } from '../disputes/payment-dispute.entity';

const ORDER_ID = { fanclub: types.bigint, order: types.bigint };

const REFUNDABLE = {
  id: types.bigint,
  amount: types.numeric,
  refunded: types.numeric,
  currency: types.text,
  surplus: types.boolean,
  /** Whether a dispute is not decided. */
  isDisputed: types.boolean,
};
const REFUNDABLE_COLUMNS = `p.id, p.amount, p.refunded, p.currency, p.surplus, ${IS_DISPUTED_SQL} AS "isDisputed"`;

/**
 * The payment of an order to refund, locked until the end of the transaction: a surplus payment with a failed refund, unless it is
 * disputed; else the one that paid the order. No row if there is none.
 */
export const HOLD_PAID = statement('refunds.hold_paid', {
  params: ORDER_ID,
  row: REFUNDABLE,
  text: `
    SELECT ${REFUNDABLE_COLUMNS} FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.order_id = $order AND p.state = 'succeeded' AND (NOT p.surplus OR p.refunded < p.amount AND NOT ${IS_DISPUTED_SQL} AND EXISTS (
      SELECT FROM refunds r WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'failed'))
    ORDER BY p.surplus DESC, p.id LIMIT 1 FOR NO KEY UPDATE`,
});

/** A payment that succeeded, by the provider's id, locked. */
export const HOLD_REFUNDED = statement('refunds.hold_refunded', {
  params: { fanclub: types.bigint, account: types.bigint, ref: types.text },
  row: {
    ...REFUNDABLE,
    /** The refunds that have not failed, without lost disputes, which may be about the same money. */
    inRefunds: types.numeric,
  },
  text: `
    SELECT ${REFUNDABLE_COLUMNS},
           (SELECT coalesce(sum(r.amount), 0) FROM refunds r
            WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state <> 'failed') AS "inRefunds"
    FROM payments p
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
 * refund that the provider made and that failed later is left to staff, because its buyer was notified. A provider refuses refunds
 * while the payment is disputed.
 */
const SURPLUS_TO_REFUND = `p.surplus AND p.refunded < p.amount AND NOT ${IS_DISPUTED_SQL}
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

/**
 * Counts the money of a payment that was returned, or is about to be: its refunds that have not failed, and its lost disputes. If a
 * refund and a dispute return the same money, it counts once. The key `ck_payments_refunded` refuses refunds of more than was paid.
 */
export const COUNT_RETURNED = statement('refunds.count_returned', {
  params: { fanclub: types.bigint, payment: types.bigint, now: types.timestamptz },
  text: `
    UPDATE payments p SET refunded = greatest(r.refunded, least(p.amount, r.refunded + d.lost)), updated_at = $now
    FROM (SELECT coalesce(sum(amount), 0) AS refunded FROM refunds
          WHERE fanclub_id = $fanclub AND payment_id = $payment AND state <> 'failed') r,
         (SELECT coalesce(sum(amount), 0) AS lost FROM payment_disputes
          WHERE fanclub_id = $fanclub AND payment_id = $payment AND state = 'lost') d
    WHERE p.fanclub_id = $fanclub AND p.id = $payment`,
});

/** Surplus payments to refund, of all fan clubs. */
export const SURPLUS_PAYMENTS = statement('refunds.surplus_payments', {
  params: { since: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT p.id, p.fanclub_id AS "fanclubId" FROM payments p WHERE ${SURPLUS_TO_REFUND} ORDER BY p.id LIMIT $limit`,
});

/** Whether the payment of an order was returned: refunded in full, or lost in a dispute. One row. */
export const IS_FULLY_RETURNED = statement('refunds.is_fully_returned', {
  params: ORDER_ID,
  row: { isFull: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM payments p
      WHERE p.fanclub_id = $fanclub AND p.order_id = $order AND p.state = 'succeeded' AND NOT p.surplus
        AND (p.amount = (SELECT sum(r.amount) FROM refunds r
                         WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'succeeded')
             OR EXISTS (SELECT FROM payment_disputes d
                        WHERE d.fanclub_id = p.fanclub_id AND d.payment_id = p.id AND d.state = 'lost'))
    ) AS "isFull"`,
});

/** Whether a refund of an order takes back what the order gave, or will when it succeeds. One row. */
export const IS_BEING_TAKEN_BACK = statement('refunds.is_being_taken_back', {
  params: ORDER_ID,
  row: { isTakenBack: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
      WHERE p.fanclub_id = $fanclub AND p.order_id = $order AND r.state <> 'failed' AND r.effect <> 'keep'
    ) AS "isTakenBack"`,
});

/** Whether a subscription was ended by a refund or a lost dispute of its own order. One row. */
export const IS_TAKEN_BACK = statement('refunds.is_taken_back', {
  params: { fanclub: types.bigint, subscription: types.bigint },
  row: { isTakenBack: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM subscriptions s
      JOIN payments p ON p.fanclub_id = s.fanclub_id AND p.order_id = s.order_id AND NOT p.surplus
      WHERE s.fanclub_id = $fanclub AND s.id = $subscription
        AND (EXISTS (SELECT FROM refunds r
                     WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'succeeded' AND r.effect <> 'keep')
             OR EXISTS (SELECT FROM payment_disputes d
                        WHERE d.fanclub_id = p.fanclub_id AND d.payment_id = p.id AND d.state = 'lost'))
    ) AS "isTakenBack"`,
});
