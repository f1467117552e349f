import type { Statements } from '#platform/database';
import { customers } from '#domains/accounts';
import { orders, parcels, type PlacedOrder } from '#domains/orders';
import { boughtCodes } from '#domains/redeem-codes';
import { stock } from '#domains/stock';
import { memberships } from '#domains/subscriptions';

/**
 * Takes back what an order gave, because its money was returned. The membership ends, even before it begins. A parcel that was not sent
 * is cancelled. What was sold can be sold to somebody else. The membership before it can be renewed again, and the renewal is no longer counted.
 * What staff gave in place of the membership, such as the rest of it in another plan, ends with it.
 * The code of a bought gift is voided. A membership that somebody has redeemed with it stays, and so does what was sold for it.
 * @returns whether the membership had begun
 */
export async function takeBack(
  tx: Statements,
  fanclub: { readonly id: number },
  order: PlacedOrder,
  now: Date,
): Promise<boolean> {
  const hasEnded = await memberships.cancelOfOrder(tx, fanclub.id, order.id, now);
  await orders.releaseRenewal(tx, fanclub, order.id, now);
  if (hasEnded && order.kind === 'renewal')
    await customers.uncountRenewal(
      tx,
      { fanclub: fanclub.id, customer: order.customerId },
      order.planId,
      now,
    );
  // The code before the stock, as where orders are placed.
  const isGiftTaken = await boughtCodes.voidOf(tx, fanclub, order.id, { isFinal: true, now });
  // The item of a redeemed gift was sold to its buyer.
  const bought = await boughtCodes.purchaseOf(tx, fanclub, order.id);
  if (!isGiftTaken) await stock.giveBack(tx, fanclub, order.id, now, bought?.purchase);
  await parcels.cancel(tx, fanclub.id, order.id);
  const later = await orders.givenInstead(tx, fanclub, order.id);
  for (const id of later) {
    await memberships.cancelOfOrder(tx, fanclub.id, id, now);
    await stock.giveBack(tx, fanclub, id, now);
    await parcels.cancel(tx, fanclub.id, id);
  }
  return hasEnded;
}
