import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { discardEmbeddedPostgres, startEmbeddedPostgres } from '#libs/embedded-postgres';
import { newFolder } from '#libs/testing';
import { TEST_OWNER, TEST_ROLE } from './database-roles';
import { migrateWithRoles } from './migrate-with-roles';

/** A primary and its streaming replica, only for this suite, since the shared server does not keep enough WAL. */
export interface ReplicatedDatabase {
  readonly primary: string;
  readonly replica: string;
  /** Whether the replica replays the primary's changes. */
  replay(on: boolean): Promise<void>;
  /** Resolves once the replica has replayed everything that was committed before. */
  caughtUp(): Promise<void>;
  stopReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes both; the primary is migrated and empty. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = newFolder('replicated-');
  const primaryDir = join(folder, 'primary');
  const replicaDir = join(folder, 'replica');

  const first = await startEmbeddedPostgres({ dataDir: primaryDir, mode: 'keep' });
  await migrateWithRoles(first.url, TEST_OWNER, TEST_ROLE);
  await first.stop();

  copyStopped(primaryDir, replicaDir);
  const { url: primary } = await startEmbeddedPostgres({ dataDir: primaryDir, mode: 'keep' });
  followPrimary(replicaDir, primary);
  const { url: replica, stop: stopReplica } = await startEmbeddedPostgres({
    dataDir: replicaDir,
    mode: 'keep',
  });

  return {
    primary,
    replica,
    replay: (on) => ask(replica, `SELECT pg_wal_replay_${on ? 'resume' : 'pause'}()`).then(() => undefined),
    caughtUp: async () => {
      const written = await ask(primary, 'SELECT pg_current_wal_insert_lsn()::text');
      const hasIt = () => ask(replica, `SELECT pg_last_wal_replay_lsn() >= '${String(written)}'`);
      for (let left = 500; left > 0 && (await hasIt()) !== true; left -= 1) await sleep(20);
    },
    stopReplica,
    stop: async () => {
      await discardEmbeddedPostgres(replicaDir);
      await discardEmbeddedPostgres(primaryDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the data directory of a stopped server. The embedded binaries have no pg_basebackup; the files work as well. */
export function copyStopped(from: string, to: string): void {
  mkdirSync(to, { mode: 0o711 });
  for (const name of ['cluster', 'password']) execFileSync('cp', ['-a', join(from, name), join(to, name)]);
}

/** Makes a copied, stopped server a streaming replica of the primary at this address. */
export function followPrimary(dataDir: string, primary: string): void {
  const { hostname, port, username, password } = new URL(primary);
  const cluster = join(dataDir, 'cluster');
  const signal = join(cluster, 'standby.signal');
  writeFileSync(signal, '');
  // The server opens it for writing, possibly under another account.
  chmodSync(signal, 0o666);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
}

/** The first value of the first row. */
async function ask(connectionString: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}
