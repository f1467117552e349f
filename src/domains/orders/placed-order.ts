import { compare } from '#libs/money';
import type { Statements } from '#platform/database';
import type { PostalAddress } from '#domains/shipping';
import type { ClosedReason, OrderKind } from './order.entity';
import { NoOrderFound } from './orders.errors';
import {
  ADD_ORDER,
  CLOSE_ORDER,
  COMPLETE_ORDER,
  DELETE_OF_CUSTOMERS,
  FIND_PLACED_ORDER,
  FIND_REFERRED_ORDER,
  GIVEN_INSTEAD,
  HOLD_BUYER_OF_ORDER,
  IS_GIVEN_OTHERWISE,
  MARK_DISPUTED,
  MARK_NOT_REFUNDED,
  MARK_REFUNDED,
  type NewOrder,
  NEXT_RECEIPT,
  OPEN_ORDERS,
  type PlacedOrder,
  RELEASE_RENEWAL,
  TAKE_RENEWAL,
  TAKE_WITHDRAWN_ORDERS,
} from './placed-orders.queries';
import { type Cause, recordTransition } from './transitions';

// All changes of orders of the checkout. Except for `place`, `tx` must hold the lock on the buyer from `hold`.

interface OfFanclub {
  readonly id: number;
}

/** An order of any fan club. */
export interface OrderOfClub {
  readonly id: number;
  readonly fanclubId: number;
}

/** Null: unknown, or not placed by the checkout. */
export function find(db: Statements, { id }: OfFanclub, order: number): Promise<PlacedOrder | null> {
  return db.first(FIND_PLACED_ORDER, { fanclub: id, order });
}

/** @throws NoOrderFound */
export async function get(db: Statements, fanclub: OfFanclub, order: number): Promise<PlacedOrder> {
  const found = await find(db, fanclub, order);
  if (!found) throw new NoOrderFound();
  return found;
}

/**
 * Locks the buyer of an order until the end of `tx`, and then reads the order, to see concurrent changes. If the order was moved to another
 * account by then, because both were merged, locks that one as well.
 * @throws NoOrderFound
 */
export async function hold(tx: Statements, fanclub: OfFanclub, order: number): Promise<PlacedOrder> {
  for (;;) {
    const buyer = await tx.first(HOLD_BUYER_OF_ORDER, { fanclub: fanclub.id, order });
    const found = await get(tx, fanclub, order);
    if (found.customerId === buyer?.id) return found;
  }
}

/** The order that was placed with this reference. Null: none. */
export function findReferred(
  db: Statements,
  { id }: OfFanclub,
  reference: string,
): Promise<PlacedOrder | null> {
  return db.first(FIND_REFERRED_ORDER, { fanclub: id, reference });
}

/** A customer's open orders that are for the customer. */
export function openOf(db: Statements, { id }: OfFanclub, customer: number): Promise<PlacedOrder[]> {
  return db.rows(OPEN_ORDERS, { fanclub: id, customer, areGifts: false });
}

/** The open orders of gifts that a customer buys for others. */
export function openGiftsOf(db: Statements, { id }: OfFanclub, customer: number): Promise<PlacedOrder[]> {
  return db.rows(OPEN_ORDERS, { fanclub: id, customer, areGifts: true });
}

/**
 * Whether the buyer has paid another order since this one was placed, or one that renews the same membership, and was not refunded.
 * A gift counts only for the same plan, and a free order does not count. Nor do bought gifts, of which a buyer can have many.
 */
export async function isGivenOtherwise(db: Statements, { id }: OfFanclub, order: number): Promise<boolean> {
  return (await db.first(IS_GIVEN_OTHERWISE, { fanclub: id, order }))!.isGiven;
}

/** Takes open orders of withdrawn plans, of all fan clubs. The next call takes other ones. */
export function takeWithdrawn(db: Statements, now: Date, limit: number): Promise<OrderOfClub[]> {
  return db.rows(TAKE_WITHDRAWN_ORDERS, { now, limit });
}

/** Places an order. Null: the reference is used, or the customer has an open order for the plan. */
export function place(tx: Statements, { id }: OfFanclub, order: NewOrder): Promise<PlacedOrder | null> {
  return tx.first(ADD_ORDER, { fanclub: id, payUntil: null, ...order });
}

/** How an order is completed. */
export interface Completion {
  /** The kind of fulfilment. Null: the kind of the placed order. */
  readonly kind: OrderKind | null;
  /** Null: unknown. */
  readonly billingAddress: PostalAddress | null;
  /** The tax in the price, in percent. Null: none. It is kept if there is a receipt. */
  readonly taxRate: string | null;
  readonly now: Date;
}

