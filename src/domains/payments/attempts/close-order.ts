import type { Statements } from '#platform/database';
import { orders } from '#domains/orders';
import { stock } from '#domains/stock';
import { boughtCodes, codes } from '#domains/redeem-codes';
import { isLive } from './payment.states';
import { CURRENT_PAYMENT } from './payments.queries';

/**
 * Closes an open order without a live payment. `tx` must hold the lock on the buyer, under which payments begin, so that no payment
 * begins before the order is closed. Others can then have its item and use its code.
 */
export async function closeOrder(
  tx: Statements,
  fanclub: { readonly id: number },
  order: number,
  closing: orders.Closing,
): Promise<void> {
  const payment = await tx.first(CURRENT_PAYMENT, { fanclub: fanclub.id, order });
  if (payment && isLive(payment.state)) return;
  await orders.close(tx, fanclub, order, closing);
  const { reason, now } = closing;
  // The code before the stock, as where orders are placed.
  await codes.release(tx, fanclub, order, now);
  await stock.release(tx, fanclub, order, { now, isSuperseded: reason === 'superseded' });
  await releaseGift(tx, fanclub, order, now);
}

/** If the money of the gift was returned while this order had its code, nobody can use what was sold with it any more. */
async function releaseGift(
  tx: Statements,
  fanclub: { readonly id: number },
  order: number,
  now: Date,
): Promise<void> {
  const bought = await boughtCodes.purchaseOf(tx, fanclub, order);
  if (!bought?.isLost) return;
  const { refundedAt } = await orders.get(tx, fanclub, bought.purchase);
  if (refundedAt !== null) await stock.giveBack(tx, fanclub, bought.purchase, now);
}
