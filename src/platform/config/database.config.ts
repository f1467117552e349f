import { IsOptional } from 'class-validator';
import { Flag, itemsOf, Url, Urls, Whole } from './settings';

const POSTGRES = ['postgres', 'postgresql'];

/** The variables of the database. */
export class DatabaseEnv {
  /** The PostgreSQL database. */
  @Url(...POSTGRES) DATABASE_URL: string;

  /** The address with the role that owns the database, for migrations and commands. Default: DATABASE_URL. */
  @IsOptional() @Url(...POSTGRES) DATABASE_OWNER_URL?: string;

  /** The address without a pooler, for listening: a pooler does not deliver notifications. Default: DATABASE_URL. */
  @IsOptional() @Url(...POSTGRES) DATABASE_LISTEN_URL?: string;

  /** The most connections that one process opens. */
  @Whole(1, 500) DATABASE_POOL_SIZE = 10;

  /** How long a request waits for a connection, queueing included. */
  @Whole(1, 60_000) DATABASE_ACQUIRE_TIMEOUT_MS = 2_000;

  /** Time after which the database cancels a statement. */
  @Whole(1, 60_000) DATABASE_STATEMENT_TIMEOUT_MS = 3_000;

  /** How long a statement waits for a lock. */
  @Whole(1, 60_000) DATABASE_LOCK_TIMEOUT_MS = 1_500;

  /** Time after which the database ends an idle transaction. */
  @Whole(1, 60_000) DATABASE_IDLE_TRANSACTION_TIMEOUT_MS = 5_000;

  /** Time after which a connection without an answer is closed; must exceed the statement timeout. */
  @Whole(1, 60_000) DATABASE_ANSWER_TIMEOUT_MS = 5_000;

  /** Whether statements are prepared under a name; false behind a pooler that keeps no prepared statements. */
  @Flag() DATABASE_NAMED_STATEMENTS = true;

  /** Streaming replicas of the database. Default: none, so everything is read from the primary. */
  @IsOptional() @Urls(...POSTGRES) DATABASE_REPLICA_URLS?: string;

  /** The maximum lag of a replica. For that long, clients that have written read from the primary. */
  @Whole(2, 60) DATABASE_REPLICA_LAG_SECONDS = 5;
}

export type DatabaseConfig = ReturnType<typeof databaseConfig>;

/** The database. All times in milliseconds. */
export const databaseConfig = (env: DatabaseEnv) =>
  Object.freeze({
    url: env.DATABASE_URL,
    ownerUrl: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
    listenUrl: env.DATABASE_LISTEN_URL ?? env.DATABASE_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    acquireTimeout: env.DATABASE_ACQUIRE_TIMEOUT_MS,
    statementTimeout: env.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeout: env.DATABASE_LOCK_TIMEOUT_MS,
    idleInTransactionTimeout: env.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    queryTimeout: env.DATABASE_ANSWER_TIMEOUT_MS,
    namedStatements: env.DATABASE_NAMED_STATEMENTS,
    replicas: Object.freeze({
      urls: itemsOf(env.DATABASE_REPLICA_URLS),
      maxLag: env.DATABASE_REPLICA_LAG_SECONDS * 1000,
    }),
  });
