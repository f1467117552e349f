import { Sql } from '../../src/platform/database';
import { type JobRun, Jobs } from '../../src/platform/jobs';
import type { TestApp } from './start-test-app';
import { recordLog } from './worker';

/** A log that nobody reads. One for all jobs, because making it takes as long as a job. */
let unread: JobRun['log'] | undefined;

/** The input of a job that runs outside of a worker. @param log what the job logs is lost by default */
export const jobRun = (
  t: TestApp,
  signal = new AbortController().signal,
  payload: unknown = {},
  log: JobRun['log'] = (unread ??= recordLog().log),
): JobRun => ({ payload, db: t.app.get(Sql), signal, log });

/** Runs a job of the service once, and resolves with its count. */
export async function runJob(
  t: TestApp,
  name: string,
  signal?: AbortSignal,
  payload?: unknown,
  log?: JobRun['log'],
): Promise<number> {
  const job = t.app
    .get(Jobs)
    .all()
    .find((one) => one.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  return job.run(jobRun(t, signal, payload, log));
}
