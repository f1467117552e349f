// The app for staff, which has its own packages; see staff-app/README.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { fingerprint } from './build.mjs';
import { isInstalled } from './install.mjs';
import { whileLocked } from './lock.mjs';
import { INSTALL, startNpm, whyNotInstalled } from './npm.mjs';
import { Failure, ROOT } from './project.mjs';

const APP = join(ROOT, 'staff-app');
const SOURCES = [
  'src',
  'index.html',
  'preview.html',
  'vite.config.ts',
  'package-lock.json',
  // The widgets that previews show.
  '../clients/javascript/embed',
  '../clients/javascript/src',
];
const STAMP = join(APP, 'dist', '.sources');

/** False where only the built app was deployed. */
export const hasStaffAppSources = () => existsSync(join(APP, 'src'));

/** True when the app was built from its current sources. */
export const isStaffAppBuilt = () =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint(APP, SOURCES);

/**
 * Installs the packages of the app and builds it, unless it is built. Waits for another process that does so.
 *
 * @param signal ends it early
 * @param niceness of its processes: 0 is usual, 10 leaves the processor to others
 * @throws Failure with the end of what failed
 */
export async function buildStaffApp({ signal, niceness = 0 } = {}) {
  if (isStaffAppBuilt()) return;
  await whileLocked(APP, () => installAndBuild(signal, niceness), { signal });
}

async function installAndBuild(signal, niceness) {
  if (isStaffAppBuilt()) return;
  const sources = fingerprint(APP, SOURCES);
  const options = { cwd: APP, signal, stdio: ['ignore', 'pipe', 'pipe'] };
  if (!isInstalled(APP)) {
    const complain = (output) => whyNotInstalled(output, APP);
    const output = await ends(startNpm(INSTALL, options), niceness, complain);
    if (!isInstalled(APP)) throw new Failure(complain(output));
  }
  const vite = join(APP, 'node_modules', 'vite', 'bin', 'vite.js');
  await ends(
    spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], options),
    niceness,
    (output) => `vite build failed: ${output.trim().split('\n').slice(-10).join('\n')}`,
  );
  writeFileSync(STAMP, sources);
}

/** Waits for the end of a process, and returns its output. @throws Failure with what `complain` makes of its output unless it succeeds */
async function ends(child, niceness, complain) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    // `close` follows, also for a process that the signal ends: until then it may write files.
    child.on('error', (error) => (output ||= error.message));
    child.on('spawn', () => setPriority(child.pid, niceness));
    child.on('close', resolve);
  });
  if (code !== 0) throw new Failure(complain(output));
  return output;
}
