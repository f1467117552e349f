import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { Failure, ROOT, hasSources, say } from './project.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * True when all packages of package-lock.json are installed in the locked version. npm writes its record of installed packages at
 * the end, so an interrupted installation, or one without development packages, does not count.
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

/** Installs the packages of package-lock.json, development packages included, unless they are installed or there are no sources. */
export async function ensureInstalled() {
  if (!hasSources() || isInstalled()) return;
  say('Installing packages (npm ci) …');
  const { code } = await npm(
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    // npm's messages go to standard error; standard output belongs to the command that runs next.
    { stdio: ['ignore', 2, 2] },
  );
  if (code !== 0) throw new Failure('npm ci failed, see above.');
}
