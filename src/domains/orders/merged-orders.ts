import { statement, type Statements, types } from '#platform/database';
import { REFUNDED_SQL } from './order.entity';

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

/** The orders of a customer with unsent parcels to the customer's own address, if the other customer has a different one. */
export const PARCELS_TO_OTHER_ADDRESS = statement('orders.parcels_to_other_address', {
  params: { fanclub: types.bigint, from: types.bigint, into: types.bigint },
  row: { id: types.bigint },
  text: `
    SELECT DISTINCT o.id FROM orders o
    JOIN shipments h ON h.fanclub_id = o.fanclub_id AND h.order_id = o.id
    JOIN shipping_addresses a ON a.fanclub_id = o.fanclub_id AND a.customer_id = $from
    JOIN shipping_addresses b ON b.fanclub_id = o.fanclub_id AND b.customer_id = $into
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $from AND NOT ${REFUNDED_SQL}
      AND h.ship_date IS NULL AND h.shipping_address IS NULL
      AND (a.first_name, a.last_name, a.address, a.address_2, a.city, a.state, a.postal_code, a.country)
        IS DISTINCT FROM (b.first_name, b.last_name, b.address, b.address_2, b.city, b.state, b.postal_code, b.country)
    ORDER BY 1`,
});

/** The orders of `from` whose unsent parcels would go to another address, because `into` keeps its own. */
export const parcelsToOtherAddress = async (
  tx: Statements,
  pair: { readonly fanclub: number; readonly from: number; readonly into: number },
): Promise<number[]> => (await tx.rows(PARCELS_TO_OTHER_ADDRESS, { ...pair })).map(({ id }) => id);

/** Moves all orders to another account of the same person. `tx` holds the locks on both. */
export async function moveOrders(
  tx: Statements,
  pair: { readonly fanclub: number; readonly from: number; readonly into: number },
): Promise<void> {
  await tx.run(MOVE_ORDERS, { ...pair });
}
