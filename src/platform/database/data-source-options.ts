import { join } from 'node:path';
import { Pool } from 'pg';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { type DatabaseConfig, databaseConfig, DatabaseEnv } from '#platform/config';
import { columnTypes } from './column-types';
import { DroppingClient } from './dropping-client';
import { SilentLogger } from './silent-logger';
import { SnakeNaming } from './snake-naming';
import { UnnamedClient } from './unnamed-client';

/** Limits of one process's connections, as in the configuration. Times are in milliseconds; 0 means no limit. */
export type PoolSettings = Omit<DatabaseConfig, 'url' | 'ownerUrl' | 'listenUrl' | 'replicas'> & {
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Called when an idle connection breaks. The pool has replaced it already. */
  readonly onPoolError: (error: Error) => void;
};

/** For answering requests: the defaults of the configuration. */
const SERVING: PoolSettings = {
  ...databaseConfig(new DatabaseEnv()),
  applicationName: 'fanclub',
  onPoolError: () => undefined,
};

/** For migrations, imports and other work with long statements: `dataSourceOptions(url, MAINTENANCE)`. */
export const MAINTENANCE: Partial<PoolSettings> = {
  poolSize: 2,
  acquireTimeout: 10_000,
  statementTimeout: 0,
  lockTimeout: 10_000,
  idleInTransactionTimeout: 0,
  queryTimeout: 0,
  applicationName: 'fanclub-maintenance',
};

/** Every migration is a file of this folder; TypeORM runs them in the order of the numbers in their names. */
const MIGRATIONS = join(__dirname, '../../../migrations/*.{js,ts}');

/** TypeORM's options for the database at `url`, except the entities; by default with the limits for answering requests. */
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
    poolSize: pool.poolSize,
    connectTimeoutMS: pool.acquireTimeout,
    applicationName: pool.applicationName,
    poolErrorHandler: pool.onPoolError,
    extra: connectionOptions(pool),
  };
}

/** The options of every connection of a pool, except the address. */
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

/** A pool for a database other than TypeORM's; by default with the limits for answering requests. */
export function openPool(url: string, overrides: Partial<PoolSettings> = {}): Pool {
  const settings = { ...SERVING, ...overrides };
  const pool = new Pool({
    ...connectionOptions(settings),
    connectionString: url,
    max: settings.poolSize,
    connectionTimeoutMillis: settings.acquireTimeout,
    application_name: settings.applicationName,
  });
  pool.on('error', settings.onPoolError);
  return pool;
}
