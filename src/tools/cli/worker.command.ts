import { fastify } from 'fastify';
import { loggerOptions, logStream, serveMetrics } from '#platform/operations';
import { startWorker } from '../../app/create-worker';
import { type Command, WrongUsage } from './command';

/** `fanclub worker`: runs jobs in a separate process. */
export const workerCommand: Command = async (parameters, { open, stopped }) => {
  if (parameters.length > 0) throw new WrongUsage('worker takes no parameters');
  // Like a server, the worker does not migrate the database, and waits until it is reachable.
  const { config } = await open({ migrates: false });
  const { log } = fastify({ logger: loggerOptions(config.logLevel, await logStream(config.logFormat)) });
  const worker = startWorker(config, log);
  try {
    const metrics = await serveMetrics(config, async () => [await worker.collect()]);
    if (metrics) log.info({ metrics: metrics.url }, 'metrics served');
    await stopped;
    await metrics?.close();
  } finally {
    await worker.stop();
  }
};
