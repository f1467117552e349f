import type { RowOf, Statements } from '#platform/database';
import { begin } from './memberships';
import {
  APPEND_AFFILIATE_CODES,
  CUT_TERM,
  MOVE_QUEUED_TERM,
  MOVE_TERM,
  QUEUED_OF_PAIR,
  REMAINING_TERMS,
  SHIFT_QUEUED_TERM,
  SHIFT_TERM,
  TERMS_OF_PAIR,
} from './merged-memberships.queries';
import { mergedTerms } from './merged-terms.rules';

/**
 * Moves all memberships to another account of the same person, and adds its codes of affiliates. What is left of them follows the memberships of that account. `tx` holds
 * the locks on both.
 */
export async function moveMemberships(
  tx: Statements,
  pair: { readonly fanclub: number; readonly from: number; readonly into: number },
  now: Date,
): Promise<void> {
  const { fanclub, into } = pair;
  await tx.run(APPEND_AFFILIATE_CODES, { ...pair, now });
  const terms = await tx.rows(TERMS_OF_PAIR, { ...pair });
  const queued = await tx.rows(QUEUED_OF_PAIR, { ...pair });
  const { moved, shifted, split, movedQueued, shiftedQueued } = mergedTerms(pair, terms, queued, now);
  for (const { id, later } of moved) await tx.run(MOVE_TERM, { fanclub, into, id, later });
  for (const { id, start, end } of shifted) await tx.run(SHIFT_TERM, { fanclub, into, id, start, end, now });
  for (const { id, start, end } of split) {
    const { planId: plan, trial, salesPeriod, order } = terms.find((term) => term.id === id)!;
    await tx.run(CUT_TERM, { fanclub, id, now });
    await begin(tx, fanclub, { customer: into, plan, order, start, end, salesPeriod, trial }, now);
  }
  for (const { id, later } of movedQueued) await tx.run(MOVE_QUEUED_TERM, { fanclub, into, id, later });
  for (const { id, start, end } of shiftedQueued)
    await tx.run(SHIFT_QUEUED_TERM, { fanclub, into, id, start, end, now });
}

/** A term of a customer that is not over. */
export type RemainingTerm = RowOf<typeof REMAINING_TERMS>;

/** The terms of a customer that are not over, also those that are still to begin. */
export const remainingTerms = (
  tx: Statements,
  fanclub: number,
  customer: number,
  now: Date,
): Promise<RemainingTerm[]> => tx.rows(REMAINING_TERMS, { fanclub, customer, now });
