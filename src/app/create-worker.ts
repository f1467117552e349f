import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#platform/config';
import { PoolMetrics } from '#platform/database';
import { Jobs, JobWorker } from '#platform/jobs';
import { type ExportedMetric, Metrics } from '#platform/metrics';
import { NestLogger } from '#platform/operations';
import { AppModule } from './app.module';

/** A worker in a process of its own. */
export interface Worker {
  /** The metrics of this process. Before the worker has found a migrated database, only those of Node.js. */
  collect(): Promise<readonly ExportedMetric[]>;
  stop(): Promise<void>;
}

/** Starts a worker without an HTTP server. It waits for a migrated database before it loads the service's jobs. */
export function startWorker(config: Config, log: FastifyBaseLogger): Worker {
  const newMetrics = () => new Metrics(config.metrics !== null);
  let metrics = newMetrics();
  let context: Promise<INestApplicationContext> | undefined;
  let isCreated = false;
  const create = (): Promise<INestApplicationContext> => {
    // Each attempt declares all metrics.
    metrics = newMetrics();
    const options = { logger: new NestLogger(log), abortOnError: false };
    return NestFactory.createApplicationContext(AppModule.with(config, [], metrics), options);
  };
  const jobsOf = async () => {
    context ??= create();
    try {
      const jobs = (await context).get(Jobs).all();
      isCreated = true;
      return jobs;
    } catch (error) {
      context = undefined;
      throw error;
    }
  };
  const worker = new JobWorker(
    config.database.url,
    log,
    jobsOf,
    (pool) => void context?.then((created) => created.get(PoolMetrics).watch(pool, 'jobs')),
  );
  worker.start();
  return {
    collect: () => metrics.collect(),
    async stop() {
      await worker.stop();
      const closed = context?.then((created) => created.close());
      if (isCreated) await closed;
    },
  };
}
