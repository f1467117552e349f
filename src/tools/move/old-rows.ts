import type { DataSource } from 'typeorm';
import type { Clock } from '#libs/clock';
import { Sql } from '#platform/database';
import { countMoved, purgeMoved } from '#platform/erasure';
import { moveName, withMoveLock } from './move-lock';
import { MoveRefused } from './move-refused';
import { CLUB_OF_MOVE, HAS_REPLICATION } from './moves.queries';

/** What {@link purgeOldRows} would delete. */
export interface OldRows {
  /** Where the fan club is: `cell 1`. */
  readonly movedTo: string;
  /** The numbers of rows, by table; empty tables are omitted. */
  readonly rows: ReadonlyMap<string, number>;
}

/**
 * The rows of a fan club in a database that it has left.
 * @throws MoveRefused as {@link purgeOldRows} does
 */
export const oldRows = (db: DataSource, fanclub: number): Promise<OldRows> =>
  withMoveLock([db], fanclub, () => countOldRows(db, fanclub));

/**
 * Deletes the rows of a fan club in a database that it has left, except what tells its requests and staff where it is.
 *
 * @param onDeleted gets the number of rows that were deleted together, and of all
 * @throws MoveRefused if this database serves the fan club, or if its move is not complete
 */
export const purgeOldRows = (
  db: DataSource,
  clock: Clock,
  fanclub: number,
  onDeleted: (rows: number, all: number) => void,
): Promise<OldRows> =>
  withMoveLock([db], fanclub, async () => {
    const found = await countOldRows(db, fanclub);
    const all = [...found.rows.values()].reduce((sum, count) => sum + count, 0);
    if (all > 0) await purgeMoved(db, clock, fanclub, (rows) => onDeleted(rows, all));
    return found;
  });

async function countOldRows(db: DataSource, fanclub: number): Promise<OldRows> {
  const sql = new Sql(db);
  const movedTo = (await sql.first(CLUB_OF_MOVE, { fanclub }))?.movedTo ?? null;
  if (movedTo === null)
    throw new MoveRefused('This database serves the fan club, so nothing of it is deleted.');
  // The other database would repeat the deletions, or this one is receiving the rows.
  if ((await sql.first(HAS_REPLICATION, { name: moveName(fanclub) }))!.has)
    throw new MoveRefused(
      `The replication of a move is still there, so nothing is deleted. Complete it first: repeat the move, to or from ${movedTo}.`,
    );
  return { movedTo, rows: await countMoved(db, fanclub) };
}
