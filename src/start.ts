import { setTimeout as sleep } from 'node:timers/promises';
import { seedDemo } from './catalogue';
import type { Config } from './config';
import { createApp } from './create-app';
import { hasDemo, importOptions, openLocalService, welcome, withMaintenance } from './local';
import { mailFolder } from './mail';
import { stopGracefully, stopOnSignal } from './operations';

/** Seconds that a stop waits for a start that is still under way. */
const PATIENCE = 5;

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * `npm start`: the whole service on one machine, without any preparation. Completes the environment, starts the embedded
 * database when there is no other, migrates, serves, and says where to look. On SIGTERM or SIGINT everything stops in
 * reverse order, answers under way first, the database last.
 *
 * @param environment the variables of the process
 * @throws what kept it from starting; nothing is left running then
 */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  const starting = bringUp(environment, opened);
  stopOnSignal(async () => {
    await Promise.race([starting.catch(() => undefined), sleep(PATIENCE * 1000)]);
    await closeAll();
  });
  try {
    await starting;
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function bringUp(environment: NodeJS.ProcessEnv, opened: (() => Promise<void>)[]): Promise<void> {
  const local = await openLocalService(environment, tell);
  opened.push(() => local.stop());
  const { config } = local;
  const demo = await withMaintenance(config.database.url, async (db) => {
    if (config.seedDemo && (await seedDemo(importOptions(db, config)))) tell('Loaded the demo.');
    return hasDemo(db);
  });
  const app = await createApp(config);
  opened.push(() => stopGracefully(app, config.shutdownDelay));
  await app.listen({ port: config.port, host: config.host });
  const mails = config.mail.smtpUrl === null ? mailFolder(config.dataDir) : null;
  process.stdout.write(`${welcome(await addressOf(app, config), demo, config.dataDir, mails)}\n`);
}

/** Where visitors reach the service: with `PORT=0` only the listening server knows. */
async function addressOf(app: { getUrl(): Promise<string> }, config: Config): Promise<string> {
  return config.port === 0 ? app.getUrl() : config.publicUrl;
}
