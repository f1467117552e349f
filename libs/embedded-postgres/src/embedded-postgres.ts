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

/** Options of `startEmbeddedPostgres`. */
export interface EmbeddedPostgresOptions {
  /** Directory of everything that belongs to the server; created if absent. */
  dataDir: string;
  /** `keep` keeps the data for the next start. With `test`, the last `stop()` removes the data directory. */
  mode: 'keep' | 'test';
  /** Whether acknowledged writes survive a power cut, which costs time. Default: in mode `keep` only. */
  durable?: boolean;
  /** The port on 127.0.0.1. Default: a free one, another at every start. Ignored if the server runs already. */
  port?: number;
  /** Receives one sentence about each step that takes a noticeable time. */
  log?: (line: string) => void;
  /** Where to look for PostgreSQL. Default: the npm package, then servers installed on the machine. */
  lookup?: Lookup;
}

/** A server that accepts connections. */
export interface EmbeddedPostgres {
  /** Connection URL, with the password, on 127.0.0.1. */
  url: string;
  /** Stops the server, unless another living process uses it. Calling it again does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a data directory, and creates its cluster at the first call. Attaches to a server that already runs
 * there, even if the process that started it was killed.
 *
 * @throws NoPostgresFound if no PostgreSQL runs on this machine
 * @throws PostgresFailed if creating or starting the cluster fails, with PostgreSQL's message
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

/** Stops the server of the data directory, even if other processes use it, and removes the directory with all data. */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  await stopServer(join(placeOf(dataDir, null), 'cluster'));
  removePlaces(dataDir);
}

function makeDataDir(wanted: string): string {
  // The server's account must be able to traverse the directory, but others need not list it.
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
  { mode, durable = mode === 'keep', port, log = () => undefined, lookup }: EmbeddedPostgresOptions,
): Promise<{ cluster: string; url: string }> {
  // The account is the cluster's owner, and the cluster's directory depends on the account, so the directory is looked up twice.
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
  const output = join(dataDir, 'server.log');
  const url = await startServer(cluster, password, binaries, account, { durable, port }, output);
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
