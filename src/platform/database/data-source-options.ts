import { join } from 'node:path';
import { Pool } from 'pg';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { columnTypes } from './column-types';
import { DroppingClient } from './dropping-client';
import { SilentLogger } from './silent-logger';
import { SnakeNaming } from './snake-naming';
import { UnnamedClient } from './unnamed-client';

/** Limits of one process's connections. All times in milliseconds; 0 = no limit. */
export interface PoolSettings {
  /** Connections at most. */
  readonly max: number;
  /** How long a caller waits for a connection, queueing included. */
  readonly acquireTimeout: number;
  readonly statementTimeout: number;
  readonly lockTimeout: number;
  readonly idleInTransactionTimeout: number;
  /** When the client gives up an answer and drops the connection; longer than `statementTimeout`, so that the server speaks first. */
  readonly queryTimeout: number;
  /** Whether statements are prepared under their names, once per connection; false for poolers that cannot. */
  readonly namedStatements: boolean;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Told of connections that break while idle. The pool has replaced them already, so there is nothing to repair. */
  readonly onPoolError: (error: Error) => void;
}

/** For answering requests. */
const SERVING: PoolSettings = {
  max: 10,
  acquireTimeout: 2_000,
  statementTimeout: 3_000,
  lockTimeout: 1_500,
  idleInTransactionTimeout: 5_000,
  queryTimeout: 5_000,
  namedStatements: true,
  applicationName: 'fanclub',
  onPoolError: () => undefined,
};

/** For migrations, imports and other work whose statements rightly take long: `dataSourceOptions(url, MAINTENANCE)`. */
export const MAINTENANCE: Partial<PoolSettings> = {
  max: 2,
  acquireTimeout: 10_000,
  statementTimeout: 0,
  lockTimeout: 10_000,
  idleInTransactionTimeout: 0,
  queryTimeout: 0,
  applicationName: 'fanclub-maintenance',
};

/** Every migration is a file of this folder; TypeORM runs them in the order of the numbers in their names. */
const MIGRATIONS = join(__dirname, '../../../migrations/*.{js,ts}');

/**
 * What TypeORM needs to know about the database at `url`, except the entities. Without overrides, the limits are those for
 * answering requests.
 */
export function dataSourceOptions(
  url: string,
  overrides: Partial<PoolSettings> = {},
): PostgresDataSourceOptions {
  const pool = { ...SERVING, ...overrides };
  return {
    type: 'postgres',
    url,
    migrations: [MIGRATIONS],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNaming(),
    installExtensions: false,
    logger: new SilentLogger(),
    poolSize: pool.max,
    connectTimeoutMS: pool.acquireTimeout,
    applicationName: pool.applicationName,
    poolErrorHandler: pool.onPoolError,
    extra: connectionOptions(pool),
  };
}

/** What every connection of a pool is told, beyond where it leads. */
function connectionOptions(pool: PoolSettings) {
  return {
    Client: pool.namedStatements ? DroppingClient : UnnamedClient,
    types: columnTypes(),
    statement_timeout: pool.statementTimeout,
    lock_timeout: pool.lockTimeout,
    idle_in_transaction_session_timeout: pool.idleInTransactionTimeout,
    query_timeout: pool.queryTimeout,
    keepAlive: true,
    maxLifetimeSeconds: 300,
  };
}

/** A pool beside TypeORM's, which knows one database only; without overrides, with the limits for answering requests. */
export function openPool(url: string, overrides: Partial<PoolSettings> = {}): Pool {
  const settings = { ...SERVING, ...overrides };
  const pool = new Pool({
    ...connectionOptions(settings),
    connectionString: url,
    max: settings.max,
    connectionTimeoutMillis: settings.acquireTimeout,
    application_name: settings.applicationName,
  });
  pool.on('error', settings.onPoolError);
  return pool;
}
