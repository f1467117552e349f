import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Env, VARIABLES } from './env.dto';
import { limitOf, type LimitSetting } from './limit';
import { isLoopback } from './loopback';

/** Thrown when the environment does not make a configuration. Names every faulty variable and the form it should have. */
export class InvalidConfig extends Error {
  readonly isPlain = true;

  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'InvalidConfig';
  }
}

/** The settings of this process: read once at start, never changed. Injected by this class. */
export abstract class Config {
  readonly port: number;
  readonly host: string;
  /** Without trailing slash. */
  readonly publicUrl: string;
  /** Whether PUBLIC_URL says so, or nothing did and `publicUrl` is a guess. */
  readonly publicUrlGiven: boolean;
  readonly logLevel: Env['LOG_LEVEL'];
  readonly logFormat: Env['LOG_FORMAT'];
  /** Folder of what the service keeps on disk. */
  readonly dataDir: string;
  /** Whether `npm start` fills an empty database with the demo. */
  readonly seedDemo: boolean;
  /** Seconds to keep serving after the signal to stop, so that a balancer can look away. */
  readonly shutdownDelay: number;
  /** All times in milliseconds. */
  readonly database: Readonly<{
    url: string;
    /** The same database as the role that owns it, for migrations and commands; the same address where there is one role. */
    ownerUrl: string;
    /** Leads to the same database without a pooler that would keep notifications back. */
    listenUrl: string;
    poolSize: number;
    /** For a connection, queueing included. */
    acquireTimeout: number;
    statementTimeout: number;
    lockTimeout: number;
    idleInTransactionTimeout: number;
    /** For an answer, after which the connection is given up. */
    queryTimeout: number;
    /** Whether statements are prepared under a name. */
    namedStatements: boolean;
    replicas: Readonly<{
      urls: readonly string[];
      /** That one may be behind, and for which whoever has written reads from the primary. */
      maxLag: number;
    }>;
  }>;
  /** All times in milliseconds. */
  readonly http: Readonly<{
    /** Connections open at once from which on others are closed. */
    maxConnections: number;
    /** Requests under way from which on others are refused. */
    inFlight: number;
    /** Lateness of the event loop from which on requests are refused. */
    loopDelay: number;
    /** After which a request is answered in any case. */
    answerTimeout: number;
    /** For receiving a whole request. */
    requestTimeout: number;
    /** For receiving its headers. */
    headersTimeout: number;
    /** For which an idle connection stays open. */
    keepAliveTimeout: number;
    /** Bytes of request line and headers. */
    maxHeaderSize: number;
  }>;
  /** Copies of what fan clubs publish, kept in memory. */
  readonly snapshots: Readonly<{
    maxBytes: number;
    /** Seconds. */
    maxAge: number;
  }>;
  /** Answers that are the same for all visitors, kept in memory as they went over the wire. */
  readonly answers: Readonly<{
    /** 0: none is kept. */
    maxBytes: number;
  }>;
  /** Whether the server runs jobs; `fanclub worker` does in any case. */
  readonly runsJobs: boolean;
  readonly mail: Readonly<{
    /** The mail server; null: mails are written as files. */
    smtpUrl: string | null;
    /** Whether the log has the links of mails that are written as files. */
    logLinks: boolean;
    /** Sender's address of the fan clubs that have none of their own. */
    from: string;
  }>;
  /** Keys that seal secrets at rest; 32 bytes each, newest first. */
  readonly encryptionKeys: readonly Buffer[];
  readonly session: Readonly<{
    /** 32 bytes each, newest first. */
    keys: readonly Buffer[];
    cookieMode: Env['SESSION_COOKIE_MODE'];
    /** Seconds. */
    absoluteLifetime: number;
    /** Seconds. */
    idleLifetime: number;
  }>;
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed; empty: a client is whoever opened the connection. */
  readonly trustedProxies: readonly string[];
  /** How often what may happen (decisions 3.11): so many times within so many seconds. */
  readonly limits: Readonly<{
    /** Wrong passwords in a row, by e-mail address and client network. */
    loginRow: LimitSetting;
    /** Wrong passwords by e-mail address. */
    loginEmail: LimitSetting;
    /** Wrong passwords by client network. */
    loginNetwork: LimitSetting;
    /** Accepted sign-ups by client network. */
    signUpNetwork: LimitSetting;
    /** Accepted sign-ups by mailbox. */
    signUpMailbox: LimitSetting;
    /** Answers that tell whether an address is taken, by client network. */
    lookupNetwork: LimitSetting;
    /** Password resets asked for, by mailbox. */
    resetEmail: LimitSetting;
    /** Changes of an e-mail address, by the mailbox of the new one. */
    newEmail: LimitSetting;
    /** Password resets asked for, by client network. */
    resetNetwork: LimitSetting;
    /** Orders without a session, by client network. */
    checkoutNetwork: LimitSetting;
    /** Searches by organization key. */
    searchKey: LimitSetting;
  }>;
  /** Hashing of passwords in one process. */
  readonly passwordQueue: Readonly<{
    /** Passwords that may wait. */
    size: number;
    /** Milliseconds that one waits. */
    patience: number;
  }>;
  readonly retention: Readonly<{
    /** Days for which it is kept that a partner looked somebody up. */
    searchAuditDays: number;
    /** Months for which security events are kept. */
    securityEventsMonths: number;
    /** Days after which buyers who never registered are deleted, once their session is over. */
    unregisteredBuyerDays: number;
    /** Seconds without a request after which a session is over. */
    idleLifetime: number;
  }>;
  /** Seconds for which a signed request of a login provider is good after it was issued. */
  readonly signedRequestMaxAge: number;
  /** The same where the provider reports that somebody has removed the app. */
  readonly deauthorizeMaxAge: number;
}

