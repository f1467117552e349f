import 'reflect-metadata';
import { readConfig } from '../../src/platform/config';
import { createApp } from '../../src/app/create-app';
import { EventsService } from '../../src/domains/events/events.service';
import type { Serving } from './serve-process';

/** Serves like `npm run serve`, but `GET /events` also leaves an unhandled promise rejection. */
async function serve(): Promise<void> {
  process.once('disconnect', () => process.exit());
  const { list } = EventsService.prototype;
  EventsService.prototype.list = async function (...given) {
    void new Promise((_, reject) => setTimeout(() => reject(new Error('Nobody waits for this.')), 10));
    return list.apply(this, given);
  };
  const config = readConfig();
  const app = await createApp(config);
  await app.listen({ port: config.port, host: config.host });
  const serving: Serving = { origin: await app.getUrl() };
  process.send?.(serving);
}

void serve();
