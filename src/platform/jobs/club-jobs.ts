import { type RowOf, statement, type Statements, types } from '#platform/database';

export const JOBS_OF_CLUB = statement('jobs.of_club', {
  params: { fanclub: types.bigint },
  row: {
    name: types.text,
    payload: types.json<object>(),
    runAt: types.timestamptz,
    attempts: types.integer,
    key: types.text.orNull,
  },
  text: `
    SELECT t.identifier AS name, j.payload, j.run_at AS "runAt", j.max_attempts::integer AS attempts, j.key
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE j.payload ->> 'fanclubId' = $fanclub::bigint::text
    ORDER BY j.id`,
});

export const QUEUE_JOB = statement('jobs.queue', {
  params: {
    name: types.text,
    payload: types.jsonText,
    runAt: types.timestamptz,
    attempts: types.integer,
    key: types.text.orNull,
  },
  row: { job: types.text },
  text: `
    SELECT job.id::text AS job
    FROM graphile_worker.add_job($name, $payload::jsonb::json, run_at := $runAt, max_attempts := $attempts, job_key := $key) job`,
});

export const DISCARD_JOBS = statement('jobs.discard', {
  params: { fanclub: types.bigint },
  row: { job: types.text },
  text: `
    SELECT job.id::text AS job
    FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker._private_jobs WHERE payload ->> 'fanclubId' = $fanclub::bigint::text)) job`,
});

export const RUNNING_JOBS = statement('jobs.running', {
  params: { fanclub: types.bigint },
  row: { count: types.integer },
  text: `
    SELECT count(*)::integer AS count FROM graphile_worker._private_jobs
    WHERE payload ->> 'fanclubId' = $fanclub::bigint::text AND locked_at IS NOT NULL
      AND locked_by IN (SELECT application_name FROM pg_stat_activity)`,
});

/** A job of a fan club in the queue. */
export type ClubJob = RowOf<typeof JOBS_OF_CLUB>;

/** The jobs of a fan club in the queue, the oldest first. */
export const jobsOfClub = (db: Statements, fanclub: number): Promise<ClubJob[]> =>
  db.rows(JOBS_OF_CLUB, { fanclub });

/** Adds jobs to the queue. */
export async function queueJobs(tx: Statements, jobs: readonly ClubJob[]): Promise<void> {
  for (const { payload, ...job } of jobs)
    await tx.rows(QUEUE_JOB, { ...job, payload: JSON.stringify(payload) });
}

/** Removes the jobs of a fan club from the queue, except those that run now. */
export async function discardJobs(db: Statements, fanclub: number): Promise<void> {
  await db.rows(DISCARD_JOBS, { fanclub });
}

/** How many jobs of a fan club workers run now. */
export const runningJobs = async (db: Statements, fanclub: number): Promise<number> =>
  (await db.first(RUNNING_JOBS, { fanclub }))!.count;
