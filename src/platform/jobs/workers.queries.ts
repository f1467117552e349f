import type { DataSource } from 'typeorm';
import { Sql, statement, type Statements, types } from '#platform/database';

/** The prefix of workers' names. A worker's connections have its name as their `application_name`. */
export const WORKER_PREFIX = 'fanclub-worker-';

/**
 * Releases the jobs of workers that have no connection to the database. The queue itself would do so only after four hours. Jobs
 * that were locked less than five seconds ago stay locked, since their worker may be reconnecting.
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

/** Whether the database has the outbox and the queue. */
export const IS_MIGRATED = statement('jobs.is_migrated', {
  row: { migrated: types.boolean },
  text: `SELECT to_regclass('mails') IS NOT NULL AND to_regclass('graphile_worker.jobs') IS NOT NULL AS migrated`,
});

/** The keys of jobs that were put off because their fan club is held. */
const putOffKey = (fanclub: string): string => `'held:' || ${fanclub} || ':'`;

/**
 * Queues a copy of a job for later, because its fan club is held: at its release, and if that is missed, minutes later. Attempts so far
 * do not count.
 */
export const PUT_OFF = statement('jobs.put_off', {
  params: {
    fanclub: types.bigint,
    job: types.text,
    name: types.text,
    payload: types.jsonText,
    attempts: types.integer,
  },
  row: { job: types.text },
  text: `
    SELECT job.id::text AS job
    FROM graphile_worker.add_job($name, $payload::jsonb::json, run_at := now() + interval '5 minutes', max_attempts := $attempts,
      job_key := ${putOffKey('$fanclub::bigint')} || $job::text) job`,
});

/** Makes the jobs of a fan club that were put off due now. */
export const RESUME = statement('jobs.resume', {
  params: { fanclub: types.bigint },
  row: { job: types.text },
  text: `
    SELECT job.id::text AS job
    FROM graphile_worker.reschedule_jobs(
      ARRAY(SELECT id FROM graphile_worker.jobs WHERE starts_with(key, ${putOffKey('$fanclub::bigint')})), run_at := now()) job`,
});

/** Makes the jobs of a released fan club due that were put off while it was held. */
export async function resumeJobs(tx: Statements, fanclub: number): Promise<void> {
  await tx.rows(RESUME, { fanclub });
}

export const CONNECTED_WORKER = statement('jobs.connected_worker', {
  text: `
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND starts_with(application_name, '${WORKER_PREFIX}') LIMIT 1`,
});

/** Whether any process runs jobs on this database now. Queries the database even while the service's circuit breaker is open. */
export async function isWorkerConnected(db: DataSource): Promise<boolean> {
  return (await new Sql(db).first(CONNECTED_WORKER, {})) !== null;
}
