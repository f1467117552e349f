import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#platform/config';
import { Jobs, JobWorker } from '#platform/jobs';
import { NestLogger } from '#platform/operations';
import { AppModule } from './app.module';

/** Starts a worker without an HTTP server. It waits for a migrated database before it loads the service's jobs. */
export function startWorker(config: Config, log: FastifyBaseLogger): { stop(): Promise<void> } {
  let context: Promise<INestApplicationContext> | undefined;
  let isCreated = false;
  const worker = new JobWorker(config.database.url, log, async () => {
    const options = { logger: new NestLogger(log), abortOnError: false };
    context ??= NestFactory.createApplicationContext(AppModule.with(config), options);
    try {
      const jobs = (await context).get(Jobs).all();
      isCreated = true;
      return jobs;
    } catch (error) {
      context = undefined;
      throw error;
    }
  });
  worker.start();
  return {
    async stop() {
      await worker.stop();
      const closed = context?.then((created) => created.close());
      if (isCreated) await closed;
    },
  };
}
