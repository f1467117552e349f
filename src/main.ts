import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { createApp } from './create-app';
import { readConfig } from '#platform/config';
import { DatabaseUnreachable, isUnreachable, requireCurrentSchema } from '#platform/database';
import { Metrics } from '#platform/metrics';
import { listen, type MetricsServer, serveMetrics, stopGracefully, stopOnSignal } from '#platform/operations';
import { logStart } from './tools/start-summary';

async function main(): Promise<void> {
  // Variables of the environment take precedence.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const app = await createApp(config).catch((error: unknown) => {
    throw isUnreachable(error) ? new DatabaseUnreachable(error) : error;
  });
  stopOnSignal(() => stopGracefully(app, config.shutdownDelay));
  let metrics: MetricsServer | null;
  try {
    await requireCurrentSchema(app.get(DataSource));
    metrics = await serveMetrics(config, async () => [await app.get(Metrics).collect()]);
    await listen(app, config);
  } catch (error) {
    await app.close();
    throw error;
  }
  await logStart(app, config, { metrics });
}

// The message of an error with `isPlain` is enough for the operator.
main().catch((error: Error) => {
  process.stderr.write(`${'isPlain' in error ? error.message : String(error.stack)}\n`);
  process.exitCode = 1;
});
