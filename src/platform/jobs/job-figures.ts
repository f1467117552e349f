import { Injectable } from '@nestjs/common';
import { Figures, type RowOf, statement, types } from '#platform/database';
import { Metrics, type Sample } from '#platform/metrics';
import { Jobs } from './jobs';
import { WORKER_PREFIX } from './workers.queries';

/** The queue, by job. Jobs without a row are not listed. */
export const JOB_FIGURES = statement('jobs.figures', {
  row: {
    name: types.text.neverNullHere,
    waiting: types.bigint,
    /** Due later: another attempt, mostly. */
    scheduled: types.bigint,
    running: types.bigint,
    /** Without a further attempt. */
    failed: types.bigint,
    /** Seconds since the first of the waiting ones was due. */
    age: types.bigint,
  },
  text: `
    SELECT name, count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'scheduled') AS scheduled,
           count(*) FILTER (WHERE state = 'running') AS running, count(*) FILTER (WHERE state = 'failed') AS failed,
           coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE state = 'waiting')), 0)::bigint AS age
    FROM (
      SELECT task_identifier AS name, run_at,
             CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed'
                  WHEN run_at > now() THEN 'scheduled' ELSE 'waiting' END AS state
      FROM graphile_worker.jobs
    ) jobs
    GROUP BY name`,
});

/** The number of connected workers. */
export const COUNT_WORKERS = statement('jobs.count_workers', {
  row: { workers: types.bigint },
  text: `
    SELECT count(DISTINCT application_name) AS workers FROM pg_stat_activity
    WHERE datname = current_database() AND starts_with(application_name, '${WORKER_PREFIX}')`,
});

const STATES = ['waiting', 'scheduled', 'running', 'failed'] as const;

/** Exports the state of the queue and the number of workers. Every process exports the same values. */
@Injectable()
export class JobFigures {
  constructor(
    private readonly jobs: Jobs,
    figures: Figures,
    metrics: Metrics,
  ) {
    const queue = figures.of(JOB_FIGURES, () => ({}));
    const workers = figures.of(COUNT_WORKERS, () => ({}));
    metrics.gauge(
      'fanclub_jobs',
      'Queued jobs by state: waiting (due), scheduled (due later), running, failed (no further attempt)',
      async () => {
        const rows = await queue();
        return STATES.flatMap((state) => this.ofJobs(rows, (row) => row[state], { state }));
      },
      'max',
    );
    metrics.gauge(
      'fanclub_job_oldest_seconds',
      'Time since the first waiting job was due; 0 if none waits',
      async () => this.ofJobs(await queue(), ({ age }) => age),
      'max',
    );
    metrics.gauge(
      'fanclub_workers',
      'Workers that are connected to the database, in all processes',
      async () => (await workers())[0].workers,
      'max',
    );
  }

  /** A number of every job of the service; 0 for those that are not queued. */
  private ofJobs(
    rows: readonly RowOf<typeof JOB_FIGURES>[],
    read: (row: RowOf<typeof JOB_FIGURES>) => number,
    labels: Sample['labels'] = {},
  ): Sample[] {
    const values = new Map(this.jobs.all().map(({ name }) => [name, 0]));
    for (const row of rows) values.set(row.name, read(row));
    return [...values].map(([name, value]) => ({ labels: { name, ...labels }, value }));
  }
}
