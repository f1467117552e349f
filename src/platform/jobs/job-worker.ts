import type { CronItem, Logger, Runner, TaskList, WorkerEvents } from 'graphile-worker';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PoolStatements, type Statements } from '#platform/database';
import { type JobLog, type JobRun, RetryJob } from './job';
import type { FoundJob } from './jobs';
import { workerPool } from './worker-pool';
import { releaseOrphans, WORKER_PREFIX } from './workers.queries';

/** Jobs that one worker runs at the same time. */
export const CONCURRENCY = 2;

/** Milliseconds between looks for retries that have become due; new jobs are announced by the database. */
const POLL_INTERVAL = 2_000;
/** Milliseconds between looks for jobs of workers that are gone. */
const ORPHANS_INTERVAL = 5_000;
/** Milliseconds that a stop waits for jobs under way before it aborts them; then that for the rest. */
const GRACE = 3_000;
const LAST_GRACE = 2_000;
/** Milliseconds before a worker that failed restarts; doubled each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** Scheduled jobs run one after the other, in all workers together, so that mails always find a free place. */
const SCHEDULED_QUEUE = 'scheduled';

/** Which attempt at a job this is, and how many there are. */
interface Attempt {
  readonly attempt: number;
  readonly attempts: number;
}

/** Runs jobs until it is stopped. A lost database only interrupts it. */
export class JobWorker {
  private readonly stopping = new AbortController();
  private working: Promise<void> | undefined;
  private ended: Promise<unknown> = Promise.resolve();
  private runner: Runner | undefined;

  /** @param jobs is called once there is a migrated database; a failure is logged and retried */
  constructor(
    private readonly databaseUrl: string,
    private readonly log: JobLog,
    private readonly jobs: () => Promise<readonly FoundJob[]>,
  ) {}

  /** Neither waits for the database nor fails. */
  start(): void {
    this.working ??= this.keepWorking();
  }

  /** Takes no further job, finishes or aborts those under way within five seconds, and closes its connections. */
  stop(): Promise<unknown> {
    if (!this.isStopping) {
      this.stopping.abort();
      void this.runner?.stop().catch(() => undefined);
      this.ended = Promise.race([this.working, sleep(GRACE + LAST_GRACE, undefined, { ref: false })]);
    }
    return this.ended;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepWorking(): Promise<void> {
    for (let pause = FIRST_PAUSE; !this.isStopping; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const name = `${WORKER_PREFIX}${randomBytes(8).toString('hex')}`;
      try {
        await this.work(name, () => (pause = FIRST_PAUSE));
      } catch (error) {
        this.log.warn({ err: error, worker: name, pause }, 'worker interrupted');
      }
      if (!this.isStopping) await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => {});
    }
  }

  /** Connects and runs jobs until it is stopped or fails. */
  private async work(name: string, onStarted: () => void): Promise<void> {
    const pool = workerPool(this.databaseUrl, name);
    const queue = new PoolStatements(pool);
    let orphans: NodeJS.Timeout | undefined;
    try {
      await assertMigrated(pool);
      const jobs = await this.jobs();
      await this.release(queue);
      const runner = await this.run(name, pool, jobs);
      this.runner = runner;
      if (this.isStopping) void runner.stop().catch(() => undefined);
      orphans = setInterval(() => void this.release(queue), ORPHANS_INTERVAL);
      this.log.info({ worker: name }, 'worker started');
      onStarted();
      await runner.promise;
    } finally {
      clearInterval(orphans);
      this.runner = undefined;
      // Waits for connections in use, of which a broken one might never come back.
      await Promise.race([pool.end(), sleep(1_000, undefined, { ref: false })]);
    }
  }

  /** Loads the library here: the start of a server need not wait for it. */
  private async run(name: string, pgPool: Pool, jobs: readonly FoundJob[]): Promise<Runner> {
    const { parseCronItems, run } = await import('graphile-worker');
    const events = new EventEmitter() as WorkerEvents;
    // The name under which jobs are locked: that of the connections, by which others see whether the worker lives.
    events.on('pool:create', ({ workerPool: created }) => void (created.id = name));
    return run({
      pgPool,
      events,
      logger: await this.logger(),
      noHandleSignals: true,
      concurrency: CONCURRENCY,
      pollInterval: POLL_INTERVAL,
      gracefulShutdownAbortTimeout: GRACE,
      // By default the library does not wait for what it writes after a job, and a lost connection ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: this.tasks(jobs, new PoolStatements(pgPool)),
      parsedCronItems: parseCronItems(jobs.flatMap(cronItem)),
    });
  }

  private tasks(jobs: readonly FoundJob[], db: Statements): TaskList {
    return Object.fromEntries(
      jobs.map((job) => [
        job.name,
        (payload, { abortSignal: signal, job: { attempts: attempt, max_attempts: attempts } }) =>
          this.perform(job, { payload, db, signal, log: this.log }, { attempt, attempts }),
      ]),
    ) satisfies TaskList;
  }

  private async perform({ name, run }: FoundJob, given: JobRun, attempt: Attempt): Promise<void> {
    const began = performance.now();
    const facts = () => ({ job: name, ms: Math.round(performance.now() - began) });
    try {
      const count = await run(given);
      this.log.info({ ...facts(), count }, 'job done');
    } catch (error) {
      const level =
        error instanceof RetryJob ? 'debug' : attempt.attempt < attempt.attempts ? 'warn' : 'error';
      this.log[level]({ ...facts(), ...attempt, err: error }, 'job failed');
      throw error;
    }
  }

  private async release(queue: Statements): Promise<void> {
    try {
      const workers = await releaseOrphans(queue);
      if (workers.length > 0) this.log.warn({ workers }, 'jobs of dead workers taken over');
    } catch (error) {
      this.log.debug({ err: error }, 'jobs of dead workers not released');
    }
  }

  /** The library logs much. Failed jobs are logged by `perform`, without their payload. */
  private async logger(): Promise<Logger> {
    const { Logger } = await import('graphile-worker');
    const { log } = this;
    return new Logger(() => (level, message, meta) => {
      const matters = ['error', 'warning'].includes(level) && !meta?.failure;
      log[matters ? 'warn' : 'debug']({ context: 'graphile-worker' }, message);
    });
  }
}

/** A job's line of the timetable. Its key replaces a run that still waits or has failed for good: runs never pile up. */
function cronItem({ name, schedule }: FoundJob): CronItem[] {
  if (!schedule) return [];
  const { cron, attempts, catchUp } = schedule;
  const options = { maxAttempts: attempts, backfillPeriod: catchUp * 1000, queueName: SCHEDULED_QUEUE };
  return [{ task: name, match: cron, options: { ...options, jobKey: name } }];
}

/** A worker changes no schema. */
async function assertMigrated(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ ready: boolean }>(
    `SELECT to_regclass('mails') IS NOT NULL AND to_regclass('graphile_worker.jobs') IS NOT NULL AS ready`,
  );
  if (!rows[0].ready) throw new Error('The database has no outbox yet. Run: npx fanclub migrate');
}
