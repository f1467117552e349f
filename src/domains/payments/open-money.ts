import { type Statements, statement, types } from '#platform/database';
import { AMOUNT_MISMATCH, IN_LIVE_STATES, IS_OF_ANOTHER_AMOUNT } from './payment.entity';
import { IS_FAILED_REFUND } from './refunds/refund.entity';

/**
 * Whether money of the order `o` is on its way, in SQL: a payment, a refund, a dispute that is not decided, or money of another amount
 * and a failed refund that staff have not resolved.
 */
export const MONEY_ON_ITS_WAY = `EXISTS (
  SELECT FROM payments p WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND (
    p.state ${IN_LIVE_STATES}
    OR ${IS_OF_ANOTHER_AMOUNT}
    OR EXISTS (
      SELECT FROM refunds r
      WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id
        AND (r.state IN ('requested', 'pending') OR ${IS_FAILED_REFUND}))
    OR EXISTS (
      SELECT FROM payment_disputes d
      WHERE d.fanclub_id = p.fanclub_id AND d.payment_id = p.id AND d.state = 'open')))`;

/** Whether a payment of the order `o` took money, or may take some, in SQL. Also of another amount, and if it went back. */
export const HAS_MONEY = `EXISTS (
  SELECT FROM payments p WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND (
    p.state = 'succeeded' OR p.state ${IN_LIVE_STATES} OR p.failure = '${AMOUNT_MISMATCH}'
    OR EXISTS (SELECT FROM refunds r WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id)
    OR EXISTS (SELECT FROM payment_disputes d WHERE d.fanclub_id = p.fanclub_id AND d.payment_id = p.id)))`;

export const HOLD_PAYMENTS_OF_ORDERS = statement('payments.hold_of_orders', {
  params: { fanclub: types.bigint, orders: types.array(types.bigint) },
  row: { id: types.bigint },
  text: 'SELECT id FROM payments WHERE fanclub_id = $fanclub AND order_id = ANY ($orders) ORDER BY id FOR UPDATE',
});

/** Locks all payments of orders until the end of `tx`, which has locked their buyers, so that no money comes for them meanwhile. */
export async function holdPayments(
  tx: Statements,
  fanclub: number,
  orders: readonly number[],
): Promise<void> {
  await tx.rows(HOLD_PAYMENTS_OF_ORDERS, { fanclub, orders });
}
