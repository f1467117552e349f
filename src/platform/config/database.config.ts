import { IsOptional } from 'class-validator';
import { Flag, itemsOf, Url, Urls, Whole } from './settings';

const POSTGRES = ['postgres', 'postgresql'];

/** The database. */
export class DatabaseEnv {
  /**
   * The PostgreSQL database, 15 or newer. Without it `npm start` runs an embedded one under DATA_DIR.
   * @example postgres://fanclub:secret@127.0.0.1:5432/fanclub
   */
  @Url(...POSTGRES) DATABASE_URL: string;

  /**
   * The same database with the role that owns it, for migrations and commands. The role in DATABASE_URL can then have fewer
   * rights ([roles](../operations/database.md#roles)). Servers do not need this setting. Default: DATABASE_URL.
   * @example postgres://fanclub_owner:secret@127.0.0.1:5432/fanclub
   */
  @IsOptional() @Url(...POSTGRES) DATABASE_OWNER_URL?: string;

  /**
   * The same database without a pooler, because a pooler does not deliver notifications. Default: DATABASE_URL.
   * @example postgres://fanclub:secret@db.example.com:5432/fanclub
   */
  @IsOptional() @Url(...POSTGRES) DATABASE_LISTEN_URL?: string;

  /** The most connections for requests that one process opens, or that all processes of PROCESSES open together. */
  @Whole(1, 500) DATABASE_POOL_SIZE = 10;

  /** Milliseconds that a request waits for a connection, queueing included. */
  @Whole(1, 60_000) DATABASE_ACQUIRE_TIMEOUT_MS = 2_000;

  /** Milliseconds after which the database cancels a statement. */
  @Whole(1, 60_000) DATABASE_STATEMENT_TIMEOUT_MS = 3_000;

  /** Milliseconds that a statement waits for a lock. */
  @Whole(1, 60_000) DATABASE_LOCK_TIMEOUT_MS = 1_500;

  /** Milliseconds after which the database ends an idle transaction. */
  @Whole(1, 60_000) DATABASE_IDLE_TRANSACTION_TIMEOUT_MS = 5_000;

  /** Milliseconds after which a connection without an answer is closed. It must be more than the statement timeout. */
  @Whole(1, 60_000) DATABASE_ANSWER_TIMEOUT_MS = 5_000;

  /**
   * Whether statements are prepared by name. Use `false` behind a pooler in transaction mode that keeps no prepared statements.
   */
  @Flag() DATABASE_NAMED_STATEMENTS = true;

  /**
   * Streaming replicas, for reads of visitors' own data ([replicas](../operations/database.md#read-replicas)). Without it all reads use the
   * primary.
   * @example postgres://fanclub:secret@replica1:5432/fanclub,postgres://fanclub:secret@replica2:5432/fanclub
   */
  @IsOptional() @Urls(...POSTGRES) DATABASE_REPLICA_URLS?: string;

  /** The most seconds that a replica may be behind. For that long, a client that has written reads from the primary. */
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

/**
 * The address of the database, for TypeORM's command line, which needs no other setting.
 * @throws Error if DATABASE_URL is missing
 */
export function databaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const url = environment.DATABASE_URL?.trim();
  if (!url) throw new Error('DATABASE_URL is missing: it names the PostgreSQL database');
  return url;
}
