import { fastify } from 'fastify';
import { ProcessGroup } from '#libs/processes';
import type { Config } from '#platform/config';
import { type ExportedMetric, MergedMetrics } from '#platform/metrics';
// Not by the index of the folder, which would load the whole service.
import { loggerOptions, logStream, serveMetrics } from '#platform/operations';

/** Milliseconds in which every process ends after SIGTERM, with some room. */
const STOP_WITHIN = 12_000;

/** The same for a process that is replaced. It first waits for KEEP_ALIVE_SECONDS (at most 3,600), which it has read itself. */
const RETIRE_WITHIN = 3_600_000 + STOP_WITHIN;

/** Milliseconds in which a process has to send its metrics. */
const METRICS_WITHIN = 3_000;

/**
 * Serves in so many other processes behind one port, and only supervises them in this one. SIGHUP restarts them one after the other,
 * SIGTERM and SIGINT stop them all (docs/operations/scaling.md#several-processes). Resolves with the exit code when all have ended.
 *
 * @param pwd the name of the working directory, if a shell has passed it on
 * @throws CannotListen if the metrics cannot be served
 */
export async function supervise(config: Config, count: number, pwd?: string): Promise<number> {
  const { log } = fastify({ logger: loggerOptions(config.logLevel, await logStream(config.logFormat)) });
  const group = new ProcessGroup({
    count,
    log,
    pwd,
    stopWithin: STOP_WITHIN,
    retireWithin: RETIRE_WITHIN,
  });
  process.on('SIGTERM', () => void group.stop());
  process.on('SIGINT', () => void group.stop());
  process.on('SIGHUP', () => void group.restart());
  const merged = new MergedMetrics();
  const metrics = await serveMetrics(config, async () => {
    const answers = await group.ask(METRICS_WITHIN);
    return merged.with(answers as ReadonlyMap<number, readonly ExportedMetric[] | undefined>);
  });
  log.info({ pid: process.pid, processes: count, metrics: metrics?.url }, 'starting processes');
  await group.start();
  return group.ended;
}
