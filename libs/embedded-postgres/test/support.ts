import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { type Account, isRoot, isTraversableBy, serverAccount } from '../src/account';
import { discardEmbeddedPostgres } from '../src';

const ROOT = join(__dirname, '..', '..', '..');
const dataDirs: string[] = [];
const folders: string[] = [];
const holders: ChildProcess[] = [];

/** A folder of this test, open to every account unless told otherwise. */
export function folder(mode = 0o755): string {
  const made = mkdtempSync(join(tmpdir(), 'embedded-postgres-spec-'));
  chmodSync(made, mode);
  folders.push(made);
  return made;
}

/** A data directory that does not exist yet, in a folder of its own. */
export function newDataDir(inside = folder()): string {
  const dataDir = join(inside, 'postgres');
  dataDirs.push(dataDir);
  return dataDir;
}

/** For `afterEach`: whatever the test left running is stopped, and its files are removed. */
export async function cleanUp(): Promise<void> {
  for (const holder of holders.splice(0)) {
    if (holder.exitCode === null && holder.signalCode === null) {
      const ended = once(holder, 'exit');
      holder.kill('SIGKILL');
      await ended;
    }
  }
  for (const dataDir of dataDirs.splice(0)) await discardEmbeddedPostgres(dataDir);
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
}

/** The first value of the first row. */
export async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Another process that uses a server. */
export interface Holder {
  url: string;
  /** Lets go, and waits until the process has ended. */
  release(): Promise<void>;
  /** As `kill -9`. */
  kill(): Promise<void>;
}

/** Starts a process that uses the server of the data directory, as another account when one is given. */
export async function holdElsewhere(
  dataDir: string,
  { account = null, durable = false }: { account?: Account | null; durable?: boolean } = {},
): Promise<Holder> {
  const register = join(ROOT, 'libs', 'testing', 'register-typescript.cjs');
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--require',
      register,
      join(__dirname, 'holder.ts'),
      dataDir,
      durable ? 'durable' : 'careless',
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], ...account },
  );
  holders.push(child);
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const end = async (how: () => void) => {
    const ended = once(child, 'exit');
    how();
    await ended;
  };
  return { url, release: () => end(() => child.stdin.end()), kill: () => end(() => child.kill('SIGKILL')) };
}

/**
 * An account other than root's that a child process of this test may run as; null: the one we run as, since it is an
 * ordinary one already, or since this project lies where no other may go.
 */
export function ordinaryAccount(): Account | null {
  const nobody = isRoot() ? serverAccount('/nonexistent') : null;
  const open = nobody && [ROOT, process.execPath].every((path) => isTraversableBy(nobody, path));
  return open ? nobody : null;
}
