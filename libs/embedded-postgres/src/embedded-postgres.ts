import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { serverAccount } from './account';
import { type Lookup, bundledFolder, findBinaries, systemFolders } from './binaries';
import { createCluster, majorOf, passwordOf } from './cluster';
import { PostgresFailed } from './errors';
import { withLock } from './lock';
import { placeOf, removePlaces } from './place';
import { runningServer, startServer, stopServer } from './server';
import { Users } from './users';

/** What `startEmbeddedPostgres` is told. */
export interface EmbeddedPostgresOptions {
  /** Directory of everything that belongs to the server; made when absent. */
  dataDir: string;
  /** `keep`: the data is there at the next start. `test`: the last `stop()` removes the data directory. */
  mode: 'keep' | 'test';
  /** Whether acknowledged writes survive a power cut, which costs time. Absent: they do in mode `keep` only. */
  durable?: boolean;
  /** Told in one sentence what is being done, when that takes a noticeable time. */
  log?: (line: string) => void;
  /** Where to look for PostgreSQL; absent: the npm package, then what is installed on the machine. */
  lookup?: Lookup;
}

/** A server that accepts connections. */
export interface EmbeddedPostgres {
  /** Connection URL, with the password, on 127.0.0.1. The port is another one at every start. */
  url: string;
  /**
   * Signs off. The server stops when no other living process uses it, so `stop()` of one that was already running when we
   * came is without effect for those who were there. Calling it again does nothing.
   */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a data directory, making its cluster at the first call, or attaches to the one that runs there
 * already: that of another process, or one that a killed process left behind.
 *
 * @throws NoPostgresFound when this machine has no PostgreSQL that runs
 * @throws PostgresFailed when making or starting the cluster fails, with PostgreSQL's own words
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataDir(options.dataDir);
  const users = new Users(dataDir);
  return withLock(dataDir, async () => {
    const user = users.enter();
    try {
      const { cluster, url } = await attachOrStart(dataDir, options);
      return { url, stop: once(() => leave(dataDir, cluster, users, user, options.mode === 'test')) };
    } catch (error) {
      users.leave(user);
      throw error;
    }
  });
}

/** Stops whatever server runs on the data directory, whoever uses it, and removes the directory with all its data. */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  await stopServer(join(placeOf(dataDir, null), 'cluster'));
  removePlaces(dataDir);
}

function makeDataDir(wanted: string): string {
  // Parents with the usual mode, the directory itself closed to reading but not to passing: the server's account must.
  mkdirSync(dirname(resolve(wanted)), { recursive: true });
  if (!existsSync(wanted)) mkdirSync(wanted, { mode: 0o711 });
  const dataDir = realpathSync(wanted);
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new PostgresFailed(
      `${dataDir} belongs to another user. Use another directory, or run as its owner.`,
    );
  }
  return dataDir;
}

async function attachOrStart(
  dataDir: string,
  { mode, durable = mode === 'keep', log = () => undefined, lookup }: EmbeddedPostgresOptions,
): Promise<{ cluster: string; url: string }> {
  // The account is that of the cluster's owner, and the cluster may lie elsewhere: so place, owner, place.
  const account = serverAccount(join(placeOf(dataDir, null), 'cluster'));
  const place = placeOf(dataDir, account);
  const cluster = join(place, 'cluster');
  const password = passwordOf(dataDir);

  const running = await runningServer(cluster, password);
  if (running) return { cluster, url: running };

  const major = majorOf(cluster);
  const where = lookup ?? { bundled: bundledFolder(), system: await systemFolders() };
  const binaries = await findBinaries(where, account, place, major);
  if (major === null) {
    log(`Making a PostgreSQL ${binaries.major} database in ${place}`);
    await createCluster(cluster, password, binaries, account, durable);
  }
  const url = await startServer(cluster, password, binaries, account, durable, join(dataDir, 'server.log'));
  return { cluster, url };
}

async function leave(
  dataDir: string,
  cluster: string,
  users: Users,
  user: string,
  discard: boolean,
): Promise<void> {
  if (!existsSync(dataDir)) return;
  await withLock(dataDir, async () => {
    users.leave(user);
    if (users.isEmpty()) await stopServer(cluster);
  });
  if (discard && existsSync(dataDir) && users.isEmpty()) removePlaces(dataDir);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
