import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { keepIdRanges } from './cells';
import { isLockTimeout } from './failures.rules';
import { MigrationFailed, type Remedies } from './database.errors';
import { grantServerRole } from './server-role';
import { MIGRATION_LOCK, refuseNewerSchema, schemaVersion } from './schema-version';
import type { Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

/**
 * Milliseconds that a migration waits for a table. While it waits, all later statements on that table wait behind it, so this is shorter
 * than the time that requests wait for locks.
 */
const TABLE_LOCK_TIMEOUT = 500;
/** Milliseconds until the next attempt, in which the waiting requests are served, and for all attempts together. */
const PAUSE = 2_000;
const ATTEMPTS_WITHIN = 60_000;

/** A migration could not lock a table, because other transactions use it for too long. */
class TableInUse extends Error {
  override readonly name = 'TableInUse';
  readonly isPlain = true;

  constructor() {
    super(
      `A transaction has used a table for more than ${ATTEMPTS_WITHIN / 1000} seconds, so that a migration cannot change it. ` +
        'End this transaction (its xact_start in pg_stat_activity is old), and migrate again.',
    );
  }
}

/**
 * Migrates the database to this version's schema and returns the names of the applied migrations. The job queue's own schema
 * comes first, so that a database with all migrations has it too. Concurrent calls wait for each other.
 *
 * @param dataSource with the settings `MAINTENANCE`, as migrations may take long
 * @param serverRole the role of the servers, which gets the rights it needs; null if they are the owner
 * @throws SchemaMismatch when the database has migrations of a newer version; TableInUse; MigrationFailed
 */
export async function migrate(dataSource: DataSource, serverRole: string | null = null): Promise<string[]> {
  // A session lock on one connection, because each migration is a separate transaction.
  const runner = dataSource.createQueryRunner();
  try {
    await waitForLock(runner);
    refuseNewerSchema(await schemaVersion(dataSource).catch(failAt('Reading the applied migrations')));
    await installQueue(dataSource).catch(failAt('Creating the schema of the job queue'));
    const applied = await applyPending(dataSource, runner);
    await runner.manager.transaction(keepIdRanges).catch(failAt('Giving new tables their ids'));
    if (serverRole !== null)
      await grantServerRole(runner, serverRole).catch(
        failAt(`Granting rights to the role ${serverRole}`, NO_ROLE),
      );
    return applied;
  } finally {
    await release(runner);
  }
}

/** Applies each migration in a separate transaction. One that does not get a lock in time is rolled back and repeated. */
async function applyPending(dataSource: DataSource, runner: QueryRunner): Promise<string[]> {
  const { missing } = await schemaVersion(dataSource);
  for (const end = performance.now() + ATTEMPTS_WITHIN; ; await sleep(PAUSE)) {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    try {
      await executor.executePendingMigrations();
      return missing;
    } catch (error) {
      if (!isLockTimeout(error)) throw await failureOf(dataSource, error);
      if (performance.now() > end) throw new TableInUse();
    }
  }
}

const NO_ROLE: Remedies = {
  '42704': 'Create it, or migrate with --create-role: docs/operations/database.md, "Roles".',
};

const failAt =
  (step: string, remedies?: Remedies) =>
  (error: unknown): never => {
    throw new MigrationFailed(step, error, remedies);
  };

/** Names the migration that failed: the first one that is not applied. */
async function failureOf(dataSource: DataSource, error: unknown): Promise<MigrationFailed> {
  const [name] = await schemaVersion(dataSource).then(
    ({ missing }) => missing,
    () => [],
  );
  return new MigrationFailed(name === undefined ? 'A migration' : `The migration ${name}`, error);
}

async function release(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('SELECT pg_advisory_unlock_all()');
    await runner.query('RESET ALL');
  } catch {
    // The connection is lost, with its lock and settings. The error that broke it has been thrown already.
  } finally {
    await runner.release();
  }
}

/** Waits for the lock of all migrations without limit, and then limits how long a migration waits for a table. */
async function waitForLock(runner: QueryRunner): Promise<void> {
  await runner.query(
    `SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`,
  );
  await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await runner.query(`SELECT set_config('lock_timeout', $1, false)`, [`${TABLE_LOCK_TIMEOUT}ms`]);
}

/**
 * Migrates the schema of the job queue, `graphile_worker`, to the version of the library. Requires the lock of `migrate`. The library
 * throws all failures, and only logs that a newer version has migrated the schema.
 */
export async function installQueue(dataSource: DataSource): Promise<void> {
  // Loaded here, because servers do not migrate.
  const { Logger, runMigrations } = await import('graphile-worker');
  const pgPool = (dataSource.driver as PostgresDriver).master as Pool;
  // The library prints a warning about a pool without this listener. A lost connection fails its queries anyway.
  const onConnect = (): void => undefined;
  pgPool.on('connect', onConnect);
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  } finally {
    pgPool.off('connect', onConnect);
  }
}
