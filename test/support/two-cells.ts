import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { discardEmbeddedPostgres, startEmbeddedPostgres } from '#libs/embedded-postgres';
import { newFolder } from '#libs/testing';
import { initCell } from '../../src/platform/database';
import { withMaintenance } from '../../src/tools/local';
import { openDataSource } from './data-source';
import { TEST_OWNER, TEST_ROLE } from './database-roles';
import { migrateWithRoles } from './migrate-with-roles';

/** Two migrated, empty databases, cells 0 and 1, on a server of their own, from which fan clubs can move. */
export interface TwoCells {
  /** The addresses, for a superuser. */
  readonly urls: readonly [string, string];
  stop(): Promise<void>;
}

/** Settings of a PostgreSQL server from which and to which fan clubs can move, for `postgresql.auto.conf`. */
export const MOVING_SETTINGS =
  '\nwal_level = logical\nmax_logical_replication_workers = 20\nmax_sync_workers_per_subscription = 4\nmax_replication_slots = 20\nmax_wal_senders = 20\nmax_worker_processes = 20\n';

export async function startTwoCells(): Promise<TwoCells> {
  const folder = newFolder('fanclub-move-');
  const dataDir = join(folder, 'server');
  await (await startEmbeddedPostgres({ dataDir, mode: 'keep' })).stop();
  appendFileSync(join(dataDir, 'cluster', 'postgresql.auto.conf'), MOVING_SETTINGS);
  const { url } = await startEmbeddedPostgres({ dataDir, mode: 'keep' });
  const urls = [0, 1].map(
    (cell) => Object.assign(new URL(url), { pathname: `/cell${cell}` }).href,
  ) as unknown as [string, string];
  const admin = await openDataSource(url);
  for (const cell of [0, 1]) {
    await admin.query(`CREATE DATABASE cell${cell}`);
    await migrateWithRoles(urls[cell], TEST_OWNER, TEST_ROLE);
    await withMaintenance(urls[cell], (db) => initCell(db, cell));
  }
  await admin.query(`ALTER ROLE ${TEST_OWNER} REPLICATION`);
  await admin.destroy();
  return {
    urls,
    stop: async () => {
      await discardEmbeddedPostgres(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
