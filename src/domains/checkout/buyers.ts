import { customerOf, LoginRequired, type Viewer, type ViewerCustomer } from '#platform/access';
import type { Statements } from '#platform/database';
import type { Payer } from '#domains/payments';
import type { PublishedPlan } from '#domains/plans';
import { isPriced } from './checkout.rules';
import { ADD_BUYER, FIND_BUYER, HOLD_BUYER } from './checkout.queries';

/** The facts about a buyer that an order depends on. */
export type Buyer = Pick<ViewerCustomer, 'id' | 'lockedPlanId' | 'membership'>;

/**
 * The logged-in customer, or the unregistered one whom an earlier purchase left in the session. For a plan that costs something, also
 * the customer who has registered and not confirmed the address yet. Null: a new customer.
 */
export function buyerOf(
  { customer, unregistered, visit }: Viewer,
  plan: PublishedPlan,
): ViewerCustomer | null {
  return customer ?? unregistered ?? (isPriced(plan) ? (visit?.customer ?? null) : null);
}

/** Whether a buyer can pay: the provider has to know an e-mail address. */
export function payerOf(buyer: ViewerCustomer | null): Payer | null {
  if (!buyer || buyer.email === null) return null;
  const { id, email, firstName, lastName } = buyer;
  return { id, email, firstName, lastName };
}

/**
 * Locks a customer until the end of `tx`, so that orders for a customer run one after the other.
 * @throws LoginRequired if the customer was blacklisted since the request began
 */
export async function holdBuyer(tx: Statements, fanclub: number, customer: number): Promise<void> {
  const held = await tx.first(HOLD_BUYER, { fanclub, customer });
  if (!held || held.blacklisted) throw new LoginRequired();
}

/** A customer as of now. Call it after {@link holdBuyer}, to see what other orders have changed. */
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
  const row = await tx.first(ADD_BUYER, { fanclub, now });
  return { id: row!.id, lockedPlanId: null, membership: null };
}
