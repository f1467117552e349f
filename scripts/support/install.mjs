import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { Failure, ROOT, say } from './project.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * True when everything that package-lock.json names is there in that version. npm writes down what it has installed once it
 * is done, so an installation that was interrupted, or made without development packages, does not count.
 */
export function isInstalled(root = ROOT) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' ||
      (installed[path] ? installed[path].version === version : (optional ?? devOptional ?? false)),
  );
}

/** Installs what package-lock.json names, with what is needed to build, unless that is there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  say('Installing packages (npm ci) …');
  const { code } = await npm(
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    // What npm tells is for people: standard output belongs to the command being prepared.
    { stdio: ['ignore', 2, 2] },
  );
  if (code !== 0) throw new Failure('npm ci failed: see above.');
}
