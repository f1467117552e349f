import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions, MAINTENANCE } from '../../src/platform/database/data-source-options';
import { migrate } from '../../src/platform/database/migrate';
import { itSurvives, worldOf } from './support/fault';
import { Program } from './support/service';
import type { World } from './support/world';

/** Migrations while the service is in use. */
const world = worldOf({});

/** Needs a lock that conflicts with every other use of the table. */
class AddFaultsColumn9999999999999 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return runner.query('ALTER TABLE customers ADD COLUMN faults text');
  }
  down(runner: QueryRunner): Promise<void> {
    return runner.query('ALTER TABLE customers DROP COLUMN faults');
  }
}

/** Runs `work` while a transaction of somebody else uses a table. */
async function whileUsed({ db }: World, table: string, mode: string, work: () => Promise<void>) {
  const using = db.createQueryRunner();
  await using.startTransaction();
  try {
    await using.query(`LOCK TABLE ${table} IN ${mode} MODE`);
    await work();
  } finally {
    await using.rollbackTransaction();
    await using.release();
  }
}

itSurvives(world, {
  id: 'M1',
  fault: 'a migration of customers waits 8 s for a transaction that has read the table',
  within: 2,
  async strike(at) {
    const options = dataSourceOptions(at.ownerUrl, MAINTENANCE);
    const migrations = [...(options.migrations as string[]), AddFaultsColumn9999999999999];
    const dataSource = await new DataSource({ ...options, migrations }).initialize();
    try {
      let migrating!: Promise<string[]>;
      await whileUsed(at, 'customers', 'ACCESS SHARE', async () => {
        migrating = migrate(dataSource);
        migrating.catch(() => undefined);
        await sleep(8_000);
      });
      expect(await migrating).toEqual([AddFaultsColumn9999999999999.name]);
    } finally {
      await dataSource.query('ALTER TABLE customers DROP COLUMN IF EXISTS faults');
      await dataSource.query('DELETE FROM migrations WHERE name = $1', [AddFaultsColumn9999999999999.name]);
      await dataSource.destroy();
    }
  },
  check(seen) {
    expect(seen.count('ok')).toBe(seen.samples.length);
  },
});

itSurvives(world, {
  id: 'M2',
  fault: 'a migrate that no longer works is killed (kill -9); another one, which waits for it, takes over',
  within: 0,
  async strike(at) {
    const { environment, ownerUrl, folder } = at;
    const settings = { ...environment, DATABASE_OWNER_URL: ownerUrl };
    const [stuck, next] = [0, 1].map(() => new Program('fanclub.mjs', ['migrate'], settings, folder));
    await whileUsed(at, 'migrations', 'ACCESS EXCLUSIVE', async () => {
      stuck.spawn();
      await waits(at, 'relation');
      process.kill(stuck.pid, 'SIGSTOP');
    });
    next.spawn();
    await waits(at, 'advisory');
    await stuck.kill('SIGKILL');
    expect(await next.end).toBe(0);
  },
  check(seen) {
    expect(seen.count('ok')).toBe(seen.samples.length);
  },
});

/** Resolves when a migration waits for such a lock. */
async function waits({ db }: World, lock: string): Promise<void> {
  const isWaiting = async () => {
    const found = await db.query<object[]>(
      `SELECT FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND wait_event = $1 AND application_name = 'fanclub-maintenance'`,
      [lock],
    );
    return found.length > 0;
  };
  while (!(await isWaiting())) await sleep(20);
}
