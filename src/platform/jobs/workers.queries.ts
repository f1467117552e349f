import type { DataSource } from 'typeorm';
import { statement, type Statements, types } from '#platform/database';

/** What the names of workers begin with. They are the names of their connections (`application_name`). */
export const WORKER_PREFIX = 'fanclub-worker-';

/**
 * The queue itself releases the jobs of a killed worker after four hours only. This releases them as soon as the database has
 * no connection of that worker left. A young job stays, since its worker may be reconnecting.
 */
export const RELEASE_ORPHANS = statement('jobs.release_orphans', {
  row: { worker: types.text.neverNullHere },
  text: `
    WITH dead AS (
      SELECT DISTINCT locked_by AS worker
      FROM graphile_worker.jobs
      WHERE locked_at < now() - interval '5 seconds'
        AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = locked_by)
    ), released AS (
      SELECT graphile_worker.force_unlock_workers(array_agg(worker)) FROM dead HAVING count(*) > 0
    )
    SELECT worker FROM dead CROSS JOIN released`,
});

/** Releases the jobs of workers that are gone, and returns the names of these. */
export async function releaseOrphans(db: Statements): Promise<string[]> {
  const rows = await db.rows(RELEASE_ORPHANS, {});
  return rows.map(({ worker }) => worker);
}

/** Whether any process runs jobs on this database right now. A worker under another database role is not seen. */
export async function isWorkerConnected(db: DataSource): Promise<boolean> {
  const rows = await db.query<object[]>(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND starts_with(application_name, '${WORKER_PREFIX}') LIMIT 1`,
  );
  return rows.length > 0;
}
