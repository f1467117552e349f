import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { whileLocked } from './lock.mjs';
import { INSTALL, npm, whyNotInstalled } from './npm.mjs';
import { Failure, ROOT, hasSources, say } from './project.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * True when all packages of package-lock.json are installed in the locked version, with their programs. npm writes its record of installed
 * packages at the end, so an interrupted installation, or one without development packages, does not count. The files are looked at too,
 * since an installation that another one interrupted has a record of missing files, and one on a full disk has empty files.
 */
export function isInstalled(root = ROOT) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, bin, optional, devOptional }]) =>
      path === '' ||
      (installed[path]
        ? installed[path].version === version && hasFiles(join(root, path), bin)
        : (optional ?? devOptional ?? false)),
  );
}

const hasFiles = (folder, programs = {}) =>
  ['package.json', ...Object.values(programs)].every(
    (file) => statSync(join(folder, file), { throwIfNoEntry: false })?.size > 0,
  );

/**
 * Installs the packages of package-lock.json, development packages included, unless they are installed or there are no sources. Waits for
 * another process that does so.
 */
export async function ensureInstalled() {
  if (!hasSources() || isInstalled()) return;
  await whileLocked(ROOT, async () => {
    if (isInstalled()) return;
    say('Installing packages (npm ci) …');
    const { code, output } = await npm(INSTALL, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (code !== 0 || !isInstalled()) throw new Failure(whyNotInstalled(output, ROOT));
  });
}