/**
 * Marks an order as completed, even a closed one, since its money has arrived.
 * @returns the number of its receipt; null: nothing was paid
 * @throws Error if the order is already completed; callers check this under their lock
 */
export async function complete(
  tx: Statements,
  fanclub: OfFanclub,
  order: { readonly id: number; readonly total: string | null },
  { kind, billingAddress, taxRate, now }: Completion,
): Promise<number | null> {
  const key = { fanclub: fanclub.id, order: order.id };
  const isPaidFor = order.total !== null && compare(order.total, '0') > 0;
  const receipt = isPaidFor ? (await tx.first(NEXT_RECEIPT, { fanclub: fanclub.id }))!.number : null;
  const address = billingAddress ? JSON.stringify(billingAddress) : null;
  if (
    (await tx.run(COMPLETE_ORDER, {
      ...key,
      now,
      receipt,
      taxRate: receipt === null ? null : taxRate,
      billingAddress: address,
      kind,
    })) === 0
  )
    throw new Error(`order ${order.id} was paid before`);
  return receipt;
}

/** Why an order changes, and when. */
export interface OrderChange {
  readonly cause: Cause;
  readonly now: Date;
}

/** Why an order is closed, and when. */
export interface Closing extends OrderChange {
  readonly reason: ClosedReason;
}

/** Closes an open order; ignores others. The caller has checked that no money can arrive any more. */
export async function close(
  tx: Statements,
  fanclub: OfFanclub,
  order: number,
  { reason, cause, now }: Closing,
): Promise<void> {
  if ((await tx.run(CLOSE_ORDER, { fanclub: fanclub.id, order, reason, now })) === 0) return;
  const closed = { subject: 'order', number: order, from: 'open', to: reason } as const;
  await recordTransition(tx, fanclub, { ...closed, cause, now });
}

/** Marks a paid order as refunded. Repeated calls change nothing. */
export async function markRefunded(
  tx: Statements,
  fanclub: OfFanclub,
  order: number,
  { cause, now }: OrderChange,
): Promise<void> {
  if ((await tx.run(MARK_REFUNDED, { fanclub: fanclub.id, order, now })) === 0) return;
  const refunded = { subject: 'order', number: order, from: 'paid', to: 'refunded' } as const;
  await recordTransition(tx, fanclub, { ...refunded, cause, now });
}

/** Reverts {@link markRefunded}, unless another order now renews the same membership. */
export async function markNotRefunded(
  tx: Statements,
  fanclub: OfFanclub,
  order: number,
  { cause, now }: OrderChange,
): Promise<void> {
  if ((await tx.run(MARK_NOT_REFUNDED, { fanclub: fanclub.id, order, now })) === 0) return;
  const paid = { subject: 'order', number: order, from: 'refunded', to: 'paid' } as const;
  await recordTransition(tx, fanclub, { ...paid, cause, now });
}

/** Flags an order as disputed since then; null removes the flag. */
export async function markDisputed(
  tx: Statements,
  { id }: OfFanclub,
  order: number,
  since: Date | null,
  now: Date,
): Promise<void> {
  await tx.run(MARK_DISPUTED, { fanclub: id, order, since, now });
}

/** The orders that staff gave in place of the membership of an order: they carry what is left of it. */
export async function givenInstead(db: Statements, { id }: OfFanclub, order: number): Promise<number[]> {
  return (await db.rows(GIVEN_INSTEAD, { fanclub: id, order })).map((row) => row.id);
}

/** Lets another order renew the membership that this order renews. */
export async function releaseRenewal(
  tx: Statements,
  { id }: OfFanclub,
  order: number,
  now: Date,
): Promise<void> {
  await tx.run(RELEASE_RENEWAL, { fanclub: id, order, now });
}

/** Makes an order the one that renews the membership `renews`, instead of other open orders. */
export async function takeRenewal(
  tx: Statements,
  { id }: OfFanclub,
  { order, renews }: { readonly order: number; readonly renews: number },
  now: Date,
): Promise<void> {
  await tx.run(TAKE_RENEWAL, { fanclub: id, order, renews, now });
}

/** Deletes all orders of deleted customers. */
export async function deleteOf(
  tx: Statements,
  { id }: OfFanclub,
  customers: readonly number[],
): Promise<void> {
  await tx.run(DELETE_OF_CUSTOMERS, { fanclub: id, customers });
}
