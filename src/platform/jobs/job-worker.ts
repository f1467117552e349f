import type { CronItem, Logger, Runner, TaskList, WorkerEvents } from 'graphile-worker';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isHeld, PoolStatements, type Statements } from '#platform/database';
import { type JobLog, type JobRun, PutOff, RetryJob } from './job';
import type { FoundJob } from './jobs';
import { workerPool } from './worker-pool';
import { IS_MIGRATED, PUT_OFF, RELEASE_ORPHANS, WORKER_PREFIX } from './workers.queries';

/** Jobs that one worker runs at the same time. */
export const CONCURRENCY = 2;

/** Milliseconds between queries for retries that are due. New jobs are announced by a notification of the database. */
const POLL_INTERVAL = 2_000;
/** Milliseconds between releases of the jobs of dead workers. */
const ORPHANS_INTERVAL = 5_000;
/** When the worker stops: milliseconds to wait for running jobs before they are aborted, and then for the aborted jobs. */
const GRACE = 3_000;
const ABORT_GRACE = 2_000;
/** Milliseconds before a failed worker restarts; doubled after each failure. */
const FIRST_PAUSE = 1_000;
const MAX_PAUSE = 30_000;
/** The queue of scheduled jobs. All workers together run one of its jobs at a time, so that mails need not wait for them. */
const SCHEDULED_QUEUE = 'scheduled';

/** Runs jobs until it is stopped. If the database is lost, the worker restarts when it is back. */
export class JobWorker {
  private readonly stopping = new AbortController();
  private working: Promise<void> | undefined;
  private ended: Promise<unknown> = Promise.resolve();
  private runner: Runner | undefined;

  /**
   * @param jobs finds the jobs; called once the database is migrated. A failure is logged, and the call is repeated
   * @param watch gets the worker's pool after that, for metrics
   */
  constructor(
    private readonly databaseUrl: string,
    private readonly log: JobLog,
    private readonly jobs: () => Promise<readonly FoundJob[]>,
    private readonly watch: (pool: Pool) => void = () => undefined,
  ) {}

  /** Starts the worker. Does not wait for the database, and never fails. */
  start(): void {
    this.working ??= this.keepWorking();
  }

  /** Starts no further job, finishes or aborts running ones within five seconds, and closes the connections. */
  stop(): Promise<unknown> {
    if (!this.isStopping) {
      this.stopping.abort();
      void this.runner?.stop().catch(() => undefined);
      this.ended = Promise.race([this.working, sleep(GRACE + ABORT_GRACE, undefined, { ref: false })]);
    }
    return this.ended;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepWorking(): Promise<void> {
    for (let pause = FIRST_PAUSE; !this.isStopping; pause = Math.min(2 * pause, MAX_PAUSE)) {
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
      await assertMigrated(queue);
      const jobs = await this.jobs();
      this.watch(pool);
      if (this.isStopping) return;
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
      // Waits for one second at most: `end` waits for connections in use, and a broken one may never be returned.
      await Promise.race([pool.end(), sleep(1_000, undefined, { ref: false })]);
    }
  }

  /** Starts the library. It is loaded only here, so that the server starts faster. */
  private async run(name: string, pgPool: Pool, jobs: readonly FoundJob[]): Promise<Runner> {
    const { parseCronItems, run } = await import('graphile-worker');
    const events = new EventEmitter() as WorkerEvents;
    // The lock of a job has the name of this worker's connections. So other workers can see whether this worker is alive.
    events.on('pool:create', ({ workerPool: created }) => void (created.id = name));
    return run({
      pgPool,
      events,
      logger: await this.logger(),
      noHandleSignals: true,
      concurrency: CONCURRENCY,
      pollInterval: POLL_INTERVAL,
      gracefulShutdownAbortTimeout: GRACE,
      // By default the library does not wait for its own writes after a job, and a lost connection ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: this.tasks(jobs, new PoolStatements(pgPool)),
      parsedCronItems: parseCronItems(jobs.flatMap(cronItem)),
    });
  }

  private tasks(jobs: readonly FoundJob[], db: Statements): TaskList {
    return Object.fromEntries(
      jobs.map((job) => [
        job.name,
        (payload, { abortSignal: signal, job: { id, attempts: attempt, max_attempts: attempts } }) =>
          this.perform(job, { payload, db, signal, log: this.log }, { id, attempt, attempts }),
      ]),
    ) satisfies TaskList;
  }

  private async perform(
    { name, run }: FoundJob,
    input: JobRun,
    { id, attempt, attempts }: { id: string; attempt: number; attempts: number },
  ): Promise<void> {
    const began = performance.now();
    const facts = () => ({ job: name, ms: Math.round(performance.now() - began) });
    try {
      const count = await run(input);
      this.log.info({ ...facts(), count }, 'job done');
    } catch (error) {
      if (isHeld(error)) {
        const payload = error instanceof PutOff ? error.payload : input.payload;
        const { fanclubId: fanclub } = payload as { fanclubId?: number };
        this.log.debug({ ...facts(), fanclub }, 'job put off, its fan club is held');
        // The next scheduled run leaves the fan club out.
        if (fanclub === undefined) throw error;
        await input.db.rows(PUT_OFF, { fanclub, job: id, name, payload: JSON.stringify(payload), attempts });
        return;
      }
      const level = error instanceof RetryJob ? 'debug' : attempt < attempts ? 'warn' : 'error';
      this.log[level]({ ...facts(), attempt, attempts, err: error }, 'job failed');
      throw error;
    }
  }

  private async release(queue: Statements): Promise<void> {
    try {
      const workers = (await queue.rows(RELEASE_ORPHANS, {})).map(({ worker }) => worker);
      if (workers.length > 0) this.log.warn({ workers }, 'jobs of dead workers taken over');
    } catch (error) {
      this.log.debug({ err: error }, 'jobs of dead workers not released');
    }
  }

  /**
   * Logs problems of the library as warnings, and its other messages at `debug`. `perform` logs failed jobs, without their
   * payload.
   */
  private async logger(): Promise<Logger> {
    const { Logger } = await import('graphile-worker');
    const { log } = this;
    return new Logger(() => (level, message, meta) => {
      const isProblem = ['error', 'warning'].includes(level) && !meta?.failure;
      log[isProblem ? 'warn' : 'debug']({ context: 'graphile-worker' }, message);
    });
  }
}

/** The schedule of a job. With `jobKey`, a new run replaces one that is still waiting or has failed, so runs do not accumulate. */
function cronItem({ name, schedule }: FoundJob): CronItem[] {
  if (!schedule) return [];
  const { cron, attempts, catchUp } = schedule;
  const options = { maxAttempts: attempts, backfillPeriod: catchUp * 1000, queueName: SCHEDULED_QUEUE };
  return [{ task: name, match: cron, options: { ...options, jobKey: name } }];
}

/** Throws if the schema is not migrated, since workers do not migrate it. */
async function assertMigrated(db: Statements): Promise<void> {
  if (!(await db.first(IS_MIGRATED, {}))?.migrated)
    throw new Error('The database has no outbox yet. Run: npx fanclub migrate');
}
