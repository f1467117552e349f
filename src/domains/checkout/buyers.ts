import { customerOf, LoginRequired, type Viewer, type ViewerCustomer } from '#platform/access';
import type { Statements } from '#platform/database';
import { ADD_BUYER, FIND_BUYER, HOLD_BUYER } from './checkout.queries';

/** What an order needs to know of its buyer. */
export type Buyer = Pick<ViewerCustomer, 'id' | 'lockedPlanId' | 'membership'>;

/**
 * Whom an order of the viewer's is for: the logged-in customer, or the unregistered one whom an earlier purchase left in the
 * session. Null: somebody new.
 */
export function buyerOf({ customer, unregistered }: Viewer): ViewerCustomer | null {
  return customer ?? unregistered;
}

/**
 * Makes everything that orders for a customer wait for the end of `tx`.
 * @throws LoginRequired if the customer was blacklisted since the request began.
 */
export async function holdBuyer(tx: Statements, fanclubId: number, id: number): Promise<void> {
  const held = await tx.first(HOLD_BUYER, { fanclub: fanclubId, customer: id });
  if (!held || held.blacklisted) throw new LoginRequired();
}

/** A customer as of now. After {@link holdBuyer}, whatever others did before is seen. */
export async function readBuyer(
  tx: Statements,
  fanclubId: number,
  id: number,
  now: Date,
): Promise<ViewerCustomer> {
  const row = await tx.first(FIND_BUYER, { fanclub: fanclubId, customer: id, now });
  if (!row) throw new Error(`there is no customer ${id}`);
  return customerOf(row);
}

/** A new customer without identity, who is to register later. */
export async function newBuyer(tx: Statements, fanclubId: number, now: Date): Promise<Buyer> {
  const row = await tx.first(ADD_BUYER, { fanclub: fanclubId, now });
  if (!row) throw new Error('no customer was added');
  return { id: row.id, lockedPlanId: null, membership: null };
}
