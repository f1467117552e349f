import type { Membership } from '#libs/processes';
import { createApp } from './create-app';
import { type Config, shareOf } from '#platform/config';
import { DatabaseUnreachable, isUnreachable } from '#platform/database';
import { ServerWorker } from '#platform/jobs';
import { Metrics } from '#platform/metrics';
import {
  listen,
  type MetricsServer,
  retireGracefully,
  serveMetrics,
  stopGracefully,
  stopOnSignal,
} from '#platform/operations';
import { logStart } from './start-summary';

/**
 * Serves in this process.
 *
 * @param membership null if this is the only process
 * @throws the error that prevented the start; nothing is left running then
 */
export async function serve(settings: Config, membership: Membership | null): Promise<void> {
  const config = membership ? shareOf(settings, membership.number, membership.count) : settings;
  const app = await createApp(config).catch((error: unknown) => {
    throw isUnreachable(error) ? new DatabaseUnreachable(error) : error;
  });
  const stop = () => stopGracefully(app, config.shutdownDelay);
  if (membership) stopOnSignal(stop);
  else stopOnSignal(stop, 'SIGHUP');
  const worker = app.get(ServerWorker);
  membership?.onBegin(() => worker.start());
  membership?.onRetire(
    () => worker.stop(),
    () => retireGracefully(app, config.http.keepAliveTimeout),
  );
  let metrics: MetricsServer | null | undefined;
  try {
    const collect = () => app.get(Metrics).collect();
    // The supervisor serves the metrics of all processes.
    membership?.onAsk(collect);
    metrics = membership ? undefined : await serveMetrics(config, async () => [await collect()]);
    await listen(app, config);
  } catch (error) {
    await app.close();
    throw error;
  }
  // The other processes would only repeat it.
  if (!membership || membership.number === 1) await logStart(app, config, { metrics });
}
