import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ROOT, say } from './project.mjs';

const OLDEST_NODE = [20, 19];

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Failure(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
}

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
  requireNode();
  if (isInstalled()) return;
  say('Installing packages (npm ci) …');
  const code = await npm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0) throw new Failure('npm ci failed: see above.');
}

function npm(parameters) {
  const cli = process.env.npm_execpath;
  const [program, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...parameters], {
      cwd: ROOT,
      stdio: ['ignore', 2, 2], // What npm tells is for people: standard output belongs to the command being prepared.
      shell: program === 'npm' && process.platform === 'win32',
    });
    child.on('error', (error) => reject(new Failure(`npm could not be started: ${error.message}`)));
    child.on('close', resolve);
  });
}
