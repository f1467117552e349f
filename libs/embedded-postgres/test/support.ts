import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { type Account, isRoot, isTraversableBy, serverAccount } from '../src/account';
import { runTypescript } from '../../testing/src/run-typescript';
import { discardEmbeddedPostgres } from '../src';

const ROOT = join(__dirname, '..', '..', '..');
const dataDirs: string[] = [];
const folders: string[] = [];
const holders: ChildProcess[] = [];

/** A folder of this test, by default open to every account. */
export function folder(mode = 0o755): string {
  const made = mkdtempSync(join(tmpdir(), 'embedded-postgres-spec-'));
  chmodSync(made, mode);
  folders.push(made);
  return made;
}

/** A data directory that does not exist yet, by default in a new folder. */
export function newDataDir(inside = folder()): string {
  const dataDir = join(inside, 'postgres');
  dataDirs.push(dataDir);
  return dataDir;
}

/** To be called in `afterEach`: stops the test's servers and removes its files. */
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
  /** Ends the process and waits for its end. */
  release(): Promise<void>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a process that uses the server of the data directory, as another account if one is given. */
export async function holdElsewhere(
  dataDir: string,
  { account = null, durable = false }: { account?: Account | null; durable?: boolean } = {},
): Promise<Holder> {
  const child = spawn(
    process.execPath,
    [...runTypescript(), join(__dirname, 'holder.ts'), dataDir, durable ? 'durable' : 'careless'],
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
 * An ordinary account for a child process of this test. Null for this process's own: it is an ordinary one already, or other
 * accounts cannot reach this project.
 */
export function ordinaryAccount(): Account | null {
  const nobody = isRoot() ? serverAccount('/nonexistent') : null;
  const open = nobody && [ROOT, process.execPath].every((path) => isTraversableBy(nobody, path));
  return open ? nobody : null;
}
