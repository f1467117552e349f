import { DiscoveryService } from '@nestjs/core';
import type { FastifyBaseLogger } from 'fastify';
import { FanclubHeld, type Statements } from '#platform/database';

/** The log for jobs. Only ids and codes may be logged: no addresses, names or secrets. */
export type JobLog = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** The input of one run of a job. */
export interface JobRun<Payload = unknown> {
  /** The payload with which the job was queued; empty for a scheduled run. */
  readonly payload: Payload;
  /** Runs statements on the worker's own connections, so that jobs take none from requests. */
  readonly db: Statements;
  /** Aborted three seconds after the process gets the signal to stop. The job must then end soon. */
  readonly signal: AbortSignal;
  readonly log: JobLog;
}

/** When a job runs. */
export interface Schedule {
  /** Minute, hour, day of month, month, day of week; UTC. */
  readonly cron: string;
  /** The maximum number of attempts at a run. */
  readonly attempts: number;
  /** If no worker ran at the scheduled time, the run is made up for within this many seconds; 0: never. */
  readonly catchUp: number;
}

/** For work that may wait a day, such as deleting expired rows. */
export const NIGHTLY: Schedule = { cron: '17 4 * * *', attempts: 3, catchUp: 86_400 };

/** For work that must not wait. A missed run is not made up for: the next one does the same. */
export const EVERY_MINUTE: Schedule = { cron: '* * * * *', attempts: 1, catchUp: 0 };

/** For deleting rows of a table that requests can fill quickly. */
export const EVERY_TEN_MINUTES: Schedule = { cron: '*/10 * * * *', attempts: 1, catchUp: 0 };

/** Thrown by a job that has logged its failure and must be retried. The message is a code, because the queue stores it. */
export class RetryJob extends Error {
  override readonly name = 'RetryJob';
}

/** Thrown by a job whose fan club is held, if the rest of its work needs another payload than it had. */
export class PutOff extends FanclubHeld {
  constructor(readonly payload: object) {
    super();
  }
}

/** Marks the methods of providers that are jobs. */
export const JobMark = DiscoveryService.createDecorator<{ name: string; schedule: Schedule | null }>();

/**
 * Makes a provider's method a job. The method returns a count for the log: rows deleted, mails sent.
 *
 * @param name unique in the service, `<noun>.<verb>`
 * @param schedule null: the job runs when a statement queues it with `graphile_worker.add_job(name, payload)`
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
