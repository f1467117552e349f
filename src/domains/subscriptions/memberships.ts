import type { Statements } from '#platform/database';
import {
  ADD_QUEUED,
  ADD_SUBSCRIPTION,
  CANCEL,
  CANCEL_OF_CUSTOMER,
  CANCEL_OF_ORDER,
  CANCEL_QUEUED_OF_CUSTOMER,
  CANCEL_QUEUED_OF_ORDER,
  DELETE_OF_CUSTOMERS,
  DELETE_QUEUED_OF_CUSTOMERS,
  FIND_QUEUED,
  HOLD_DUE,
  RESTORE,
  SET_END,
  STORE_BEGUN,
} from './memberships.queries';

// All changes of memberships. Their `tx` must hold a lock on the customer, so that they run one after the other.

/** A term of a plan for a customer. */
export interface MembershipTerm {
  readonly customer: number;
  readonly plan: number;
  /** The order that gives it; null: none. */
  readonly order: number | null;
  readonly start: Date;
  /** Null: never. */
  readonly end: Date | null;
}

/** A term that begins, in the sales period of its plan. */
export interface BegunMembership extends MembershipTerm {
  /** Null: the plan has none. */
  readonly salesPeriod: number | null;
  readonly trial: boolean;
}

/** What an order gives that is still to begin. Null: it has begun, or was cancelled before. */
export function findQueued(
  db: Statements,
  fanclub: number,
  order: number,
): Promise<{ readonly startsAt: Date } | null> {
  return db.first(FIND_QUEUED, { fanclub, order });
}

/** Adds a subscription. @returns its id */
export async function begin(
  tx: Statements,
  fanclub: number,
  membership: BegunMembership,
  now: Date,
): Promise<number> {
  return (await tx.first(ADD_SUBSCRIPTION, { fanclub, ...membership, now }))!.id;
}

/** Adds a subscription that begins later: a job begins it. */
export async function queue(tx: Statements, fanclub: number, term: MembershipTerm, now: Date): Promise<void> {
  await tx.run(ADD_QUEUED, { fanclub, ...term, now });
}

/** Begins a queued subscription. @returns false if it is not due any more */
export async function beginQueued(
  tx: Statements,
  fanclub: number,
  queued: number,
  now: Date,
): Promise<boolean> {
  const due = await tx.first(HOLD_DUE, { fanclub, queued, now });
  if (!due) return false;
  await tx.run(STORE_BEGUN, { fanclub, queued, subscription: await begin(tx, fanclub, due, now), now });
  return true;
}

/** Ends subscriptions at once. */
export async function cancel(
  tx: Statements,
  fanclub: number,
  subscriptions: readonly number[],
  now: Date,
): Promise<void> {
  await tx.run(CANCEL, { fanclub, subscriptions, now });
}

/** Ends what an order gave at once, also a subscription that has not begun. @returns whether one that had begun was ended */
export async function cancelOfOrder(
  tx: Statements,
  fanclub: number,
  order: number,
  now: Date,
): Promise<boolean> {
  await tx.run(CANCEL_QUEUED_OF_ORDER, { fanclub, order, now });
  return (await tx.run(CANCEL_OF_ORDER, { fanclub, order, now })) > 0;
}

/** Undoes the cancellation of a subscription that was cancelled at that time. Does nothing once its end has passed. */
export async function restore(
  tx: Statements,
  fanclub: number,
  { subscription, cancelledAt }: { readonly subscription: number; readonly cancelledAt: Date },
  now: Date,
): Promise<void> {
  await tx.run(RESTORE, { fanclub, subscription, cancelledAt, now });
}

/** Moves the end of a subscription. */
export async function extend(
  tx: Statements,
  fanclub: number,
  subscription: number,
  end: Date,
  now: Date,
): Promise<void> {
  await tx.run(SET_END, { fanclub, subscription, end, now });
}

/** Deletes all memberships of customers who are deleted. */
export async function deleteOf(tx: Statements, fanclub: number, customers: readonly number[]): Promise<void> {
  await tx.run(DELETE_QUEUED_OF_CUSTOMERS, { fanclub, customers });
  await tx.run(DELETE_OF_CUSTOMERS, { fanclub, customers });
}

/** Ends all memberships of a customer at once, also those that are still to begin. */
export async function cancelAllOf(
  tx: Statements,
  fanclub: number,
  customer: number,
  now: Date,
): Promise<void> {
  await tx.run(CANCEL_OF_CUSTOMER, { fanclub, customer, now });
  await tx.run(CANCEL_QUEUED_OF_CUSTOMER, { fanclub, customer, now });
}
