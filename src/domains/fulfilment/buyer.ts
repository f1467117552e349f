import {
  customerColumns,
  customerJoins,
  customerOf,
  customerRow,
  LoginRequired,
  type ViewerCustomer,
} from '#platform/access';
import { type Statements, statement, types } from '#platform/database';
import { customers } from '#domains/accounts';

/** Locks a customer, so that orders for the customer run one after the other. No row for one who was erased. */
export const HOLD_BUYER = statement('fulfilment.hold_buyer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { blacklisted: types.boolean },
  text: `
    SELECT blacklisted FROM customers
    WHERE fanclub_id = $fanclub AND id = $customer AND erased_at IS NULL FOR NO KEY UPDATE`,
});

/** A separate statement, because it must see what was committed before {@link HOLD_BUYER} got its lock. */
export const FIND_BUYER = statement('fulfilment.find_buyer', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  row: customerRow,
  text: `
    SELECT ${customerColumns}
    FROM customers c
    ${customerJoins}
    WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});

/** The facts about a buyer that an order depends on. */
export type Buyer = Pick<ViewerCustomer, 'id' | 'membership'>;

/**
 * Locks a customer until the end of `tx`, so that orders for a customer run one after the other.
 * @throws LoginRequired if the customer was blacklisted or erased since the request began
 */
export async function holdBuyer(tx: Statements, fanclub: number, customer: number): Promise<void> {
  const held = await tx.first(HOLD_BUYER, { fanclub, customer });
  if (!held || held.blacklisted) throw new LoginRequired();
}

/** Reads a customer. Call it after {@link holdBuyer}, to see the changes of other orders. */
export async function readBuyer(
  tx: Statements,
  fanclub: number,
  customer: number,
  now: Date,
): Promise<ViewerCustomer> {
  const row = await tx.first(FIND_BUYER, { fanclub, customer, now });
  if (!row) throw new Error(`there is no customer ${customer}`);
  return customerOf(row);
}

/** Adds a customer without an identity, to be registered later. */
export async function newBuyer(tx: Statements, fanclub: number, now: Date): Promise<Buyer> {
  return { id: await customers.add(tx, fanclub, now), membership: null };
}
