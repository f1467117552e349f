import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { JobMark, type JobRun, type Schedule } from './job';

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
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws Error when two jobs have the same name */
  all(): readonly FoundJob[] {
    const jobs = this.discovery.getProviders().flatMap((provider) => {
      const instance: unknown = provider.instance;
      if (typeof instance !== 'object' || instance === null) return [];
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((method) => {
        const mark = this.discovery.getMetadataByDecorator(JobMark, provider, method);
        const jobs = instance as Record<string, FoundJob['run']>;
        return mark ? [{ ...mark, run: (run: JobRun) => jobs[method](run) }] : [];
      });
    });
    const duplicate = jobs.find(({ name }, index) => jobs.findIndex((job) => job.name === name) < index);
    if (duplicate) throw new Error(`two jobs have the name ${duplicate.name}`);
    return jobs;
  }
}
