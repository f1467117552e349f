import type { Pool } from 'pg';
import type { DataSource, EntityMetadata } from 'typeorm';

/** The number of the database, which is no data of a test. */
const KEPT = 'cells';

/** Jobs belong to no domain. */
const JOBS = 'graphile_worker._private_jobs';

/** The record of what staff did refuses other changes; see its migration. Valid for this batch of statements only. */
const ALLOW_DELETIONS = `SET LOCAL fanclub.staff_audits = 'maintained'`;

/** Nothing of a held fan club can be deleted. */
const RELEASE =
  'UPDATE fanclubs SET held_at = NULL, held_for_move = false, moved_to = NULL WHERE held_at IS NOT NULL';

/** A sequence whose `last_value` is null has given no id. A test that moves a sequence sets the last id, so that it is found here. */
const RESTART_IDS = `
  SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) FROM pg_sequences
  WHERE schemaname = 'public' AND last_value IS NOT NULL`;

/**
 * Removes all rows and queued jobs, and restarts the ids at the beginning, in some milliseconds. For the few rows of a test, TRUNCATE takes
 * twenty times as long. Children are deleted before parents, so that the owner's rights are sufficient.
 */
export async function emptyTables(dataSource: DataSource): Promise<void> {
  // Through the driver's pool, because PostgreSQL plans a statement with a name once for each connection.
  const { master: pool } = dataSource.driver as unknown as { master: Pool };
  const tables = [...childrenFirst(dataSource).map(({ tableName }) => `"${tableName}"`), JOBS].filter(
    (table) => table !== `"${KEPT}"`,
  );
  const { rows } = await pool.query<{ filled: string[] }>({
    name: 'filled_tables',
    text: `SELECT ARRAY[${tables.map((table) => `EXISTS (SELECT FROM ${table})`).join()}] AS filled`,
  });
  const filled = tables.filter((_, index) => rows[0].filled[index]);
  await pool.query([ALLOW_DELETIONS, RELEASE, ...filled.map((table) => `DELETE FROM ${table}`)].join(';\n'));
  await pool.query({ name: 'restart_ids', text: RESTART_IDS });
}

function childrenFirst({ entityMetadatas }: DataSource): EntityMetadata[] {
  const order: EntityMetadata[] = [];
  const visit = (table: EntityMetadata): void => {
    if (order.includes(table)) return;
    for (const { referencedEntityMetadata: parent, onDelete } of table.foreignKeys)
      if (parent !== table && onDelete !== 'SET NULL') visit(parent);
    order.push(table);
  };
  entityMetadatas.forEach(visit);
  return order.reverse();
}
