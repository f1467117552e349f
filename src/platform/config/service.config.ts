import { IsEmail, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { isLoopback } from './loopback';
import { Flag, itemsOf, Networks, Url, Whole } from './settings';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const LOG_FORMATS = ['json', 'pretty'] as const;

/** The variables of the process itself: its addresses, log, files, memory, mail and jobs. */
export class ServiceEnv {
  /** Port to listen on. 0 lets the system choose. */
  @Whole(0, 65535) PORT = 3000;

  /** Address to listen on. */
  @IsString() HOST = '127.0.0.1';

  /** Where visitors reach the service from outside; the API is at `/api/v1` below it. */
  @IsOptional()
  @Url('http', 'https')
  @Matches(/^[^?#]*$/, { message: 'must be without ? and #' })
  PUBLIC_URL?: string;

  /** Proxies whose X-Forwarded-For and X-Request-Id are trusted. Default: none, so the client is the connection's peer. */
  @IsOptional() @Networks() TRUST_PROXY?: string;

  /** The folder for files of the service: the embedded database, generated secrets, mails written as files. */
  @IsString() DATA_DIR = './data';

  /** Whether `npm start` loads the demo into an empty database. Default: only if HOST is a loopback address. */
  @IsOptional() @Flag() SEED_DEMO?: boolean;

  /** Whether `npm start` serves the example site. It needs the demo. Default: only on a loopback address, with the embedded database. */
  @IsOptional() @Flag() SITE?: boolean;

  /** Port of the example site; another one is used if it is taken. Default: the port after PORT. */
  @IsOptional() @Whole(0, 65535) SITE_PORT?: number;

  /** How much is logged. */
  @IsIn(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** JSON lines for programs, or text for people. The default of `npm start` is `pretty`. */
  @IsIn(LOG_FORMATS) LOG_FORMAT: (typeof LOG_FORMATS)[number] = 'json';

  /** Port for `/metrics`, which Prometheus reads. 0 lets the system choose. Default: metrics are off. */
  @IsOptional() @Whole(0, 65535) METRICS_PORT?: number;

  /** Address for `/metrics`. Anybody who reaches it can read the metrics. */
  @IsString() METRICS_HOST = '127.0.0.1';

  /** Memory for copies of what fan clubs publish. */
  @Whole(1, 16_384) SNAPSHOT_MEMORY_MB = 64;

  /** Seconds after which a copy is read again even if no change was reported. */
  @Whole(1, 86_400) SNAPSHOT_MAX_AGE_SECONDS = 300;

  /** Memory for cached answers. 0 disables the cache. */
  @Whole(0, 16_384) ANSWER_MEMORY_MB = 32;

  /** The mail server. If it is not set, mails are written as files under DATA_DIR. */
  @IsOptional() @Url('smtp', 'smtps') SMTP_URL?: string;

  /** Sender's address for fan clubs without their own. */
  @IsOptional()
  @IsEmail({ require_tld: false }, { message: 'must be an e-mail address' })
  MAIL_FROM?: string;

  /** Whether the links of mails that are written as files are logged. The default of `npm start` is true. */
  @Flag() MAIL_LOG_LINKS = false;

  /** Whether the server runs jobs (sends mails, deletes expired rows); false if `fanclub worker` does. Default: MAIL_WORKER. */
  @IsOptional() @Flag() RUN_JOBS?: boolean;

  /** The former name of RUN_JOBS. */
  @Flag() MAIL_WORKER = true;

  /** How long the service still accepts connections after the signal to stop. */
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
    }),
    answers: Object.freeze({ maxBytes: env.ANSWER_MEMORY_MB * 1024 * 1024 }),
    mail: Object.freeze({
      /** Null: mails are written as files. */
      smtpUrl: env.SMTP_URL ?? null,
      logLinks: env.MAIL_LOG_LINKS,
      from: env.MAIL_FROM ?? `no-reply@${mailDomain(publicUrl)}`,
    }),
    /** `fanclub worker` runs jobs in any case. */
    runsJobs: env.RUN_JOBS ?? env.MAIL_WORKER,
    /** Seconds. */
    shutdownDelay: env.SHUTDOWN_DELAY_SECONDS,
  };
}

/** The host of a URL as the domain of an e-mail address, which needs brackets around an IP address. */
function mailDomain(url: string): string {
  const { hostname } = new URL(url);
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:');
}
