import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MigrationExecutor } from 'typeorm';
import { runTypescript } from '#libs/testing';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { migrate } from '../../src/platform/database/migrate';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { readCatalogue } from '../support/schema-catalogue';

const ROOT = join(__dirname, '..', '..');
/** `1760000001000-CreateFanclubs.ts` has the migration `CreateFanclubs1760000001000`. */
const NAMES = readdirSync(join(ROOT, 'migrations'))
  .filter((file) => file.endsWith('.ts'))
  .sort()
  .map((file) => file.replace(/^(\d+)-(\w+)\.ts$/, '$2$1'));
const NOTHING = { tables: [], columns: [], constraints: [], indexes: [] };

/** Runs the migrations in a new process, and returns the names of the applied ones. */
async function migrateElsewhere(url: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...runTypescript(), join(ROOT, 'test/support/migrate-process.ts'), url],
    { cwd: ROOT },
  );
  return JSON.parse(stdout) as string[];
}

async function revertAll({ dataSource }: OpenDatabase): Promise<number> {
  const executor = new MigrationExecutor(dataSource);
  executor.transaction = 'each';
  const executed = await executor.getExecutedMigrations();
  for (let left = executed.length; left > 0; left -= 1) await executor.undoLastMigration();
  return executed.length;
}

/** Of this database only: other databases of the server belong to other tests. */
const ADVISORY_LOCKS = `
  SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('migrations', () => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await openDatabase(MAINTENANCE);
  });
  afterEach(() => database.close());

  it('go down to an empty schema and up to the same schema again', async () => {
    const before = await readCatalogue(database.dataSource);
    expect(await revertAll(database)).toBe(NAMES.length);
    expect(await readCatalogue(database.dataSource)).toEqual(NOTHING);
    expect(await migrate(database.dataSource)).toEqual(NAMES);
    expect(await readCatalogue(database.dataSource)).toEqual(before);
  });

  it('apply nothing to a migrated database', async () => {
    expect(await migrate(database.dataSource)).toEqual([]);
  });

  it('are applied once when several processes start simultaneously', async () => {
    await revertAll(database);
    const { dataSource, url } = database;
    const lockHolder = dataSource.createQueryRunner();
    // Holds the lock until both processes wait for it, so that they really start together.
    await lockHolder.query('SELECT pg_advisory_lock(7226548201)');
    const processes = Promise.all([migrateElsewhere(url), migrateElsewhere(url)]);
    const waiting = async () =>
      (await dataSource.query<unknown[]>(`${ADVISORY_LOCKS} AND NOT granted`)).length;
    while ((await waiting()) < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await lockHolder.query('SELECT pg_advisory_unlock(7226548201)');
    await lockHolder.release();

    const [one, other] = await processes;
    expect([one, other].sort((a, b) => a.length - b.length)).toEqual([[], NAMES]);
  }, 120_000);

  it('repeat an attempt that waits too long for a table, so that later statements on it do not wait for long', async () => {
    const { dataSource, url } = database;
    await dataSource.undoLastMigration();
    const user = dataSource.createQueryRunner();
    await user.startTransaction();
    await user.query('LOCK TABLE migrations IN SHARE MODE');
    const migrating = migrateElsewhere(url);
    const waiting = () =>
      dataSource.query<unknown[]>(`SELECT FROM pg_stat_activity WHERE wait_event = 'relation'`);
    while ((await waiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    // It waits behind the migration.
    await dataSource.query('BEGIN; LOCK TABLE migrations IN SHARE MODE; COMMIT');
    await user.commitTransaction();
    await user.release();
    expect(await migrating).toEqual(NAMES.slice(-1));
  }, 60_000);

  it('leave the connection unchanged, even after a failure', async () => {
    await revertAll(database);
    await database.dataSource.query('CREATE TABLE plans ()');
    await expect(migrate(database.dataSource)).rejects.toThrow('relation "plans" already exists');
    expect(await database.dataSource.query(ADVISORY_LOCKS)).toEqual([]);
    expect(await database.dataSource.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '10s' }]);

    await database.dataSource.query('DROP TABLE plans');
    expect(await migrate(database.dataSource)).toEqual(NAMES.slice(2));
  });
});
