import { fastify } from 'fastify';
import { ProcessGroup } from '#libs/processes';
import type { Config } from '#platform/config';
// Not by the index of the folder, which would load the whole service.
import { loggerOptions } from './platform/operations/log';
import { logStream } from './platform/operations/log-stream';

/** Milliseconds in which every process ends after SIGTERM, with some room. */
const STOP_WITHIN = 12_000;

/**
 * Serves in so many other processes behind one port, and only supervises them in this one. SIGHUP restarts them one after the other,
 * SIGTERM and SIGINT stop them all (docs/operations/processes.md). Resolves with the exit code when all have ended.
 */
export async function supervise({ logLevel, logFormat, http }: Config, count: number): Promise<number> {
  const { log } = fastify({ logger: loggerOptions(logLevel, await logStream(logFormat)) });
  const group = new ProcessGroup({
    count,
    log,
    stopWithin: STOP_WITHIN,
    retireWithin: http.keepAliveTimeout + STOP_WITHIN,
  });
  process.on('SIGTERM', () => void group.stop());
  process.on('SIGINT', () => void group.stop());
  process.on('SIGHUP', () => void group.restart());
  log.info({ pid: process.pid, processes: count }, 'starting processes');
  await group.start();
  return group.ended;
}
