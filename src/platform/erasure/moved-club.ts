import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '#libs/clock';
import { operatorOf, recordByCommand } from '#platform/audit';
import { ManagerStatements, Sql } from '#platform/database';
import { clubTables, countRows, deleteRows, type KeptRows, OPERATORS_EVENTS } from './club-rows';
import { DELETE_CLUB, LOCK_MOVED_CLUB, OPEN_MOVED_ROWS } from './erasure.queries';

/**
 * What stays of a fan club that another database serves, beside its own row: its keys and roles, so that requests, operators and staff
 * still learn where it is.
 */
const SHELL: KeptRows = { ...OPERATORS_EVENTS, fanclub_keys: 'true', staff_roles: 'true' };

/** The fan club is served by this database, or does not exist. */
export class NotMoved extends Error {
  override readonly name = 'NotMoved';
}

/** The numbers of rows that {@link purgeMoved} deletes, by table; empty tables are omitted. */
export const countMoved = (db: DataSource, fanclub: number): Promise<ReadonlyMap<string, number>> =>
  db.transaction('REPEATABLE READ', (tx) => countRows(tx, fanclub, SHELL));

/**
 * Deletes the rows of a fan club that another database serves, except the shell. Each transaction deletes some, so if it is interrupted,
 * a repeated call continues. The caller knows that nothing replicates these deletions.
 *
 * @param onDeleted gets the number of rows that were deleted together
 * @throws NotMoved
 */
export async function purgeMoved(
  db: DataSource,
  clock: Clock,
  fanclub: number,
  onDeleted: (rows: number) => void = () => undefined,
): Promise<void> {
  await deleteMoved(db, fanclub, SHELL, onDeleted);
  // Of the installation: those of the fan club are written where it is.
  await recordByCommand(new Sql(db), clock.now(), operatorOf(null), {
    action: 'fanclub.purged',
    target: `fanclub:${fanclub}`,
  });
}

/**
 * Deletes everything of a fan club that another database serves, as {@link purgeMoved} does, and then its own row.
 * @throws NotMoved
 */
export async function discardMoved(db: DataSource, fanclub: number): Promise<void> {
  await deleteMoved(db, fanclub, {});
  await changeMoved(db, fanclub, (tx) => new ManagerStatements(tx).run(DELETE_CLUB, { fanclub }));
}

async function deleteMoved(
  db: DataSource,
  fanclub: number,
  kept: KeptRows,
  onDeleted: (rows: number) => void = () => undefined,
): Promise<void> {
  for (const table of await db.transaction(clubTables))
    for (let deleted = 1; deleted > 0;) {
      deleted = await changeMoved(db, fanclub, (tx) => deleteRows(tx, table, fanclub, kept));
      onDeleted(deleted);
    }
}

/** Runs `work` in a transaction that may delete rows of the fan club. @throws NotMoved */
function changeMoved<T>(
  db: DataSource,
  fanclub: number,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const statements = new ManagerStatements(tx);
    if (!(await statements.first(LOCK_MOVED_CLUB, { fanclub })))
      throw new NotMoved(`The fan club ${fanclub} is not served by another database`);
    await statements.rows(OPEN_MOVED_ROWS, {});
    return work(tx);
  });
}
