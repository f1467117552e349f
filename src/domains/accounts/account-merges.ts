import type { RowOf, Statements } from '#platform/database';
import {
  ADD_ALIAS,
  CLEAR_ACCOUNT,
  COMPLETE_ACCOUNT,
  HOLD_PAIR,
  MARK_MERGED,
  MERGED_INTO,
  MOVE_ALIASES,
} from './account-merges.queries';
import { markErased } from './customers';

// What a merge changes of customers. Everything runs in its transaction, which holds both.

/** Two accounts of the same person: everything of `from` goes to `into`. */
export interface AccountPair {
  readonly fanclub: number;
  readonly from: number;
  readonly into: number;
}

/** One of the accounts, as it was before. */
export type AccountToMerge = RowOf<typeof HOLD_PAIR>;

/** Locks both. Null: one does not exist, or is empty. */
export async function hold(
  tx: Statements,
  pair: AccountPair,
): Promise<{ readonly from: AccountToMerge; readonly into: AccountToMerge } | null> {
  const held = await tx.rows(HOLD_PAIR, { ...pair });
  const [from, into] = [pair.from, pair.into].map((id) => held.find((one) => one.id === id));
  return from && into ? { from, into } : null;
}

/**
 * Takes the identity of `from`, and makes its addresses former ones of `into`. An address that was not confirmed may be somebody else's, so
 * it leads to nobody.
 * @param isMember whether `into` has a membership
 */
export async function moveIdentity(
  tx: Statements,
  pair: AccountPair,
  { email, confirmed }: Pick<AccountToMerge, 'email' | 'confirmed'>,
  { isMember, now }: { readonly isMember: boolean; readonly now: Date },
): Promise<void> {
  await tx.run(COMPLETE_ACCOUNT, { ...pair, isMember, now });
  await tx.run(CLEAR_ACCOUNT, { fanclub: pair.fanclub, from: pair.from, now });
  await tx.run(MOVE_ALIASES, { ...pair });
  if (email !== null && confirmed) await tx.run(ADD_ALIAS, { ...pair, email });
}

/** Marks `from` as merged, once it is empty. */
export async function mark(tx: Statements, pair: AccountPair, now: Date): Promise<void> {
  await markErased(tx, { fanclub: pair.fanclub, customer: pair.from }, now);
  await tx.run(MARK_MERGED, { ...pair, now });
}

/** The empty accounts that were merged into a customer's. */
export const mergedInto = async (tx: Statements, fanclub: number, customer: number): Promise<number[]> =>
  (await tx.rows(MERGED_INTO, { fanclub, customer })).map(({ id }) => id);
