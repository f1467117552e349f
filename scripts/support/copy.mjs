import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCK } from './lock.mjs';
import { ROOT } from './project.mjs';

/** Files that a fresh clone does not have. */
const LEFT_OUT = [
  '.git',
  '.env',
  LOCK,
  'coverage',
  'data',
  'dist',
  'node_modules',
  `staff-app/${LOCK}`,
  'staff-app/dist',
  'staff-app/node_modules',
].map((path) => join(ROOT, path));

/** Runs the work in a temporary copy of the project that equals a fresh clone. */
export async function inCopy(work) {
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-copy-'));
  chmodSync(folder, 0o755); // The database's account must be able to traverse it.
  const copy = join(folder, 'fanclub');
  const belongs = (path) => !LEFT_OUT.includes(path);
  try {
    cpSync(ROOT, copy, { recursive: true, filter: belongs });
    return await work(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}