/** In seconds. */
const DAY = 86_400;
/** In milliseconds. */
const SECOND = 1000;
/** What is separated by commas; nothing, of an absent variable. */
const listOf = (list = ''): string[] => list.split(',').flatMap((one) => one.trim() || []);
const keysOf = (list: string): Buffer[] => list.split(',').map((key) => Buffer.from(key, 'base64'));

/**
 * Makes the configuration from environment variables. A blank variable counts as absent.
 * @throws InvalidConfig naming all faults at once.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    VARIABLES.map((name) => [name, environment[name]?.trim()] as const).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const env = plainToInstance(Env, given, { exposeDefaultValues: true });
  const faults = validateSync(env).map(({ property, constraints, value }) => {
    const form = Object.values(constraints ?? {})
      .map((text) => text.replace(new RegExp(`^${property} `), ''))
      .join(', ');
    return value === undefined ? `${property} is missing: it ${form}` : `${property} ${form}`;
  });
  if (faults.length > 0) throw new InvalidConfig(faults);

  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).href.replace(/\/+$/, '');
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    publicUrlGiven: env.PUBLIC_URL !== undefined,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    dataDir: env.DATA_DIR,
    // Its log-ins are public, so others are let in only by somebody who says so.
    seedDemo: env.SEED_DEMO === undefined ? isLoopback(env.HOST) : env.SEED_DEMO === 'true',
    shutdownDelay: env.SHUTDOWN_DELAY_SECONDS,
    database: Object.freeze({
      url: env.DATABASE_URL,
      ownerUrl: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
      listenUrl: env.DATABASE_LISTEN_URL ?? env.DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      acquireTimeout: env.DATABASE_ACQUIRE_TIMEOUT_MS,
      statementTimeout: env.DATABASE_STATEMENT_TIMEOUT_MS,
      lockTimeout: env.DATABASE_LOCK_TIMEOUT_MS,
      idleInTransactionTimeout: env.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
      queryTimeout: env.DATABASE_ANSWER_TIMEOUT_MS,
      namedStatements: env.DATABASE_NAMED_STATEMENTS === 'true',
      replicas: Object.freeze({
        urls: Object.freeze(listOf(env.DATABASE_REPLICA_URLS)),
        maxLag: env.DATABASE_REPLICA_LAG_SECONDS * SECOND,
      }),
    }),
    http: Object.freeze({
      maxConnections: env.MAX_CONNECTIONS,
      inFlight: env.MAX_REQUESTS_IN_FLIGHT,
      loopDelay: env.MAX_EVENT_LOOP_DELAY_MS,
      answerTimeout: env.ANSWER_TIMEOUT_SECONDS * SECOND,
      requestTimeout: env.REQUEST_TIMEOUT_SECONDS * SECOND,
      headersTimeout: env.HEADERS_TIMEOUT_SECONDS * SECOND,
      keepAliveTimeout: env.KEEP_ALIVE_SECONDS * SECOND,
      maxHeaderSize: env.MAX_HEADER_BYTES,
    }),
    snapshots: Object.freeze({
      maxBytes: env.SNAPSHOT_MEMORY_MB * 1024 * 1024,
      maxAge: env.SNAPSHOT_MAX_AGE_SECONDS,
    }),
    answers: Object.freeze({ maxBytes: env.ANSWER_MEMORY_MB * 1024 * 1024 }),
    runsJobs: (env.RUN_JOBS ?? env.MAIL_WORKER) === 'true',
    mail: Object.freeze({
      smtpUrl: env.SMTP_URL ?? null,
      logLinks: env.MAIL_LOG_LINKS === 'true',
      from: env.MAIL_FROM ?? `no-reply@${mailDomain(publicUrl)}`,
    }),
    encryptionKeys: Object.freeze(keysOf(env.ENCRYPTION_KEYS)),
    session: Object.freeze({
      keys: Object.freeze(keysOf(env.SESSION_KEYS)),
      cookieMode: env.SESSION_COOKIE_MODE,
      absoluteLifetime: env.SESSION_ABSOLUTE_DAYS * DAY,
      idleLifetime: env.SESSION_IDLE_DAYS * DAY,
    }),
    trustedProxies: Object.freeze(listOf(env.TRUST_PROXY)),
    limits: Object.freeze({
      loginRow: limitOf(env.LIMIT_LOGIN_ROW),
      loginEmail: limitOf(env.LIMIT_LOGIN_EMAIL),
      loginNetwork: limitOf(env.LIMIT_LOGIN_NETWORK),
      signUpNetwork: limitOf(env.LIMIT_SIGN_UP_NETWORK),
      signUpMailbox: limitOf(env.LIMIT_SIGN_UP_MAILBOX),
      lookupNetwork: limitOf(env.LIMIT_LOOKUP_NETWORK),
      resetEmail: limitOf(env.LIMIT_PASSWORD_RESET_EMAIL),
      newEmail: limitOf(env.LIMIT_PASSWORD_RESET_EMAIL),
      resetNetwork: limitOf(env.LIMIT_PASSWORD_RESET_NETWORK),
      checkoutNetwork: limitOf(env.LIMIT_CHECKOUT_NETWORK),
      searchKey: limitOf(env.LIMIT_SEARCH_KEY),
    }),
    passwordQueue: Object.freeze({ size: env.PASSWORD_QUEUE, patience: env.PASSWORD_QUEUE_WAIT_MS }),
    retention: Object.freeze({
      searchAuditDays: env.SEARCH_AUDIT_DAYS,
      securityEventsMonths: env.SECURITY_EVENTS_MONTHS,
      unregisteredBuyerDays: env.UNREGISTERED_BUYER_DAYS,
      idleLifetime: env.SESSION_IDLE_DAYS * DAY,
    }),
    signedRequestMaxAge: env.SIGNED_REQUEST_MAX_AGE_SECONDS,
    deauthorizeMaxAge: env.DEAUTHORIZE_MAX_AGE_SECONDS,
  });
}

/** What stands behind the @ of addresses at the host of a URL; a bare IP address goes in brackets. */
function mailDomain(url: string): string {
  const { hostname } = new URL(url);
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:');
}
