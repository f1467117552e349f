import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { type Config, isLoopback } from '#platform/config';
import { API_PATH } from '#platform/http';
import { isWorkerConnected } from '#platform/jobs';
import { mailFolder } from '#platform/mail';
import { VERSION } from '#platform/operations';

/** What a service that has started says about itself in the log. Nothing in it is secret. */
export interface StartSummary {
  version: string;
  /** Where it listens. */
  listening: string;
  /** The base URL of the API. */
  api: string;
  /** Host, port and name of the database. */
  database: string;
  /** What becomes of mails. */
  mail: string;
  /** What is not switched on. */
  off: string[];
}

/**
 * @param listening the address that the server listens on
 * @param demo whether the database holds the demo; undefined where nobody looked
 */
function startSummary(config: Config, listening: string, demo?: boolean): StartSummary {
  const features: [string, boolean | undefined][] = [
    ['demo', demo],
    ['jobs', config.runsJobs],
    ['read replicas', config.database.replicas.urls.length > 0],
    ['trusted proxies', config.trustedProxies.length > 0],
    ['answers in memory', config.answers.maxBytes > 0],
    ['named statements', config.database.namedStatements],
    ['https', config.publicUrl.startsWith('https:')],
  ];
  return {
    version: VERSION,
    listening,
    api: `${config.publicUrl}${API_PATH}`,
    database: databaseOf(config.database.url),
    mail: mailWay(config),
    off: features.filter(([, isOn]) => isOn === false).map(([name]) => name),
  };
}

/** What the operator should know about these settings. */
function startWarnings(config: Config, demo = false): string[] {
  if (isLoopback(config.host)) return [];
  const links = `Links in mails and pages will lead to ${config.publicUrl}, which only this machine reaches: set PUBLIC_URL to where visitors reach the service`;
  const logins = `The log-ins of the demo are public, and HOST=${config.host} lets others use them`;
  return [...(config.publicUrlGiven ? [] : [links]), ...(demo && !config.seedDemo ? [logins] : [])];
}

/** Logged when this server runs no jobs, and no other process does. */
const NO_WORKER =
  'No process runs jobs: mails wait, and expired rows stay in the database, until you start npx fanclub worker or set RUN_JOBS=true';

/** Whether it is certain that there is no worker. */
const isWithoutWorker = (db: DataSource): Promise<boolean> =>
  isWorkerConnected(db).then(
    (isConnected) => !isConnected,
    () => false,
  );

/** Writes both to the service's log. */
export async function logStart(app: NestFastifyApplication, config: Config, demo?: boolean): Promise<void> {
  const { log } = app.getHttpAdapter().getInstance();
  log.info(startSummary(config, await app.getUrl(), demo), 'serving');
  startWarnings(config, demo).forEach((warning) => log.warn(warning));
  if (!config.runsJobs && (await isWithoutWorker(app.get(DataSource)))) log.warn(NO_WORKER);
}

/** Without user and password. A socket stands in the query of its URL. */
function databaseOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || (searchParams.get('host') ?? '')}${pathname}`;
}

function mailWay({ runsJobs, mail, dataDir }: Config): string {
  if (!runsJobs) return 'queued for npx fanclub worker';
  return mail.smtpUrl === null ? `files in ${mailFolder(dataDir)}` : `sent by ${new URL(mail.smtpUrl).host}`;
}
