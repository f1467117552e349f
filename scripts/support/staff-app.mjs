// The app for staff, which has packages of its own; see staff-app/README.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { fingerprint } from './build.mjs';
import { isInstalled } from './install.mjs';
import { startNpm } from './npm.mjs';
import { Failure, ROOT } from './project.mjs';

const APP = join(ROOT, 'staff-app');
const SOURCES = ['src', 'index.html', 'vite.config.ts', 'package-lock.json'];
const STAMP = join(APP, 'dist', '.sources');
const INSTALL = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/** False where only the built app was deployed. */
export const hasStaffAppSources = () => existsSync(join(APP, 'src'));

/** True when the app was built from its current sources. */
export const isStaffAppBuilt = () =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint(APP, SOURCES);

/**
 * Installs the packages of the app and builds it, unless it is built.
 *
 * @param signal ends it early
 * @param niceness of its processes: 0 is usual, 10 leaves the processor to others
 * @throws Failure with the end of what failed
 */
export async function buildStaffApp({ signal, niceness = 0 } = {}) {
  if (isStaffAppBuilt()) return;
  const sources = fingerprint(APP, SOURCES);
  const options = { cwd: APP, signal, stdio: ['ignore', 'pipe', 'pipe'] };
  if (!isInstalled(APP)) await ends(startNpm(INSTALL, options), niceness, 'npm ci in staff-app');
  const vite = join(APP, 'node_modules', 'vite', 'bin', 'vite.js');
  await ends(spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], options), niceness, 'vite build');
  writeFileSync(STAMP, sources);
}

/** Waits for the end of a process. @throws Failure with its last lines unless it succeeds */
async function ends(child, niceness, name) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`${name}: ${error.message}`)));
    child.on('spawn', () => setPriority(child.pid, niceness));
    child.on('close', resolve);
  });
  if (code !== 0) throw new Failure(`${name} failed: ${output.trim().split('\n').slice(-10).join('\n')}`);
}
