import { statement, type Statements, types } from '#platform/database';

/**
 * Moves the orders of a customer. One that was placed at the same time as an order of the other customer for the same plan is a millisecond
 * later then: the time is part of the natural key.
 */
export const MOVE_ORDERS = statement('orders.move', {
  params: { fanclub: types.bigint, from: types.bigint, into: types.bigint },
  text: `
    UPDATE orders o
    SET customer_id = $into, created_at = o.created_at + CASE WHEN EXISTS (
        SELECT FROM orders n
        WHERE n.fanclub_id = $fanclub AND n.customer_id = $into AND n.plan_id = o.plan_id AND n.created_at = o.created_at)
      THEN interval '1 millisecond' ELSE interval '0' END
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $from`,
});

/** Moves all orders to another account of the same person. `tx` holds the locks on both. */
export async function moveOrders(
  tx: Statements,
  pair: { readonly fanclub: number; readonly from: number; readonly into: number },
): Promise<void> {
  await tx.run(MOVE_ORDERS, { ...pair });
}
