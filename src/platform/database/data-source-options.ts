import { TypeOverrides, types, Pool } from 'pg';
import { join } from 'node:path';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { type DatabaseConfig, databaseConfig, DatabaseEnv } from '#platform/config';
import { DroppingClient, UnnamedClient } from './dropping-client';
import { SnakeNaming } from './snake-naming';
import { refuseStandby } from './standby';
import { AbstractLogger } from 'typeorm';

const { INT8, DATE } = types.builtins;
const INT8_ARRAY = 1016;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database sent the integer ${text}, which is not safe`);
  return value;
}

function safeIntegers(text: string): (number | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : safeInteger(item)));
}

/**
 * How PostgreSQL's values arrive in JavaScript, without changing pg's global table: `bigint` as a number (RangeError if it is
 * not a safe integer), `date` as the string `YYYY-MM-DD`, `numeric` as a string, `timestamptz` as a Date.
 */
export function columnTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(INT8, safeInteger);
  overrides.setTypeParser(INT8_ARRAY, safeIntegers);
  overrides.setTypeParser(DATE, (text: string) => text);
  return overrides;
}

/** Limits of one process's connections, as in the configuration. Times are in milliseconds; 0 means no limit. */
export type PoolSettings = Omit<DatabaseConfig, 'url' | 'ownerUrl' | 'listenUrl' | 'replicas'> & {
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Called when an idle connection breaks. The pool has replaced it already. */
  readonly onPoolError: (error: Error) => void;
  /** Whether connections may lead to a standby. Otherwise opening such a connection fails with ServerIsStandby. */
  readonly acceptsStandby: boolean;
  /** Called for each new connection of a pool that accepts no standby. */
  readonly onRole: (isStandby: boolean) => void;
};

/** For answering requests: the defaults of the configuration. */
const SERVING: PoolSettings = {
  ...databaseConfig(new DatabaseEnv()),
  applicationName: 'fanclub',
  onPoolError: () => undefined,
  acceptsStandby: false,
  onRole: () => undefined,
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
    onConnect: pool.acceptsStandby ? undefined : refuseStandby(pool.onRole),
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

/** Keeps TypeORM from writing to the console. Failures reach the callers as errors. */
export class SilentLogger extends AbstractLogger {
  protected override isLogEnabledFor(): boolean {
    return false;
  }

  protected writeLog(): void {}
}
