import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '#libs/clock';
import { operatorOf, recordByCommand, type SecurityEvent } from '#platform/audit';
import { ManagerStatements, Sql } from '#platform/database';
import { clubTables, countRows, deleteRows, OPERATORS_EVENTS } from './club-rows';
import { CLOSE_CLUB, CLUB_OF_KEY, DELETE_CLUB, LOCK_CLUB, PLACE_OF_CLUB } from './erasure.queries';

/** A fan club with the numbers of its rows. */
export interface ErasableClub {
  readonly id: number;
  readonly name: string;
  /** The name of its organization, which stays. */
  readonly organization: string;
  /** The number of other fan clubs of this organization. */
  readonly siblings: number;
  /** The numbers of rows that an erasure deletes, by table, without the row of the fan club itself; empty tables are omitted. */
  readonly rows: ReadonlyMap<string, number>;
}

/** The fan club that has or had a key; null if there is none. */
export function findErasable(db: DataSource, key: string): Promise<ErasableClub | null> {
  return db.transaction('REPEATABLE READ', async (tx) => {
    const club = await new ManagerStatements(tx).first(CLUB_OF_KEY, { key });
    return club && { ...club, rows: await countRows(tx, club.id, OPERATORS_EVENTS) };
  });
}

/** Why a fan club cannot be erased in this database, as a sentence; null if it can. */
export async function obstacle(db: DataSource, fanclub: number): Promise<string | null> {
  const place = await new Sql(db).first(PLACE_OF_CLUB, { fanclub });
  if (place && place.movedTo !== null)
    return `The fan club has moved to ${place.movedTo}. Erase it there. What is left here: fanclub move KEY --purge.`;
  return place?.isHeld ? 'The fan club is held. First run: fanclub release KEY.' : null;
}

/**
 * Deletes a fan club and all its rows. First its keys are revoked. Then the rows are deleted in many short transactions, so that
 * the locks of other clubs' requests never wait long. If it is interrupted, a repeated call continues.
 *
 * @param onDeleted gets the number of rows that were deleted together
 */
export async function eraseClub(
  db: DataSource,
  clock: Clock,
  id: number,
  onDeleted: (rows: number) => void = () => undefined,
): Promise<void> {
  const tables = await db.transaction(async (tx) => {
    const revoked = await new ManagerStatements(tx).run(CLOSE_CLUB, { fanclub: id });
    if (revoked > 0) await record(tx, clock, id, 'erasure.started');
    return clubTables(tx);
  });
  // The keys are deleted last, because a repeated command finds the club by them.
  for (const table of tables.filter((name) => name !== 'fanclub_keys')) await deleteAll(db.manager, table);
  await db.transaction(async (tx) => {
    const statements = new ManagerStatements(tx);
    if (!(await statements.first(LOCK_CLUB, { fanclub: id }))) return;
    // Some rows may have been added meanwhile.
    for (const table of tables) await deleteAll(tx, table);
    await statements.run(DELETE_CLUB, { fanclub: id });
    await record(tx, clock, id, 'erasure.completed');
  });

  async function deleteAll(manager: EntityManager, table: string): Promise<void> {
    for (let deleted = 1; deleted > 0;) {
      deleted = await manager.transaction((tx) => deleteRows(tx, table, id, OPERATORS_EVENTS));
      onDeleted(deleted);
    }
  }
}

type Action = Extract<SecurityEvent, { action: `erasure.${string}` }>['action'];

async function record(tx: EntityManager, clock: Clock, fanclub: number, action: Action): Promise<void> {
  await recordByCommand(new ManagerStatements(tx), clock.now(), operatorOf({ id: fanclub }), { action });
}
