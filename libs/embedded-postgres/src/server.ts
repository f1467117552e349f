import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Account } from './account';
import type { Binaries } from './binaries';
import { SUPERUSER } from './cluster';
import { monotonic, poll } from './command';
import { PostgresFailed } from './errors';
import { isAlive } from './lock';

const READY_WITHIN_MS = 60_000;
const FAST_STOP_MS = 8_000;
/** How long to repeat a failed start: processes of a killed server end only after their current statement. */
const ATTEMPTS_WITHIN_MS = 30_000;

/**
 * Errors worth a retry: another program took the port, or processes of a stopping or killed server still use
 * the directory. */
const PASSING = /could not bind|Address already in use|already exists|still in use/;

/** Settings that trade durability for speed. */
const CARELESS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/** Settings of every server. Statements contain personal data, so the server does not log them. */
const COMMON = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'timezone=UTC',
  'log_timezone=UTC',
];

interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

const pidFileOf = (cluster: string): string => join(cluster, 'postmaster.pid');

function readPidFile(cluster: string): PidFile | null {
  let lines: string[];
  try {
    lines = readFileSync(pidFileOf(cluster), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** True when the process is the server of this cluster. After the server has died, another process may have its number. */
function servesCluster(pid: number, cluster: string): boolean {
  if (!pid || !isAlive(pid)) return false;
  try {
    const command = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(cluster);
  } catch {
    return false;
  }
}

export const urlOf = (port: number, password: string): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined); // The server may stop at this moment.
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new PostgresFailed('The server does not accept the password in the data directory.');
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The URL of the server that runs on the cluster; null if none does. Removes the `postmaster.pid` of a dead server, and waits
 * for a server that is starting or stopping.
 *
 * @throws PostgresFailed if a server runs but refuses the connection
 */
export async function runningServer(cluster: string, password: string): Promise<string | null> {
  const found = await poll(async () => {
    const file = readPidFile(cluster);
    if (!file) return null;
    if (!servesCluster(file.pid, cluster)) {
      rmSync(pidFileOf(cluster), { force: true });
      return null;
    }
    const url = urlOf(file.port, password);
    return file.ready && (await accepts(url)) ? url : undefined;
  }, READY_WITHIN_MS);
  if (found === undefined) throw new PostgresFailed(`The server that runs on ${cluster} does not answer.`);
  return found;
}

/** A port of 127.0.0.1 that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface StartOptions {
  /** Whether acknowledged writes must survive a power cut. */
  durable: boolean;
  /** Undefined: a free one. */
  port: number | undefined;
}

/**
 * Starts a server on the cluster and returns its URL once it accepts connections.
 *
 * @param log file for the server's output; the file of the previous start is kept as `*.old`
 * @throws PostgresFailed with the server's output
 */
export async function startServer(
  cluster: string,
  password: string,
  binaries: Binaries,
  account: Account | null,
  { durable, port: wanted }: StartOptions,
  log: string,
): Promise<string> {
  for (const deadline = monotonic() + ATTEMPTS_WITHIN_MS; ;) {
    const port = wanted ?? (await freePort());
    const exited = launch(cluster, binaries, account, durable, log, port);
    const url = urlOf(port, password);
    const up = await poll(async () => {
      if (exited()) return false;
      const file = readPidFile(cluster);
      return file?.port === port && file.ready && (await accepts(url)) ? true : undefined;
    }, READY_WITHIN_MS);
    if (up) return url;

    const words = readFileSync(log, 'utf8').trim();
    if (!exited() || monotonic() > deadline || !PASSING.test(words)) {
      throw new PostgresFailed(`PostgreSQL did not start on ${cluster}:\n${words}`);
    }
    await sleep(200);
  }
}

/** Spawns the server; the returned function reports whether it has ended. */
function launch(
  cluster: string,
  binaries: Binaries,
  account: Account | null,
  durable: boolean,
  log: string,
  port: number,
): () => boolean {
  if (existsSync(log)) renameSync(log, `${log}.old`);
  const output = openSync(log, 'a', 0o600);
  const settings = [...COMMON, ...(durable ? [] : CARELESS), `port=${port}`].flatMap((setting) => [
    '-c',
    setting,
  ]);
  let ended = false;
  // Detached, so that Ctrl-C in the terminal does not stop the server before this process. It writes to a file, because it
  // may outlive this process.
  const child = spawn(join(binaries.folder, 'postgres'), ['-D', cluster, ...settings], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    ...account,
  });
  child.on('error', () => (ended = true));
  child.on('exit', () => (ended = true));
  child.unref();
  closeSync(output);
  return () => ended;
}

/**
 * Stops the server of the cluster, if one runs, and ends its connections. If that takes too long, the server is killed and
 * recovers at the next start; committed data is kept in any case.
 */
export async function stopServer(cluster: string): Promise<void> {
  const file = readPidFile(cluster);
  if (!file || !servesCluster(file.pid, cluster)) return;
  const gone = () => readPidFile(cluster) === null || !servesCluster(file.pid, cluster) || undefined;
  process.kill(file.pid, 'SIGINT');
  if (await poll(gone, FAST_STOP_MS, 5)) return;
  process.kill(file.pid, 'SIGQUIT');
  if (!(await poll(gone, FAST_STOP_MS, 5)))
    throw new PostgresFailed(`The server of ${cluster} does not stop.`);
}
