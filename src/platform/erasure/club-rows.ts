import type { EntityManager } from 'typeorm';
import { ManagerStatements } from '#platform/database';
import { CLUB_TABLES, OPEN_STAFF_RECORD } from './erasure.queries';

/** The number of rows that one statement deletes. So it locks few rows, and other clubs' statements never wait long for the disk. */
const BATCH = 5_000;

/** The rows that are not deleted: a condition in SQL for each table that has such rows. */
export type KeptRows = Readonly<Record<string, string>>;

/** Events of operators are kept. The others contain networks of visitors, which are personal data. */
export const OPERATORS_EVENTS: KeptRows = { security_events: `actor_kind = 'operator'` };

/** The tables that have rows of fan clubs, those that refer to others first. They are read from the database, so none is missing. */
export async function clubTables(tx: EntityManager): Promise<string[]> {
  const tables = new Map<string, readonly string[]>();
  for (const { name, parents } of await new ManagerStatements(tx).rows(CLUB_TABLES, {}))
    tables.set(name, parents);
  const parentsFirst = new Set<string>();
  const visit = (name: string): void => {
    if (parentsFirst.has(name)) return;
    for (const parent of tables.get(name) ?? []) if (parent !== name && tables.has(parent)) visit(parent);
    parentsFirst.add(name);
  };
  for (const name of tables.keys()) visit(name);
  return [...parentsFirst].reverse();
}

/** The numbers of rows of a fan club that {@link deleteRows} deletes, by table, those that refer to others first; empty tables are omitted. */
export async function countRows(
  tx: EntityManager,
  fanclubId: number,
  kept: KeptRows,
): Promise<ReadonlyMap<string, number>> {
  const rows = new Map<string, number>();
  for (const table of await clubTables(tx)) {
    const [{ count }] = await tx.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM "${table}" WHERE ${condition(table, kept)}`,
      [fanclubId],
    );
    if (count > 0) rows.set(table, count);
  }
  return rows;
}

/** Deletes some rows of a fan club in a table. Returns their number; 0 at the end. */
export async function deleteRows(
  tx: EntityManager,
  table: string,
  fanclubId: number,
  kept: KeptRows,
): Promise<number> {
  await new ManagerStatements(tx).rows(OPEN_STAFF_RECORD, {});
  const [, count] = await tx.query<[unknown, number]>(
    // A ctid is unique only within a partition, so the condition is repeated.
    `DELETE FROM "${table}" WHERE ${condition(table, kept)} AND ctid = ANY (
       ARRAY(SELECT ctid FROM "${table}" WHERE ${condition(table, kept)} LIMIT ${BATCH}))`,
    [fanclubId],
  );
  return count;
}

const condition = (table: string, kept: KeptRows): string =>
  `fanclub_id = $1${table in kept ? ` AND NOT (${kept[table]})` : ''}`;
