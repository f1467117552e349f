import type { Statements } from '#platform/database';
import { codeDigest } from './code-text';
import {
  ADD_BOUGHT_CODE,
  ADD_SOLD_BATCH,
  BOUGHT_CODE,
  type BoughtCode,
  HOLD_BOUGHT_CODE,
  PURCHASE_OF_USE,
  RESTORE_BOUGHT_CODE,
  VOID_BOUGHT_CODE,
} from './bought-codes.queries';

// The codes that orders buy as gifts. An order buys one code at most, by a unique key.

interface OfFanclub {
  readonly id: number;
}

/** A code to add. */
export interface CodeToAdd {
  /** The order that buys it. */
  readonly order: number;
  readonly plan: number;
  readonly currency: string;
  readonly code: string;
  /** The same code, sealed. */
  readonly sealed: string;
}

/** How staff see the batch of a plan's bought gifts. */
const BATCH_NAME = 'Bought gifts';

/** Adds the code of an order that was paid. */
export async function add(
  tx: Statements,
  { id: fanclub }: OfFanclub,
  { order, plan, currency, code, sealed }: CodeToAdd,
  now: Date,
): Promise<void> {
  await tx.run(ADD_SOLD_BATCH, { fanclub, plan, name: BATCH_NAME, currency, now });
  await tx.run(ADD_BOUGHT_CODE, { fanclub, order, plan, digest: codeDigest(code), sealed, now });
}

/** The code that an order bought. Null: none, since the order is not paid or is no gift. */
export function of(db: Statements, { id: fanclub }: OfFanclub, order: number): Promise<BoughtCode | null> {
  return db.first(BOUGHT_CODE, { fanclub, order });
}

/** The same, locked until the end of `tx`, so that it can be neither redeemed nor voided. */
export function hold(tx: Statements, { id: fanclub }: OfFanclub, order: number): Promise<BoughtCode | null> {
  return tx.first(HOLD_BOUGHT_CODE, { fanclub, order });
}

/** Whether somebody has redeemed a code, or is about to: an order that waits for its payment has it. */
export const isTaken = ({ held, used }: Pick<BoughtCode, 'held' | 'used'>): boolean => held + used > 0;

/**
 * Voids the code of an order whose money is returned, unless it was redeemed. An order that waits for its payment keeps it.
 * `isFinal`: whether the money was returned. Until then {@link restore} can undo it.
 * @returns whether the code is taken, see {@link isTaken}
 */
export async function voidOf(
  tx: Statements,
  fanclub: OfFanclub,
  order: number,
  { isFinal, now }: { readonly isFinal: boolean; readonly now: Date },
): Promise<boolean> {
  const code = await hold(tx, fanclub, order);
  if (!code) return false;
  await tx.run(VOID_BOUGHT_CODE, { fanclub: fanclub.id, order, isFinal, now });
  return isTaken(code);
}

/** Makes the code of an order valid again, since its money was not returned. Does nothing for a code that was voided for good. */
export async function restore(
  tx: Statements,
  { id: fanclub }: OfFanclub,
  order: number,
  now: Date,
): Promise<void> {
  await tx.run(RESTORE_BOUGHT_CODE, { fanclub, order, now });
}

/** The order that bought the code of another order; null: staff made the code, or there is none. */
export async function purchaseOf(
  db: Statements,
  { id: fanclub }: OfFanclub,
  order: number,
): Promise<{ readonly purchase: number; readonly isLost: boolean } | null> {
  return db.first(PURCHASE_OF_USE, { fanclub, order });
}
