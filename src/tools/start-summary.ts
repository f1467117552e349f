import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { type Config, isLoopback } from '#platform/config';
import { API_PATH } from '#platform/http';
import { isWorkerConnected } from '#platform/jobs';
import { mailFolder } from '#platform/mail';
import { VERSION } from '#platform/operations';

/** The first line of a service's log. It contains no secrets. */
interface StartSummary {
  version: string;
  /** The address it listens on. */
  listening: string;
  /** The base URL of the API. */
  api: string;
  /** Host, port and name of the database. */
  database: string;
  /** How mails are delivered. */
  mail: string;
  /** The features that are off. */
  off: string[];
}

/**
 * @param listening the address that the server listens on
 * @param demo whether the database holds the demo; undefined if unknown
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
    mail: mailDelivery(config),
    off: features.filter(([, isOn]) => isOn === false).map(([name]) => name),
  };
}

/** Warnings about settings. */
function startWarnings(config: Config, demo = false): string[] {
  if (isLoopback(config.host)) return [];
  const links = `Links in mails and pages will lead to ${config.publicUrl}, which only this machine reaches: set PUBLIC_URL to where visitors reach the service`;
  const logins = `The log-ins of the demo are public, and HOST=${config.host} lets others use them`;
  return [...(config.publicUrlGiven ? [] : [links]), ...(demo && !config.seedDemo ? [logins] : [])];
}

/** Logged if no process runs jobs. */
const NO_WORKER =
  'No process runs jobs: mails wait, and expired rows stay in the database, until you start npx fanclub worker or set RUN_JOBS=true';

/** Whether there is certainly no worker; false if the database cannot tell. */
const isWithoutWorker = (db: DataSource): Promise<boolean> =>
  isWorkerConnected(db).then(
    (isConnected) => !isConnected,
    () => false,
  );

/** Logs the summary and the warnings. */
export async function logStart(app: NestFastifyApplication, config: Config, demo?: boolean): Promise<void> {
  const { log } = app.getHttpAdapter().getInstance();
  log.info(startSummary(config, await app.getUrl(), demo), 'serving');
  startWarnings(config, demo).forEach((warning) => log.warn(warning));
  if (!config.runsJobs && (await isWithoutWorker(app.get(DataSource)))) log.warn(NO_WORKER);
}

/** Host, port and name. The query of a URL names the socket, if there is one. */
function databaseOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || (searchParams.get('host') ?? '')}${pathname}`;
}

function mailDelivery({ runsJobs, mail, dataDir }: Config): string {
  if (!runsJobs) return 'queued for npx fanclub worker';
  return mail.smtpUrl === null ? `files in ${mailFolder(dataDir)}` : `sent by ${new URL(mail.smtpUrl).host}`;
}
