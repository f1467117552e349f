import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, independent of the working directory. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Prints a message to standard error. Standard output is for the results of commands. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** False in an installation that has only the built service, such as the container image. Nothing is installed or built there. */
export const hasSources = () => existsSync(join(ROOT, 'src'));

/** The path of an installed package's script. */
export const tool = (...path) => join(ROOT, 'node_modules', ...path);

/**
 * Runs a Node script on this terminal, by default in the project's folder. Passes SIGINT and SIGTERM on, and waits for its end. Resolves with
 * its exit code; like a shell with 128 + n if a signal ended it.
 *
 * @param onOutput receives the chunks of standard output and standard error instead of the terminal
 * @param flags of Node
 */
export function runNode(
  script,
  parameters,
  { cwd = ROOT, env = {}, stdout = 'inherit', onOutput, flags = [] } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, script, ...parameters], {
      cwd,
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

/** Reads `.env` if it exists. Variables of the environment take precedence. */
export function loadEnvironmentFile() {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** A failure that is printed without its stack. The same applies to errors of the service with `isPlain`. */
export class Failure extends Error {
  name = 'Failure';
  isPlain = true;
}

/** The line about a full disk in an error of this process, or of one whose output the error contains. */
function diskFull(error) {
  if (error?.isPlain && !error.message.includes('\n')) return undefined;
  return error?.message?.split('\n').find((line) => /ENOSPC|no space left on device/i.test(line));
}

/** Runs a script's work. Its result is the exit code; an error is printed, with exit code 1. */
export async function main(work) {
  try {
    const code = await work();
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    const full = diskFull(error);
    if (full) say(`No space is left on the disk: ${full.trim()}. Free 1 GB, and start again.`);
    else say(error?.isPlain ? error.message : (error?.stack ?? String(error)));
    process.exitCode = 1;
  }
}
