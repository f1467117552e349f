import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { isConflictOfTransactions } from '../../src/platform/database/failures.rules';
import { asSuperuser, TEST_OWNER } from './database-roles';

/** The number of the database, which is no data of a test. */
const KEPT = 'cells';

/** Jobs belong to no domain. */
const JOBS = 'graphile_worker._private_jobs';

/**
 * Deletes without the checks of foreign keys, which take nine times as long as the rest. Triggers that report changes of published content
 * still run. PostgreSQL discards all plans of a connection when this setting changes, so emptying has a connection of its own.
 */
const UNCHECKED = '-c session_replication_role=replica';

/** The record of what staff did refuses other changes; see its migration. Valid for this batch of statements only. */
const ALLOW_DELETIONS = `SET LOCAL fanclub.staff_audits = 'maintained'`;

/** Nothing of a held fan club can be deleted. */
const RELEASE =
  'UPDATE fanclubs SET held_at = NULL, held_for_move = false, moved_to = NULL WHERE held_at IS NOT NULL';

/** A sequence whose `last_value` is null has given no id. A test that moves a sequence sets the last id, so that it is found here. */
const RESTART_IDS = `
  SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) FROM pg_sequences
  WHERE schemaname = 'public' AND last_value IS NOT NULL`;

const MOST_TRIES = 5;

/** The connections that empty the databases of these data sources. They end when a database is dropped. */
const pools = new WeakMap<DataSource, Pool>();

/**
 * Removes all rows and queued jobs, and restarts the ids at the beginning, in some milliseconds. For the few rows of a test, TRUNCATE takes
 * twenty times as long.
 */
export async function emptyTables(dataSource: DataSource): Promise<void> {
  const pool = poolOf(dataSource);
  const tables = [...dataSource.entityMetadatas.map(({ tableName }) => `"${tableName}"`), JOBS].filter(
    (table) => table !== `"${KEPT}"`,
  );
  const { rows } = await pool.query<{ filled: string[] }>({
    name: 'filled_tables',
    text: `SELECT ARRAY[${tables.map((table) => `EXISTS (SELECT FROM ${table})`).join()}] AS filled`,
  });
  const filled = tables.filter((_, index) => rows[0].filled[index]);
  const deletions = [ALLOW_DELETIONS, RELEASE, ...filled.map((table) => `DELETE FROM ${table}`)].join(';\n');
  await afterDeadlocks(() => pool.query(deletions));
  await pool.query({ name: 'restart_ids', text: RESTART_IDS });
}

/** Retries after a deadlock with a job of the previous test. */
async function afterDeadlocks(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isConflictOfTransactions(error) || tries === MOST_TRIES) throw error;
    }
  }
}

function poolOf(dataSource: DataSource): Pool {
  const known = pools.get(dataSource);
  if (known) return known;
  const { url } = dataSource.options as { url: string };
  const connectionString = new URL(url).username === TEST_OWNER ? asSuperuser(url) : url;
  const pool = new Pool({ connectionString, options: UNCHECKED, max: 1, allowExitOnIdle: true });
  pool.on('error', () => undefined); // Its database was dropped, or a test has ended the connection.
  pools.set(dataSource, pool);
  return pool;
}
