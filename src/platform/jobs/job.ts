import { DiscoveryService } from '@nestjs/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Statements } from '#platform/database';

/** The service's log, as far as jobs need it. It takes ids and codes: no addresses, names or secrets. */
export type JobLog = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** What a job gets for one run. */
export interface JobRun<Payload = unknown> {
  /** What the job was queued with; empty for a scheduled run. */
  readonly payload: Payload;
  /** The database, over the worker's own connections: jobs take none from requests. */
  readonly db: Statements;
  /** Aborted when the process stops and has waited three seconds. The job then ends as soon as it can. */
  readonly signal: AbortSignal;
  readonly log: JobLog;
}

/** When a job runs. */
export interface Schedule {
  /** Minute, hour, day of month, month, day of week; UTC. */
  readonly cron: string;
  /** Attempts before a failing run is given up. */
  readonly attempts: number;
  /** Seconds back for which a run that no worker was there to do is made up. 0: it is left out. */
  readonly catchUp: number;
}

/** For what may wait a day, such as deleting expired rows. */
export const NIGHTLY: Schedule = { cron: '17 4 * * *', attempts: 3, catchUp: 86_400 };

/** For what a flood of requests makes much of. */
export const EVERY_TEN_MINUTES: Schedule = { cron: '*/10 * * * *', attempts: 1, catchUp: 0 };

/** A job that has logged why it failed, and is to be retried. The queue keeps the message, so it is a code. */
export class RetryJob extends Error {
  override readonly name = 'RetryJob';
}

/** How the jobs among a provider's methods are found. */
export const JobMark = DiscoveryService.createDecorator<{ name: string; schedule: Schedule | null }>();

/**
 * Makes a provider's method a job. It returns how many things it has done (rows deleted, mails sent), for the log.
 *
 * @param name unique in the service, `<what>.<verb>`
 * @param schedule without one the job runs when a statement queues it: `graphile_worker.add_job(name, payload)`
 */
export function Job<Payload = unknown>(name: string, schedule: Schedule | null = null) {
  return (
    target: object,
    method: string,
    descriptor: TypedPropertyDescriptor<(run: JobRun<Payload>) => Promise<number>>,
  ): void => {
    JobMark({ name, schedule })(target, method, descriptor);
  };
}
