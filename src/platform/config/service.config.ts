import { IsEmail, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { availableParallelism } from 'node:os';
import { Flag, HostNames, itemsOf, Networks, ProcessCount, Url, Whole } from './settings';

/** The loopback names of this machine, as URLs spell them. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether only this machine can reach a host, spelled as in `HOST` or as in a URL. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host) || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const LOG_FORMATS = ['json', 'pretty'] as const;

/** The process: addresses, files, log, memory, mail, jobs. */
export class ServiceEnv {
  /** Port to listen on. With 0 the operating system chooses one. */
  @Whole(0, 65535) PORT = 3000;

  /** Address to listen on. `0.0.0.0` means all addresses. */
  @IsString() HOST = '127.0.0.1';

  /**
   * URL at which visitors reach the service; the API is at `/api/v1` below it. `https:` makes cookies `Secure`. Default:
   * `http://localhost:<PORT>`.
   * @example https://api.example.com
   */
  @IsOptional()
  @Url('http', 'https')
  @Matches(/^[^?#]*$/, { message: 'must be without ? and #' })
  PUBLIC_URL?: string;

  /**
   * More hosts of the service, without ports: those by which a proxy or a probe calls it, if they do not send that of PUBLIC_URL. Hosts of
   * fan clubs are separate ([a host of its own](../operations/hosts.md)). IP addresses and names without a dot are always accepted.
   * @example fanclub.default.svc.cluster.local
   */
  @IsOptional() @HostNames() SERVICE_HOSTS?: string;

  /**
   * The proxies in front of the service. Their `X-Forwarded-For` and `X-Request-Id` are trusted. Without it the client is the
   * peer of the connection; behind a proxy, all visitors then count as one client.
   * @example 127.0.0.1,10.0.0.0/8
   */
  @IsOptional() @Networks() TRUST_PROXY?: string;

  /** Folder for the service's files: embedded database, generated secrets, mails written as files. */
  @IsString() DATA_DIR = './data';

  /**
   * Whether `npm start` loads the demo, whose log-ins are public, into a database without fan clubs.
   * Default: only if HOST is an address that only this machine can reach.
   * @example true
   */
  @IsOptional() @Flag() SEED_DEMO?: boolean;

  /**
   * Whether `npm start` serves the example site if the database contains the demo. The site becomes the website of the demo's
   * fan club. Default: only if HOST is an address that only this machine can reach, and DATABASE_URL is not set.
   * @example true
   */
  @IsOptional() @Flag() SITE?: boolean;

  /**
   * Port of the example site. If it is taken, the operating system chooses one. Default: the port after PORT.
   * @example 3001
   */
  @IsOptional() @Whole(0, 65535) SITE_PORT?: number;

  /** How much is logged. `debug` has a line for each request. */
  @IsIn(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** One JSON object per line, or readable text. `npm start` uses `pretty` unless it is set. */
  @IsIn(LOG_FORMATS) LOG_FORMAT: (typeof LOG_FORMATS)[number] = 'json';

  /**
   * Port of `/metrics` for Prometheus ([metrics](metrics.md)). 0 lets the operating system choose. Each
   * `npm run serve` and each worker needs a port of its own.
   * Default: metrics are off.
   * @example 9464
   */
  @IsOptional() @Whole(0, 65535) METRICS_PORT?: number;

  /** Address of `/metrics`. Anybody who reaches it can read the metrics. */
  @IsString() METRICS_HOST = '127.0.0.1';

  /** Megabytes of memory for the published content of fan clubs. */
  @Whole(1, 16_384) SNAPSHOT_MEMORY_MB = 64;

  /** Seconds after which published content is read again even if no change was reported. */
  @Whole(1, 86_400) SNAPSHOT_MAX_AGE_SECONDS = 300;

  /**
   * Milliseconds for which a process keeps who is logged in with a session, and the rows that their pages read, for further reads of
   * the API. 0 means that each request reads them again.
   */
  @Whole(0, 1_000) VISIT_MEMORY_MS = 1_000;

  /**
   * Seconds after the loss of the database for which visitors without a session are served from memory
   * ([while the database is away](../operations/faults.md#database-away)). 0 means never.
   */
  @Whole(0, 86_400) SERVE_STALE_SECONDS = 60;

  /** Megabytes of memory for cached answers. 0 disables the cache. */
  @Whole(0, 16_384) ANSWER_MEMORY_MB = 32;

  /**
   * The mail server: `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`. Write characters like `@`
   * in a password as `%40`. If it is not set, mails are written to DATA_DIR/mails and reported in the log.
   * @example smtps://user:secret@mail.example.com:465
   */
  @IsOptional() @Url('smtp', 'smtps') SMTP_URL?: string;

  /**
   * Sender's address for fan clubs without their own. Default: `no-reply@` and the host of PUBLIC_URL.
   * @example no-reply@example.com
   */
  @IsOptional()
  @IsEmail({ require_tld: false }, { message: 'must be an e-mail address' })
  MAIL_FROM?: string;

  /**
   * Whether the log contains the links of mails that are written to files. Anybody who reads the log can use them. `npm start`
   * uses `true` unless it is set.
   */
  @Flag() MAIL_LOG_LINKS = false;

  /**
   * Whether the server runs jobs (sends mails, deletes expired rows). Set `false` if `npx fanclub worker` runs them.
   */
  @Flag() RUN_JOBS = true;

  /**
   * Processes of `npm run serve` behind one port: a number, or `auto` for as many as there are cores
   * ([several processes](../operations/scaling.md#several-processes)). `npm start` runs one.
   */
  @ProcessCount() PROCESSES = '1';

  /** Seconds to keep serving after SIGTERM, so that a load balancer can stop sending requests first. */
  @Whole(0, 5) SHUTDOWN_DELAY_SECONDS = 0;
}

export type ServiceConfig = ReturnType<typeof serviceConfig>;

/** The process itself. */
export function serviceConfig(env: ServiceEnv) {
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).href.replace(/\/+$/, '');
  return {
    port: env.PORT,
    host: env.HOST,
    /** Without trailing slash. */
    publicUrl,
    /** False if `publicUrl` is the default. */
    publicUrlGiven: env.PUBLIC_URL !== undefined,
    /** More hosts of the service itself. */
    serviceHosts: itemsOf(env.SERVICE_HOSTS),
    trustedProxies: itemsOf(env.TRUST_PROXY),
    dataDir: env.DATA_DIR,
    // The demo's passwords are public, so by default the demo is loaded only if no other machine can reach the service.
    seedDemo: env.SEED_DEMO ?? isLoopback(env.HOST),
    /** The example site of `npm start`. Port 0 lets the system choose; so does PORT=0. */
    site: Object.freeze({
      /** Undefined: only on a loopback address, and with the embedded database, because it becomes the website of the demo's fan club. */
      enabled: env.SITE,
      port: env.SITE_PORT ?? (env.PORT === 0 || env.PORT === 65_535 ? 0 : env.PORT + 1),
    }),
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    /** Where the metrics are served; null if they are off. */
    metrics:
      env.METRICS_PORT === undefined
        ? null
        : Object.freeze({ host: env.METRICS_HOST, port: env.METRICS_PORT }),
    snapshots: Object.freeze({
      maxBytes: env.SNAPSHOT_MEMORY_MB * 1024 * 1024,
      /** Seconds. */
      maxAge: env.SNAPSHOT_MAX_AGE_SECONDS,
      /** Seconds; 0 means never. */
      maxStale: env.SERVE_STALE_SECONDS,
    }),
    /** Milliseconds; 0 means never. */
    visits: Object.freeze({ maxAge: env.VISIT_MEMORY_MS }),
    answers: Object.freeze({ maxBytes: env.ANSWER_MEMORY_MB * 1024 * 1024 }),
    mail: Object.freeze({
      /** Null: mails are written as files. */
      smtpUrl: env.SMTP_URL ?? null,
      logLinks: env.MAIL_LOG_LINKS,
      from: env.MAIL_FROM ?? `no-reply@${mailDomain(publicUrl)}`,
    }),
    /** `fanclub worker` runs jobs in any case. */
    runsJobs: env.RUN_JOBS,
    /** Processes of `npm run serve` behind one port; null for a single process without a supervisor. */
    processes:
      env.PROCESSES === '1'
        ? null
        : env.PROCESSES === 'auto'
          ? availableParallelism()
          : Number(env.PROCESSES),
    /** The place of this process among them, from 1; null if it is the only one. */
    processNumber: null as number | null,
    /** Seconds. */
    shutdownDelay: env.SHUTDOWN_DELAY_SECONDS,
  };
}

/** The host of a URL as the domain of an e-mail address, which needs brackets around an IP address. */
function mailDomain(url: string): string {
  const { hostname } = new URL(url);
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:');
}
