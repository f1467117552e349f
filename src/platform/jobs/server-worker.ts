import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import { Config } from '#platform/config';
import { JobWorker } from './job-worker';
import { Jobs } from './jobs';

/** The worker within the server, unless RUN_JOBS leaves the jobs to other processes. */
@Injectable()
export class ServerWorker
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private worker: JobWorker | undefined;

  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Starts the worker once the server listens, so that no visitor waits for it. */
  onApplicationBootstrap(): void {
    // `fanclub worker` has no HTTP adapter, and a worker of its own.
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null;
    if (!this.config.runsJobs || !adapter) return;
    const { log } = adapter.getInstance<FastifyInstance>();
    (adapter.getHttpServer() as Server).once('listening', () => {
      const jobs = this.jobs.all();
      this.worker = new JobWorker(this.config.database.url, log, () => Promise.resolve(jobs));
      this.worker.start();
    });
  }

  /** Jobs and answers under way are finished at the same time. */
  beforeApplicationShutdown(): void {
    void this.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  /** Resolves when no job is under way any more. */
  async stop(): Promise<void> {
    await this.worker?.stop();
  }
}
