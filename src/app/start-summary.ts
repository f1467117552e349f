import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, isLoopback } from '#platform/config';
import { API_PATH } from '#platform/http';
import { mailFolder } from '#platform/mail';
import { COMMIT, type MetricsServer, VERSION } from '#platform/operations';

/** What the configuration does not say. */
interface StartFacts {
  /** Whether the database contains the demo; absent if unknown. */
  readonly demo?: boolean;
  /** Null if metrics are off, undefined if another process serves them. */
  readonly metrics: MetricsServer | null | undefined;
}

/**
 * The first line of a service's log. It contains no secrets.
 * @param listening the address that the server listens on
 */
function startSummary(config: Config, listening: string, { demo, metrics }: StartFacts) {
  const features: [string, boolean | undefined][] = [
    ['demo', demo],
    ['jobs', config.runsJobs],
    ['read replicas', config.database.replicas.urls.length > 0],
    ['trusted proxies', config.trustedProxies.length > 0],
    ['answers in memory', config.answers.maxBytes > 0],
    ['named statements', config.database.namedStatements],
    ['metrics', metrics === null ? false : undefined],
    ['https', config.publicUrl.startsWith('https:')],
  ];
  return {
    version: VERSION,
    commit: COMMIT,
    listening,
    api: `${config.publicUrl}${API_PATH}`,
    database: databaseOf(config.database.url),
    mail: mailDelivery(config),
    /** The address for Prometheus. */
    metrics: metrics?.url,
    /** The disabled features. */
    off: features.filter(([, isOn]) => isOn === false).map(([name]) => name),
  };
}

/** Warnings about settings. */
function startWarnings(config: Config, demo = false): string[] {
  if (isLoopback(config.host)) return [];
  const links = `Links in mails and pages will lead to ${config.publicUrl}, which only this machine can reach. Set PUBLIC_URL to the public address of the service`;
  const logins = `The log-ins of the demo are public, and HOST=${config.host} lets others use them`;
  return [...(config.publicUrlGiven ? [] : [links]), ...(demo && !config.seedDemo ? [logins] : [])];
}

/** Logs the summary and the warnings. */
export async function logStart(
  app: NestFastifyApplication,
  config: Config,
  facts: StartFacts,
): Promise<void> {
  const { log } = app.getHttpAdapter().getInstance();
  log.info(startSummary(config, await app.getUrl(), facts), 'serving');
  startWarnings(config, facts.demo).forEach((warning) => log.warn(warning));
}

/** Host, port and name of the database. For a Unix socket, the host is in the query. */
function databaseOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || (searchParams.get('host') ?? '')}${pathname}`;
}

function mailDelivery({ runsJobs, mail, dataDir }: Config): string {
  if (!runsJobs) return 'queued for npx fanclub worker';
  return mail.smtpUrl === null ? `files in ${mailFolder(dataDir)}` : `sent by ${new URL(mail.smtpUrl).host}`;
}
