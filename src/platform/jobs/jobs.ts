import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { isHeld } from '#platform/database';
import { type Counter, type Durations, Metrics } from '#platform/metrics';
import { JobMark, type JobRun, RetryJob, type Schedule } from './job';

/** A job, bound to its provider. */
export interface FoundJob {
  readonly name: string;
  /** Null: it runs when it is queued. */
  readonly schedule: Schedule | null;
  readonly run: (run: JobRun) => Promise<number>;
}

/** Finds the jobs of all providers. */
@Injectable()
export class Jobs {
  private readonly runs: Counter<'name' | 'outcome'>;
  private readonly times: Durations<'name'>;
  /** Found once: providers do not change, and reading the metadata of all methods takes milliseconds. */
  private found: readonly FoundJob[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    metrics: Metrics,
  ) {
    this.runs = metrics.counter(
      'fanclub_job_runs_total',
      'Runs of jobs in this process by outcome: done, retry (as planned by the job, or because a fan club is held), failed',
      'name',
      'outcome',
    );
    this.times = metrics.durations('fanclub_job_duration_seconds', 'Time of these runs', 'name');
  }

  /**
   * The jobs of all modules, which must have been initialized.
   * @throws Error when two jobs have the same name
   */
  all(): readonly FoundJob[] {
    return (this.found ??= this.find());
  }

  private find(): readonly FoundJob[] {
    const jobs = this.discovery.getProviders().flatMap((provider) => {
      const instance: unknown = provider.instance;
      if (typeof instance !== 'object' || instance === null) return [];
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((method) => {
        const mark = this.discovery.getMetadataByDecorator(JobMark, provider, method);
        const jobs = instance as Record<string, FoundJob['run']>;
        return mark ? [{ ...mark, run: this.counted(mark.name, (run) => jobs[method](run)) }] : [];
      });
    });
    const duplicate = jobs.find(({ name }, index) => jobs.findIndex((job) => job.name === name) < index);
    if (duplicate) throw new Error(`two jobs have the name ${duplicate.name}`);
    return jobs;
  }

  private counted(name: string, run: FoundJob['run']): FoundJob['run'] {
    const [done, retry, failed] = ['done', 'retry', 'failed'].map((outcome) =>
      this.runs.of({ name, outcome }),
    );
    const time = this.times.of({ name });
    return async (input) => {
      const began = performance.now();
      let outcome = done;
      try {
        return await run(input);
      } catch (error) {
        outcome = error instanceof RetryJob || isHeld(error) ? retry : failed;
        throw error;
      } finally {
        outcome.inc();
        time.add(performance.now() - began);
      }
    };
  }
}
