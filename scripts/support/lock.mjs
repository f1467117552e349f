import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, say } from './project.mjs';

/** The file in the folder that is locked; it has the id of the process that holds the lock. */
export const LOCK = '.preparing.lock';

const ASK_EVERY_MS = 200;

/** The locks that this process holds. Another lock with its id is of a dead process: in containers, ids repeat. */
const held = new Set();

/**
 * Runs the work while no other process installs or builds in the same folder. Takes over the lock of a dead process.
 *
 * @param signal ends the waiting with its reason
 */
export async function whileLocked(folder, work, { signal } = {}) {
  const lock = join(folder, LOCK);
  for (let isFirst = true; !take(lock); isFirst = false) {
    if (isFirst) say(`Another process installs or builds in ${folder}; waiting for it …`);
    await sleep(ASK_EVERY_MS, undefined, { signal });
  }
  held.add(lock);
  try {
    return await work();
  } finally {
    held.delete(lock);
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  const claim = `${lock}.${process.pid}`;
  try {
    writeFileSync(claim, String(process.pid));
    linkSync(claim, lock); // Atomic, so no process ever reads an empty lock.
    return true;
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes(error.code))
      throw new Failure(
        `Installing and building needs to write files: ${error.message}. Change the owner or rights.`,
      );
    if (error.code !== 'EEXIST') throw error;
    clearIfAbandoned(lock);
    return false;
  } finally {
    rmSync(claim, { force: true });
  }
}

function clearIfAbandoned(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid === process.pid ? !held.has(lock) : !isAlive(pid)) rmSync(lock, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // Another account runs it.
  }
}
