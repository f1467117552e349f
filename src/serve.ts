import { DataSource } from 'typeorm';
import type { Membership } from '#libs/processes';
import { createApp } from './create-app';
import { type Config, shareOf } from '#platform/config';
import { DatabaseUnreachable, isUnreachable, requireCurrentSchema } from '#platform/database';
import { ServerWorker } from '#platform/jobs';
import { listen, retireGracefully, stopGracefully, stopOnSignal } from '#platform/operations';
import { logStart } from './tools/start-summary';

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
  stopOnSignal(() => stopGracefully(app, config.shutdownDelay));
  const worker = app.get(ServerWorker);
  membership?.onBegin(() => worker.start());
  membership?.onRetire(
    () => worker.stop(),
    () => retireGracefully(app, config.http.keepAliveTimeout),
  );
  try {
    await requireCurrentSchema(app.get(DataSource));
    await listen(app, config);
  } catch (error) {
    await app.close();
    throw error;
  }
  // The other processes would only repeat it.
  if (!membership || membership.number === 1) await logStart(app, config);
}
