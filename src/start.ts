import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_ENTITIES } from './app/all-entities';
import { hasNoFanclub, seedDemo } from '#tools/catalogue';
import { type Config, isLoopback } from '#platform/config';
import { createApp } from './app/create-app';
import { serverRoleOf } from '#platform/database';
import { DevelopmentModule, MAILS_PATH, showsMails } from '#tools/development';
import {
  DEMO_LOGINS,
  startLinksOf,
  hasDemo,
  importOptions,
  type MailPlaces,
  noteRunning,
  openLocalService,
  seedDemoPayments,
  seedDemoStaff,
  welcome,
  withMaintenance,
} from '#tools/local';
import { mailFolder } from '#platform/mail';
import { Metrics } from '#platform/metrics';
import { listen, serveMetrics, stopGracefully, stopOnSignal } from '#platform/operations';
import { Home } from '#pages';
import { openSite } from '#tools/site';
import { logStart } from './app/start-summary';

/** Seconds that a stop waits for an unfinished start. */
const START_TIMEOUT = 5;

/** Logged because the owner's role can also change and delete security events. */
const ONE_ROLE =
  'The server uses the role that owns the database. For a role with fewer rights see docs/operations/database.md, "Roles".';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * `npm start`: the whole service on one machine, without preparation. Completes the environment, starts the embedded database
 * if no other is configured, migrates, serves, and prints the addresses. On SIGTERM or SIGINT the service stops first, the
 * database last.
 *
 * @throws the error that prevented the start; nothing is left running then
 */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  const starting = startAll(environment, opened);
  stopOnSignal(async () => {
    await Promise.race([starting.catch(() => undefined), sleep(START_TIMEOUT * 1000)]);
    await closeAll();
  });
  try {
    await starting;
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function startAll(environment: NodeJS.ProcessEnv, opened: (() => Promise<void>)[]): Promise<void> {
  // For developers, the log is readable and contains the links of mails.
  const LOG_FORMAT = environment.LOG_FORMAT?.trim() || 'pretty';
  const MAIL_LOG_LINKS = environment.MAIL_LOG_LINKS?.trim() || 'true';
  // The staff of the demo have only a password.
  const STAFF_SECOND_FACTOR = environment.STAFF_SECOND_FACTOR?.trim() || secondFactor(environment);
  const local = await openLocalService(
    { ...environment, LOG_FORMAT, MAIL_LOG_LINKS, STAFF_SECOND_FACTOR },
    log,
    { hasDemoBank: true },
  );
  opened.push(() => local.stop());
  const { config } = local;
  if (serverRoleOf(config.database.url, config.database.ownerUrl) === null) log(ONE_ROLE);
  const demo = await withMaintenance(
    config.database.ownerUrl,
    async (db) => {
      if (config.seedDemo && (await seedDemo(importOptions(db, config)))) log('Loaded the demo.');
      if (!environment.SEED_DEMO?.trim() && !config.seedDemo && (await hasNoFanclub(db)))
        log(notLoaded(config));
      const loaded = await hasDemo(db);
      if (loaded && config.seedDemo && !config.staff.needsSecondFactor) await seedDemoStaff(db);
      if (loaded && config.payments.hasDemoBank) await seedDemoPayments(db, config);
      if (loaded && !config.payments.hasDemoBank && !isLoopback(config.host)) log(bankIsOff(config));
      return loaded;
    },
    ALL_ENTITIES,
  );
  const app = await createApp(config, [DevelopmentModule]);
  opened.push(() => stopGracefully(app, config.shutdownDelay));
  const metrics = await serveMetrics(config, async () => [await app.get(Metrics).collect()]);
  if (metrics) opened.push(() => metrics.close());
  await listen(app, config);
  const removeNote = noteRunning(config.dataDir, Number(new URL(await app.getUrl()).port));
  opened.push(async () => removeNote());
  await logStart(app, config, { demo, metrics });
  const address = await addressOf(app, config);
  const mails = mailPlaces(config, address, await app.getUrl());
  const isOwn = isLoopback(config.host) && !environment.DATABASE_URL?.trim();
  const site = demo && (config.site.enabled ?? isOwn) ? await openSite(app, DEMO_LOGINS[0].key) : null;
  if (site) opened.push(() => site.close());
  const staff = demo && !config.staff.needsSecondFactor;
  const links = startLinksOf({
    site: site?.origin ?? null,
    staff: config.staff.url ?? `${address}/staff`,
    hasDemoStaff: staff,
    mails: mails?.page ?? null,
    switches: demo && config.payments.hasDemoBank ? `${address}/demo-bank/switches` : null,
  });
  app.get(Home).show(demo ? DEMO_LOGINS : [], links);
  process.stdout.write(
    `${welcome(address, demo, config.dataDir, mails, site?.origin, staff, demo && config.payments.hasDemoBank)}\n`,
  );
}

/** Staff may do without a second factor on a service that only this machine reaches. */
function secondFactor({ HOST, PUBLIC_URL, STAFF_URL }: NodeJS.ProcessEnv): 'optional' | 'required' {
  const isHere = !HOST?.trim() || isLoopback(HOST.trim());
  return isHere && !PUBLIC_URL?.trim() && !STAFF_URL?.trim() ? 'optional' : 'required';
}

/** Only this machine may open the page with the mails, so the public address may not work. */
function mailPlaces(config: Config, address: string, listening: string): MailPlaces | null {
  if (config.mail.smtpUrl !== null) return null;
  const here = isLoopback(new URL(address).hostname) ? address : listening;
  return {
    folder: mailFolder(config.dataDir),
    page: showsMails(config) ? `${here}${MAILS_PATH}` : null,
  };
}

const notLoaded = ({ host }: Config): string =>
  `The demo is not loaded: its log-ins are public, and HOST=${host} lets others use them. SEED_DEMO=true loads it anyway.`;

const bankIsOff = ({ host }: Config): string =>
  `The demo bank is off: HOST=${host} lets others use it. PAYMENTS_DEMO=true turns it on.`;

/** The public address. With `PORT=0` only the listening server knows it. */
async function addressOf(app: { getUrl(): Promise<string> }, config: Config): Promise<string> {
  return config.port === 0 ? app.getUrl() : config.publicUrl;
}
