import type { EntityManager } from 'typeorm';
import { ManagerStatements } from '#platform/database';
import { CLUB_TABLES } from './erasure.queries';

/** The number of rows that one statement deletes. So it locks few rows, and other clubs' statements never wait long for the disk. */
const BATCH = 5_000;

/** Events of operators are kept. The others contain networks of visitors, which are personal data. */
const KEPT: Readonly<Record<string, string>> = { security_events: `actor_kind = 'operator'` };

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

/** The number of rows of a fan club in a table that its erasure deletes. */
export async function countRows(tx: EntityManager, table: string, fanclubId: number): Promise<number> {
  const [{ count }] = await tx.query<[{ count: number }]>(
    `SELECT count(*)::integer AS count FROM "${table}" WHERE ${condition(table)}`,
    [fanclubId],
  );
  return count;
}

/** Deletes some rows of a fan club in a table. Returns their number; 0 at the end. */
export async function deleteRows(tx: EntityManager, table: string, fanclubId: number): Promise<number> {
  const [, count] = await tx.query<[unknown, number]>(
    // A ctid is unique only within a partition, so the condition is repeated.
    `DELETE FROM "${table}" WHERE ${condition(table)} AND ctid = ANY (
       ARRAY(SELECT ctid FROM "${table}" WHERE ${condition(table)} LIMIT ${BATCH}))`,
    [fanclubId],
  );
  return count;
}

function condition(table: string): string {
  const kept = table in KEPT ? ` AND NOT (${KEPT[table]})` : '';
  return `fanclub_id = $1${kept}`;
}
