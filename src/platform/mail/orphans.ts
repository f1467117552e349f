import type { Statement, Statements } from '#platform/database';

/**
 * A job stays with its worker until that is done with it. The queue takes a job away from a worker that was killed after four
 * hours only; here it is free as soon as the database sees no connection of that worker any more. A young job is left alone,
 * since its worker may just be connecting anew.
 */
const RELEASE_ORPHANS: Statement = {
  name: 'mail.release_orphans',
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
};

/** Frees the jobs of workers that are gone, and returns the names of these. */
export async function releaseOrphans(queue: Statements): Promise<string[]> {
  const rows = await queue.rows<{ worker: string }>(RELEASE_ORPHANS, []);
  return rows.map(({ worker }) => worker);
}
