import { type Statements, statement, types } from '#platform/database';

export { billedBeforeSql, closedBeforeSql } from './order.entity';

// What the retention of a fan club asks and changes of old orders, in its transactions.

const OLD = { fanclub: types.bigint, orders: types.array(types.bigint) };

/** Locks the buyers of orders, as everything does first that changes an order. */
export const HOLD_OLD_BUYERS = statement('orders.hold_old_buyers', {
  params: OLD,
  row: { id: types.bigint },
  text: `
    SELECT id FROM customers
    WHERE fanclub_id = $fanclub AND id IN (SELECT customer_id FROM orders WHERE fanclub_id = $fanclub AND id = ANY ($orders))
    ORDER BY id FOR NO KEY UPDATE`,
});

/** Locks orders, so that nothing new refers to them. */
export const HOLD_OLD = statement('orders.hold_old', {
  params: OLD,
  row: { id: types.bigint },
  text: 'SELECT id FROM orders WHERE fanclub_id = $fanclub AND id = ANY ($orders) ORDER BY id FOR UPDATE',
});

export const DELETE_OLD = statement('orders.delete_old', {
  params: OLD,
  text: 'DELETE FROM orders WHERE fanclub_id = $fanclub AND id = ANY ($orders)',
});

export const REMOVE_ADDRESSES = statement('orders.remove_addresses', {
  params: { ...OLD, now: types.timestamptz },
  text: `
    UPDATE orders SET billing_address = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = ANY ($orders)`,
});

/** Locks the buyers of orders until the end of `tx`. */
export async function holdBuyers(tx: Statements, fanclub: number, orders: readonly number[]): Promise<void> {
  await tx.rows(HOLD_OLD_BUYERS, { fanclub, orders });
}

/** Locks orders until the end of `tx`. To delete them, lock their buyers and payments before. */
export async function holdOld(tx: Statements, fanclub: number, orders: readonly number[]): Promise<void> {
  await tx.rows(HOLD_OLD, { fanclub, orders });
}

/** Deletes orders with their attempts to pay. @returns how many */
export const deleteOld = (tx: Statements, fanclub: number, orders: readonly number[]): Promise<number> =>
  tx.run(DELETE_OLD, { fanclub, orders });

/** Removes the billing addresses of orders. @returns of how many */
export const removeAddresses = (
  tx: Statements,
  fanclub: number,
  orders: readonly number[],
  now: Date,
): Promise<number> => tx.run(REMOVE_ADDRESSES, { fanclub, orders, now });
