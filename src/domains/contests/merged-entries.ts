import { type RowOf, statement, type Statements, types } from '#platform/database';

const PAIR = { fanclub: types.bigint, from: types.bigint, into: types.bigint };

/** Whether the other customer has entered the contest of the entry `e` as well. */
const IS_DOUBLE = `EXISTS (
      SELECT FROM contest_entries o WHERE o.fanclub_id = $fanclub AND o.contest_id = e.contest_id AND o.customer_id = $into)`;

export const MOVE_ENTRIES = statement('contest_entries.move', {
  params: PAIR,
  text: `
    UPDATE contest_entries e SET customer_id = $into
    WHERE e.fanclub_id = $fanclub AND e.customer_id = $from AND NOT ${IS_DOUBLE}`,
});

/** Excludes the entries that are left from draws whose list is not fixed yet. */
export const EXCLUDE_DOUBLE_ENTRIES = statement('contest_entries.exclude_double', {
  params: { ...PAIR, now: types.timestamptz },
  text: `
    INSERT INTO contest_exclusions (fanclub_id, entry_id, reason, created_at, updated_at)
    SELECT e.fanclub_id, e.id, 'The account was merged into another one with an entry', $now, $now
    FROM contest_entries e
    JOIN contests c ON c.fanclub_id = e.fanclub_id AND c.id = e.contest_id
    WHERE e.fanclub_id = $fanclub AND e.customer_id = $from AND ${IS_DOUBLE} AND c.entries_closed_at IS NULL
    ON CONFLICT (entry_id) DO NOTHING`,
});

/** The entries of open contests that both customers have entered. The list of a closed one is fixed. */
export const DOUBLE_ENTRIES = statement('contest_entries.double', {
  params: PAIR,
  row: { id: types.bigint },
  text: `
    SELECT e.id FROM contest_entries e
    JOIN contests c ON c.fanclub_id = e.fanclub_id AND c.id = e.contest_id
    WHERE e.fanclub_id = $fanclub AND e.customer_id = $from AND ${IS_DOUBLE} AND c.entries_closed_at IS NULL ORDER BY e.id`,
});

/**
 * What the customer who is merged would lose: prizes that wait for an answer, because the mailed link ends with its address; and those won
 * in contests that both have entered, because only an entry that moves keeps its person.
 */
export const PRIZES_AT_STAKE = statement('contest_entries.prizes_at_stake', {
  params: PAIR,
  row: { contest: types.text, isWon: types.boolean },
  text: `
    SELECT c.name AS contest, w.state = 'confirmed' AS "isWon" FROM contest_entries e
    JOIN contest_winners w ON w.fanclub_id = e.fanclub_id AND w.contest_id = e.contest_id AND w.entry_number = e.id
    JOIN contests c ON c.fanclub_id = e.fanclub_id AND c.id = e.contest_id
    WHERE e.fanclub_id = $fanclub AND e.customer_id = $from
      AND (w.state = 'selected' OR w.state = 'confirmed' AND ${IS_DOUBLE})
    ORDER BY e.id`,
});

/** A prize of a customer that a merge would lose. `isWon`: confirmed; otherwise it waits for an answer. */
export type PrizeAtStake = RowOf<typeof PRIZES_AT_STAKE>;

interface Pair {
  readonly fanclub: number;
  readonly from: number;
  readonly into: number;
}

/** The prizes that `from` would lose. */
export const prizesAtStake = (tx: Statements, pair: Pair): Promise<PrizeAtStake[]> =>
  tx.rows(PRIZES_AT_STAKE, { ...pair });

/**
 * Moves entries to another account of the same person, unless that account has entered the contest.
 * @returns the ids of those that are void
 */
export async function moveEntries(tx: Statements, pair: Pair): Promise<number[]> {
  await tx.run(MOVE_ENTRIES, { ...pair });
  return (await tx.rows(DOUBLE_ENTRIES, { ...pair })).map(({ id }) => id);
}

/** Excludes the entries that {@link moveEntries} has left, once they have no name any more. */
export async function excludeDoubleEntries(tx: Statements, pair: Pair, now: Date): Promise<void> {
  await tx.run(EXCLUDE_DOUBLE_ENTRIES, { ...pair, now });
}
