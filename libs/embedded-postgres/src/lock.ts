import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { poll } from './command';
import { PostgresFailed } from './errors';

const PATIENCE_MS = 90_000;

/** True when a process with this id exists, whichever account runs it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function take(lock: string): true | undefined {
  const claim = `${lock}.${process.pid}`;
  writeFileSync(claim, String(process.pid));
  try {
    linkSync(claim, lock); // Atomic, so no process ever reads an empty lock.
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    clearIfAbandoned(lock);
    return undefined;
  } finally {
    rmSync(claim, { force: true });
  }
}

function clearIfAbandoned(lock: string): void {
  try {
    if (!isAlive(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs the work while no other process, and no other caller in this one, starts or stops the server of the same data
 * directory. Takes over the lock of a dead process.
 *
 * @throws PostgresFailed if another process holds the lock for a minute and a half
 */
export function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const turn = queue.then(async () => {
    const lock = join(dataDir, 'lock');
    if (!(await poll(() => take(lock), PATIENCE_MS, 50))) {
      throw new PostgresFailed(`Another process holds ${lock}. Remove the file if no such process exists.`);
    }
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  });
  queue = turn.catch(() => undefined);
  return turn;
}
