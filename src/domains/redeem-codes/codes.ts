import type { Statements } from '#platform/database';
import type { PublishedPlan } from '#domains/plans';
import { codeDigest, readCode } from './code-text';
import { CODE_REFUSALS, CodeForOtherPlan, CodeUsedUp, UnknownCode } from './redeem-codes.errors';
import { type FoundCode, isFor, refusalOf } from './redeem-code.rules';
import {
  CODE_DIFFERENCES,
  CODE_OF_ORDER,
  FIND_CODE,
  HOLD_AGAIN,
  HOLD_USE,
  RELEASE_USE,
  SETTLE_USE,
} from './redeem-codes.queries';

// All uses of codes. A transaction that changes an order's use holds the lock on its buyer.

interface OfFanclub {
  readonly id: number;
}

/** Who enters a code, and when. */
export interface Entry {
  /** The code as it was typed. */
  readonly typed: string;
  /** Null: the customer is not known yet. */
  readonly customer: number | null;
  readonly now: Date;
}

/** Finds a code that the customer can use now. @throws UnknownCode, the {@link CODE_REFUSALS} */
export async function find(
  db: Statements,
  { id: fanclub }: OfFanclub,
  { typed, customer, now }: Entry,
): Promise<FoundCode> {
  const code = readCode(typed);
  const found = code && (await db.first(FIND_CODE, { fanclub, digest: codeDigest(code), customer }));
  if (!found) throw new UnknownCode();
  const refusal = refusalOf(found, now);
  if (refusal !== null) throw new CODE_REFUSALS[refusal]();
  return found;
}

/** As {@link find}, for one of all plans of the fan club. @throws also CodeForOtherPlan */
export async function findFor(
  db: Statements,
  fanclub: OfFanclub,
  { plan, plans }: { readonly plan: PublishedPlan; readonly plans: readonly PublishedPlan[] },
  entry: Entry,
): Promise<FoundCode> {
  const found = await find(db, fanclub, entry);
  if (!isFor(found, plan, plans, entry.now)) throw new CodeForOtherPlan(found.kind);
  return found;
}

/** A use of a code by an order. */
export interface Use {
  readonly order: number;
  readonly code: number;
  readonly customer: number;
}

/** Holds a use until the order is settled or closed. @throws CodeUsedUp also if the code was voided or disputed since it was found */
export async function hold(tx: Statements, { id }: OfFanclub, use: Use, now: Date): Promise<void> {
  if ((await tx.run(HOLD_USE, { fanclub: id, ...use, now })) === 0) throw new CodeUsedUp();
}

/** Counts the use of an order that is settled. Does nothing for an order without a code. */
export async function settle(tx: Statements, { id }: OfFanclub, order: number, now: Date): Promise<void> {
  await tx.run(SETTLE_USE, { fanclub: id, order, now });
}

/** Lets others have the use of an order that was closed unpaid. Does nothing for other orders. */
export async function release(tx: Statements, { id }: OfFanclub, order: number, now: Date): Promise<void> {
  await tx.run(RELEASE_USE, { fanclub: id, order, now });
}

/**
 * Holds the use of a closed order again, since its money has arrived.
 * @returns false: others have used the code as often as it can be, so the order cannot have it
 */
export async function holdAgain(
  tx: Statements,
  { id }: OfFanclub,
  order: number,
  now: Date,
): Promise<boolean> {
  await tx.run(HOLD_AGAIN, { fanclub: id, order, now });
  return !(await tx.first(CODE_OF_ORDER, { fanclub: id, order }))?.isReleased;
}

/** The id of an order's code. Null: none. */
export async function idOf(db: Statements, { id }: OfFanclub, order: number): Promise<number | null> {
  return (await db.first(CODE_OF_ORDER, { fanclub: id, order }))?.codeId ?? null;
}

/** What contradicts itself: {@link CODE_DIFFERENCES}. */
export const differences = (db: Statements, { id: fanclub }: OfFanclub) =>
  db.rows(CODE_DIFFERENCES, { fanclub });
