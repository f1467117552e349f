import { Transform } from 'class-transformer';
import {
  getMetadataStorage,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  isURL,
  Matches,
  Max,
  Min,
  ValidateBy,
} from 'class-validator';
import { isNetwork, LIMIT, LIMIT_FORM } from './limit';

const toInt = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
);

/** Base64 of exactly 32 bytes, or several of them separated by commas. */
const KEY_LIST = /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/;
const KEY_LIST_FORM = 'must be 32 random bytes in base64 (several, newest first, separated by commas)';
const urlOf = (...protocols: string[]) =>
  IsUrl(
    { protocols, require_tld: false, require_protocol: true },
    { message: `must be a URL (${protocols.join(', ')})` },
  );

/** URLs, separated by commas. */
const urlList = (...protocols: string[]): PropertyDecorator =>
  ValidateBy({
    name: 'urlList',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' &&
        value
          .split(',')
          .every((one) => isURL(one.trim(), { protocols, require_tld: false, require_protocol: true })),
      defaultMessage: () => `must be URLs (${protocols.join(', ')}), separated by commas`,
    },
  });

const limit = (): PropertyDecorator => Matches(LIMIT, { message: LIMIT_FORM });

/** IP addresses and networks, separated by commas. */
const networkList = (): PropertyDecorator =>
  ValidateBy({
    name: 'networkList',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && value.split(',').every((one) => isNetwork(one.trim())),
      defaultMessage: () => 'must be IP addresses or networks like 10.0.0.0/8, separated by commas',
    },
  });

/** The levels of the log, loudest last. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The forms that a line of the log can have. */
const LOG_FORMATS = ['json', 'pretty'] as const;

/**
 * The environment variables of the service, as they are written. Property names are the variables' names, initial values
 * their defaults; what has none must be given. `.env.example` is checked against this class.
 */
export class Env {
  /** Port that the service listens on. 0 lets the system choose. */
  @toInt @IsInt() @Min(0) @Max(65535) PORT = 3000;

  /** Address that the service listens on. */
  @IsString() HOST = '127.0.0.1';

