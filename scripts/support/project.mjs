import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder, wherever the script was called from. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Tells people what is being done; standard output stays free for what a command answers. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** The script behind a command of an installed package. */
export const tool = (...path) => join(ROOT, 'node_modules', ...path);

/**
 * Runs a Node script in the project's folder, on this terminal. Resolves with its exit code: that of a shell, 128 + n, when a
 * signal ended it. SIGINT and SIGTERM are passed on, and waited for.
 *
 * @param onOutput is given the chunks of standard output and standard error, instead of this terminal
 */
export function runNode(script, parameters, { env = {}, stdout = 'inherit', onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...parameters], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : ['inherit', stdout, 'inherit'],
    });
    if (onOutput) for (const stream of [child.stdout, child.stderr]) stream.on('data', onOutput);
    const passOn = (signal) => child.kill(signal);
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/** Reads `.env`, if there is one; what the environment says already wins. */
export function loadEnvironmentFile() {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** A failure whose message says all there is to say. Errors of the service with `isPlain` are such failures as well. */
export class Failure extends Error {
  name = 'Failure';
  isPlain = true;
}

/** Runs a script's work: what it returns is the exit code, and a failure is told and becomes exit code 1. */
export async function main(work) {
  try {
    const code = await work();
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    say(error?.isPlain ? error.message : (error?.stack ?? String(error)));
    process.exitCode = 1;
  }
}
