import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { installQueue } from './queue-schema';
import { grantServerRole } from './server-role';
import { refuseNewerSchema, schemaVersion } from './schema-version';

/** Any number of our own; every version of the service must use the same one. */
const LOCK = 7_226_548_201;

/**
 * Brings the database to this version's schema, and returns the names of the migrations applied: none when it is there already.
 * The job queue's own schema comes first, so that a database with all migrations has it too.
 * Several processes may call it at once: one migrates, the others wait, then find nothing to do.
 * The data source should be one of `MAINTENANCE`: the limits on serving requests would cut long steps short.
 *
 * @param serverRole the role of the servers, which gets the rights it needs; null where they are the owner
 * @throws SchemaMismatch when the database has migrations of a newer version
 */
export async function migrate(dataSource: DataSource, serverRole: string | null = null): Promise<string[]> {
  // One connection holds the lock throughout: a session lock, as some migrations run outside transactions.
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
    // The connection is lost, and the lock and the settings with it. What matters is the failure that broke it.
  } finally {
    await runner.release();
  }
}

/** Waits without limit, then limits how long a migration may queue for a table, since all later queries queue behind it. */
async function waitForLock(runner: QueryRunner): Promise<void> {
  await runner.query(
    `SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`,
  );
  await runner.query('SELECT pg_advisory_lock($1)', [LOCK]);
  await runner.query(`SELECT set_config('lock_timeout', '10s', false)`);
}
