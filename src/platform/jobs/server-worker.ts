import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import { DataSource } from 'typeorm';
import { Config } from '#platform/config';
import { PoolMetrics } from '#platform/database';
import { JobWorker } from './job-worker';
import { Jobs } from './jobs';
import { WorkerWatch } from './worker-watch';

/**
 * Runs the jobs in the server process. With RUN_JOBS=false it runs no jobs, and logs a warning while no other process runs them.
 */
@Injectable()
export class ServerWorker
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private worker: JobWorker | WorkerWatch | undefined;

  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly host: HttpAdapterHost,
    private readonly db: DataSource,
    private readonly pools: PoolMetrics,
  ) {}

  /**
   * Starts the worker once the server listens, so that the start of the server does not wait for the worker. If there are several
   * processes, only one of them may run jobs, and {@link start} is called in it.
   *
   * @throws Error when two jobs have the same name
   */
  onApplicationBootstrap(): void {
    // The process of `fanclub worker` has no HTTP adapter, and starts a worker itself.
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null;
    if (!adapter) return;
    const { log } = adapter.getInstance<FastifyInstance>();
    const jobs = this.jobs.all();
    this.worker = this.config.runsJobs
      ? new JobWorker(
          this.config.database.url,
          log,
          () => Promise.resolve(jobs),
          (pool) => this.pools.watch(pool, 'jobs'),
        )
      : new WorkerWatch(this.db, log);
    if (this.config.processNumber === null)
      (adapter.getHttpServer() as Server).once('listening', () => this.start());
  }

  /** Starts the worker, or with RUN_JOBS=false the watch over the workers of others. */
  start(): void {
    this.worker?.start();
  }

  /** Running jobs and answers in flight are finished at the same time. */
  beforeApplicationShutdown(): void {
    void this.stop();
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Resolves when no job is running. */
  async stop(): Promise<void> {
    await this.worker?.stop();
  }
}
