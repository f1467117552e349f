import 'reflect-metadata';
import { readConfig } from '../../src/platform/config';
import { createApp } from '../../src/app/create-app';
import { Metrics } from '../../src/platform/metrics';
import { serveMetrics, stopGracefully, stopOnSignal } from '../../src/platform/operations';

/** The message that the process sends once it serves. */
export interface Serving {
  origin: string;
  /** The address of the metrics; absent if they are off. */
  metrics?: string;
}

/** Serves like `npm run serve`, reports its address, and ends with its parent process. */
async function serve(): Promise<void> {
  process.once('disconnect', () => process.exit());
  const config = readConfig();
  const app = await createApp(config);
  stopOnSignal(() => stopGracefully(app, config.shutdownDelay));
  await app.listen({ port: config.port, host: config.host });
  const metrics = await serveMetrics(config, async () => [await app.get(Metrics).collect()]);
  const serving: Serving = { origin: await app.getUrl(), metrics: metrics?.url };
  process.send?.(serving);
}

void serve();
