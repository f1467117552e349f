import type { Statements } from '#platform/database';
import { NoOrderFound } from '#domains/orders';
import { FIND_PLACED_ORDER, HOLD_BUYER_OF_ORDER, type PlacedOrder } from './placed-orders.queries';

interface OfFanclub {
  readonly id: number;
}

/** @throws NoOrderFound */
export async function placedOrder(
  statements: Statements,
  { id }: OfFanclub,
  order: number,
): Promise<PlacedOrder> {
  const found = await statements.first(FIND_PLACED_ORDER, { fanclub: id, order });
  if (!found) throw new NoOrderFound();
  return found;
}

/**
 * Locks the buyer of an order until the end of `tx`, and reads the order afterwards, because another path may have changed it before.
 * @throws NoOrderFound
 */
export async function holdOrder(tx: Statements, fanclub: OfFanclub, order: number): Promise<PlacedOrder> {
  await tx.first(HOLD_BUYER_OF_ORDER, { fanclub: fanclub.id, order });
  return placedOrder(tx, fanclub, order);
}
