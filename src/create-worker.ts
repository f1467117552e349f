import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#platform/config';
import { Jobs, JobWorker } from '#platform/jobs';
import { NestLogger } from '#platform/operations';
import { AppModule } from './app.module';

/**
 * Starts a worker without an HTTP server. It waits for a migrated database, and then creates the service's providers to find
 * their jobs.
 */
export function startWorker(config: Config, log: FastifyBaseLogger): { stop(): Promise<void> } {
  let context: INestApplicationContext | undefined;
  const worker = new JobWorker(config.database.url, log, async () => {
    const options = { logger: new NestLogger(log), abortOnError: false };
    context ??= await NestFactory.createApplicationContext(AppModule.with(config), options);
    return context.get(Jobs).all();
  });
  worker.start();
  return {
    async stop() {
      await worker.stop();
      await context?.close();
    },
  };
}
