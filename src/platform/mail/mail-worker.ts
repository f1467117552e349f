import type { Logger, Runner, WorkerEvents } from 'graphile-worker';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Config } from '#platform/config';
import { forget, FREQUENTLY, nightly, type Retention, type Statements } from '#platform/database';
import type { Delivery, MailLog } from './delivery';
import type { MailSender } from './mail-sender';
import { type MailJob, SEND_MAIL } from './mails.queries';
import { releaseOrphans } from './orphans';
import { PoolStatements, workerPool } from './worker-pool';

/** Mails that one worker sends at the same time. */
export const CONCURRENCY = 2;

/** Milliseconds between looks for retries that have become due; new mails are announced by the database. */
const POLL_INTERVAL = 2_000;
/** Milliseconds between looks for jobs of workers that are gone. */
const ORPHANS_INTERVAL = 5_000;
/** Milliseconds that a stop waits for mails under way before it cuts them short; then that for the rest. */
const GRACE = 3_000;
const LAST_GRACE = 2_000;
/** Milliseconds before a worker that failed starts anew; doubled each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** The queue's names for deleting what is out of date: nearly all of it, and what there may be much of. */
const FORGET = 'forget';
const FORGET_LIMITS = 'forget_limits';

/** Once a night, which a worker that was not running then makes up for; and every ten minutes. */
const CRON = [
  {
    task: FORGET,
    match: '17 4 * * *',
    options: { backfillPeriod: 24 * 60 * 60 * 1000, maxAttempts: 3 },
  },
  { task: FORGET_LIMITS, match: '*/10 * * * *', options: { maxAttempts: 1 } },
];

/** What a worker works with. */
export interface MailWorkerParts {
  databaseUrl: string;
  log: MailLog;
  /** Closed at the end. */
  delivery: Delivery;
  /** Makes what sends the mails, over the worker's own connections. */
  sender: (outbox: Statements) => MailSender;
  /** How long what is kept for a time is kept. */
  retention: Config['retention'];
}

/** Sends the mails of the outbox as they come, until it is stopped. A lost database only interrupts it. */
export class MailWorker {
  private readonly stopping = new AbortController();
  private working: Promise<void> | undefined;
  private runner: Runner | undefined;

  constructor(private readonly parts: MailWorkerParts) {}

  /** Begins; neither waits for the database nor fails. */
  start(): void {
    this.working ??= this.keepWorking();
  }

  /** Takes no further mail, finishes or cuts short those under way within five seconds, and lets go of its connections. */
  async stop(): Promise<void> {
    if (this.stopping.signal.aborted || !this.working) return this.working;
    this.stopping.abort();
    void this.runner?.stop().catch(() => undefined);
    await Promise.race([this.working, sleep(GRACE + LAST_GRACE, undefined, { ref: false })]);
    this.parts.delivery.close();
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepWorking(): Promise<void> {
    for (let pause = FIRST_PAUSE; !this.isStopping; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const name = `fanclub-mail-${randomBytes(8).toString('hex')}`;
      try {
        await this.work(name, () => (pause = FIRST_PAUSE));
      } catch (error) {
        this.parts.log.warn({ err: error, worker: name, pause }, 'mail worker interrupted');
      }
      if (!this.isStopping) await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => {});
    }
  }

  /** From connecting to the end, be it wanted or not. */
  private async work(name: string, onStarted: () => void): Promise<void> {
    const { databaseUrl, delivery, log, sender } = this.parts;
    const pool = workerPool(databaseUrl, name);
    const queue = new PoolStatements(pool);
    let orphans: NodeJS.Timeout | undefined;
    try {
      await assertMigrated(pool);
      await this.release(queue);
      const runner = await this.run(name, pool, sender(queue));
      this.runner = runner;
      if (this.isStopping) void runner.stop().catch(() => undefined);
      orphans = setInterval(() => void this.release(queue), ORPHANS_INTERVAL);
      log.info({ worker: name, delivery: delivery.name }, 'mail worker started');
      onStarted();
      await runner.promise;
    } finally {
      clearInterval(orphans);
      this.runner = undefined;
      // Waits for connections in use, of which a broken one might never come back.
      await Promise.race([pool.end(), sleep(1_000, undefined, { ref: false })]);
    }
  }

  /** The library is loaded here: the start of a server need not wait for it. */
  private async run(name: string, pgPool: Pool, sender: MailSender): Promise<Runner> {
    const { parseCronItems, run } = await import('graphile-worker');
    const events = new EventEmitter() as WorkerEvents;
    // The name under which jobs are locked: that of the connections, by which others see whether we live.
    events.on('pool:create', ({ workerPool: created }) => void (created.id = name));
    return run({
      pgPool,
      events,
      logger: await this.logger(),
      noHandleSignals: true,
      concurrency: CONCURRENCY,
      pollInterval: POLL_INTERVAL,
      gracefulShutdownAbortTimeout: GRACE,
      // Left to itself the library does not wait for what it writes after a job, and a lost connection ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: {
        [SEND_MAIL]: (payload, { abortSignal }) => sender.send(payload as MailJob, abortSignal),
        [FORGET]: (_, { abortSignal }) => this.forget(pgPool, nightly(this.parts.retention), abortSignal),
        [FORGET_LIMITS]: (_, { abortSignal }) => this.forget(pgPool, FREQUENTLY, abortSignal),
      },
      parsedCronItems: parseCronItems(CRON),
    });
  }

  private async forget(pool: Pool, what: readonly Retention[], signal?: AbortSignal): Promise<void> {
    const rows = await forget(new PoolStatements(pool), what, signal);
    this.parts.log.debug({ rows }, 'what was out of date is deleted');
  }

  private async release(queue: Statements): Promise<void> {
    try {
      const workers = await releaseOrphans(queue);
      if (workers.length > 0) this.parts.log.warn({ workers }, 'mails of dead workers taken over');
    } catch (error) {
      this.parts.log.debug({ err: error }, 'dead workers not looked for');
    }
  }

  /** The library tells much; what becomes of a mail is told by `MailSender`, with less in it. */
  private async logger(): Promise<Logger> {
    const { Logger } = await import('graphile-worker');
    const { log } = this.parts;
    return new Logger(() => (level, message, meta) => {
      const isTold = ['error', 'warning'].includes(level) && !meta?.failure;
      log[isTold ? 'warn' : 'debug']({ context: 'graphile-worker' }, message);
    });
  }
}

/** A worker changes no schema. */
async function assertMigrated(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ ready: boolean }>(
    `SELECT to_regclass('mails') IS NOT NULL AND to_regclass('graphile_worker.jobs') IS NOT NULL AS ready`,
  );
  if (!rows[0].ready) throw new Error('The database has no outbox yet: it is to be migrated.');
}
