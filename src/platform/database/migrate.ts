import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { installQueue } from './queue-schema';
import { grantServerRole } from './server-role';
import { refuseNewerSchema, schemaVersion } from './schema-version';

/** An arbitrary number; every version of the service must use the same one. */
const LOCK = 7_226_548_201;

/**
 * Migrates the database to this version's schema and returns the names of the applied migrations. The job queue's own schema
 * comes first, so that a database with all migrations has it too. Concurrent calls wait for each other.
 *
 * @param dataSource with the settings `MAINTENANCE`, as migrations may take long
 * @param serverRole the role of the servers, which gets the rights it needs; null if they are the owner
 * @throws SchemaMismatch when the database has migrations of a newer version
 */
export async function migrate(dataSource: DataSource, serverRole: string | null = null): Promise<string[]> {
  // A session lock on one connection, as some migrations run outside transactions.
  const runner = dataSource.createQueryRunner();
  try {
    await waitForLock(runner);
    refuseNewerSchema(await schemaVersion(dataSource));
    await installQueue(dataSource);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    const applied = await executor.executePendingMigrations();
    if (serverRole !== null) await grantServerRole(runner, serverRole);
    return applied.map((migration) => migration.name);
  } finally {
    await release(runner);
  }
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

/** Waits for the lock without limit. Then limits how long a migration waits for a table, since other queries wait behind it. */
async function waitForLock(runner: QueryRunner): Promise<void> {
  await runner.query(
    `SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`,
  );
  await runner.query('SELECT pg_advisory_lock($1)', [LOCK]);
  await runner.query(`SELECT set_config('lock_timeout', '10s', false)`);
}