  /** Where visitors reach the service from outside; the API is at `/api/v1` below it. */
  @IsOptional()
  @urlOf('http', 'https')
  @Matches(/^[^?#]*$/, { message: 'must be without ? and #' })
  PUBLIC_URL?: string;

  /** Proxies whose X-Forwarded-For and X-Request-Id are believed. Unset, a client is whoever opened the connection. */
  @IsOptional() @networkList() TRUST_PROXY?: string;

  /** Wrong passwords in a row for an e-mail address, whether there is such an account or not, from one client network. */
  @limit() LIMIT_LOGIN_ROW = '10/900';

  /** Wrong passwords for an e-mail address, whether there is such an account or not. */
  @limit() LIMIT_LOGIN_EMAIL = '100/900';

  /** Wrong passwords from a client network. */
  @limit() LIMIT_LOGIN_NETWORK = '100/60';

  /** Accepted sign-ups (accounts, registrations, contacts) from a client network. */
  @limit() LIMIT_SIGN_UP_NETWORK = '120/60';

  /** Accepted sign-ups with addresses of one mailbox. */
  @limit() LIMIT_SIGN_UP_MAILBOX = '20/3600';

  /** Answers to a client network that tell whether an e-mail address is taken. */
  @limit() LIMIT_LOOKUP_NETWORK = '60/60';

  /** Resets of a password asked for, for a mailbox; changes to an e-mail address likewise, counted separately. */
  @limit() LIMIT_PASSWORD_RESET_EMAIL = '5/3600';

  /** Resets of a password asked for from a client network. */
  @limit() LIMIT_PASSWORD_RESET_NETWORK = '60/60';

  /** Orders from a client network without a session. */
  @limit() LIMIT_CHECKOUT_NETWORK = '30/60';

  /** Searches with an organization key. */
  @limit() LIMIT_SEARCH_KEY = '200/1';

  /** Passwords that wait to be hashed in one process, of all clients together. */
  @toInt @IsInt() @Min(1) @Max(10_000) PASSWORD_QUEUE = 64;

  /** Milliseconds that a password waits to be hashed. */
  @toInt @IsInt() @Min(1) @Max(60_000) PASSWORD_QUEUE_WAIT_MS = 5_000;

  /** The PostgreSQL database. */
  @urlOf('postgres', 'postgresql') DATABASE_URL: string;

  /** The same database as the role that owns it: for migrations and commands. */
  @IsOptional() @urlOf('postgres', 'postgresql') DATABASE_OWNER_URL?: string;

  /** Folder of what the service keeps on disk: the embedded database, generated secrets, mails written as files. */
  @IsString() DATA_DIR = './data';

  /** Keys that seal the session cookie. */
  @Matches(KEY_LIST, { message: KEY_LIST_FORM }) SESSION_KEYS: string;

  /** Keys that seal secrets at rest, such as the app secrets of login providers. */
  @Matches(KEY_LIST, { message: KEY_LIST_FORM }) ENCRYPTION_KEYS: string;

  /** Attributes of the session cookie; see docs/security.md, "Cookie modes". */
  @IsIn(['lax', 'cross-site']) SESSION_COOKIE_MODE: 'lax' | 'cross-site' = 'lax';

  /** Days after which a session ends in any case. */
  @toInt @IsInt() @Min(1) @Max(3650) SESSION_ABSOLUTE_DAYS = 30;

  /** Days without a request after which a session ends. */
  @toInt @IsInt() @Min(1) @Max(3650) SESSION_IDLE_DAYS = 7;

  /** Seconds for which a signed request of a login provider is good after it was issued. */
  @toInt @IsInt() @Min(1) @Max(86_400) SIGNED_REQUEST_MAX_AGE_SECONDS = 3600;

  /** Seconds for which one is good where the provider reports that somebody has removed the app. */
  @toInt @IsInt() @Min(1) @Max(86_400) DEAUTHORIZE_MAX_AGE_SECONDS = 300;

  /** Days for which it is kept that a partner looked somebody up. */
  @toInt @IsInt() @Min(1) @Max(3650) SEARCH_AUDIT_DAYS = 90;

  /** Months for which security events are kept. */
  @toInt @IsInt() @Min(3) @Max(120) SECURITY_EVENTS_MONTHS = 13;

  /** Days after which buyers who never registered are deleted with their orders, once their session is over. */
  @toInt @IsInt() @Min(1) @Max(3650) UNREGISTERED_BUYER_DAYS = 30;

  /** Whether `npm start` fills an empty database with the demo. Unset, it does where only this machine can reach it. */
  @IsOptional() @IsIn(['true', 'false']) SEED_DEMO?: 'true' | 'false';

  /** How much is logged. */
  @IsIn(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** JSON lines for programs, or text for people. `npm start` takes `pretty` where nothing is set. */
  @IsIn(LOG_FORMATS) LOG_FORMAT: (typeof LOG_FORMATS)[number] = 'json';

  /** Connections to the database that one process opens at most. */
  @toInt @IsInt() @Min(1) @Max(500) DATABASE_POOL_SIZE = 10;

  /** Milliseconds that a request waits for a connection to the database, queueing included. */
  @toInt @IsInt() @Min(1) @Max(60_000) DATABASE_ACQUIRE_TIMEOUT_MS = 2_000;

  /** Milliseconds after which the database gives up a statement. */
  @toInt @IsInt() @Min(1) @Max(60_000) DATABASE_STATEMENT_TIMEOUT_MS = 3_000;

  /** Milliseconds that a statement waits for a row or table that another one holds. */
  @toInt @IsInt() @Min(1) @Max(60_000) DATABASE_LOCK_TIMEOUT_MS = 1_500;

  /** Milliseconds after which the database ends a transaction in which nothing happens. */
  @toInt @IsInt() @Min(1) @Max(60_000) DATABASE_IDLE_TRANSACTION_TIMEOUT_MS = 5_000;

  /** Milliseconds without an answer of the database after which its connection is given up; more than a statement may take. */
  @toInt @IsInt() @Min(1) @Max(60_000) DATABASE_ANSWER_TIMEOUT_MS = 5_000;

  /** Connections of clients to one process, idle ones included; more are closed at once. */
  @toInt @IsInt() @Min(1) @Max(1_000_000) MAX_CONNECTIONS = 5_000;

  /** Whether statements are prepared under a name; false behind a pooler that keeps no prepared statements. */
  @IsIn(['true', 'false']) DATABASE_NAMED_STATEMENTS: 'true' | 'false' = 'true';

  /** Streaming replicas of the database. Unset, everything is read from the primary. */
  @IsOptional() @urlList('postgres', 'postgresql') DATABASE_REPLICA_URLS?: string;

  /** Seconds that a replica may be behind, and for which whoever has written reads from the primary. */
  @toInt @IsInt() @Min(2) @Max(60) DATABASE_REPLICA_LAG_SECONDS = 5;

  /** Requests under way in one process; more are asked to come again in a second. */
  @toInt @IsInt() @Min(1) @Max(100_000) MAX_REQUESTS_IN_FLIGHT = 200;

  /** Milliseconds by which the process may come late with everything before it asks new requests to come again. */
  @toInt @IsInt() @Min(10) @Max(3_600_000) MAX_EVENT_LOOP_DELAY_MS = 500;

  /** Seconds after which a request is answered in any case. */
  @toInt @IsInt() @Min(1) @Max(3600) ANSWER_TIMEOUT_SECONDS = 8;

  /** Seconds that a client may take to send its whole request. */
  @toInt @IsInt() @Min(1) @Max(3600) REQUEST_TIMEOUT_SECONDS = 15;

  /** Seconds that a client may take to send the headers of its request. */
  @toInt @IsInt() @Min(1) @Max(3600) HEADERS_TIMEOUT_SECONDS = 10;

  /** Seconds for which a connection waits for its next request; more than a proxy in front keeps its own. */
  @toInt @IsInt() @Min(1) @Max(3600) KEEP_ALIVE_SECONDS = 5;

  /** Bytes of the request line and headers of a request. */
  @toInt @IsInt() @Min(4_096) @Max(1_048_576) MAX_HEADER_BYTES = 16_384;

  /** The same database without a pooler between: there the service listens for changes. Unset, DATABASE_URL. */
  @IsOptional() @urlOf('postgres', 'postgresql') DATABASE_LISTEN_URL?: string;

  /** Megabytes of memory for copies of what fan clubs publish. */
  @toInt @IsInt() @Min(1) @Max(16_384) SNAPSHOT_MEMORY_MB = 64;

  /** Seconds after which a copy is read again although no change was reported. */
  @toInt @IsInt() @Min(1) @Max(86_400) SNAPSHOT_MAX_AGE_SECONDS = 300;

  /** Megabytes of memory for answers that are the same for all visitors. 0: each is made anew. */
  @toInt @IsInt() @Min(0) @Max(16_384) ANSWER_MEMORY_MB = 32;

  /** The mail server. Unset, mails are written as files under DATA_DIR. */
  @IsOptional() @urlOf('smtp', 'smtps') SMTP_URL?: string;

  /** Sender's address of the fan clubs that have none of their own. */
  @IsOptional()
  @IsEmail({ require_tld: false }, { message: 'must be an e-mail address' })
  MAIL_FROM?: string;

  /** Whether the log has the links of mails that are written as files. `npm start` sets it unless it is set. */
  @IsIn(['true', 'false']) MAIL_LOG_LINKS: 'true' | 'false' = 'false';

  /** Whether the server runs jobs (sends mails, deletes expired rows); false where `fanclub worker` does. Unset, MAIL_WORKER. */
  @IsOptional() @IsIn(['true', 'false']) RUN_JOBS?: 'true' | 'false';

  /** The former name of RUN_JOBS. */
  @IsIn(['true', 'false']) MAIL_WORKER: 'true' | 'false' = 'true';

  /** Seconds between the signal to stop and the moment from which no new connection is taken. */
  @toInt @IsInt() @Min(0) @Max(5) SHUTDOWN_DELAY_SECONDS = 0;
}

/** The names of all variables, required ones included. */
export const VARIABLES: readonly string[] = [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(Env, '', false, false)
      .map(({ propertyName }) => propertyName),
  ),
];
