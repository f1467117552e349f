import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account';

/** How a command ended. */
export interface Outcome {
  /** Exit code; null if a signal ended the command or it could not be started. */
  code: number | null;
  /** Standard output and standard error together, or the reason why it could not be started. */
  output: string;
}

/**
 * Runs a program to its end, as another account if one is given. Never throws: if the program is missing or not executable,
 * the code is null.
 */
export function run(
  program: string,
  parameters: readonly string[],
  account: Account | null,
): Promise<Outcome> {
  return new Promise((resolve) => {
    // The working directory of this process may be closed to the account, and a child inherits it.
    const child = spawn(program, parameters, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...account });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output: output.trim() }));
  });
}

/** Milliseconds of a monotonic clock, for deadlines. */
export const monotonic = (): number => performance.now();

/** Calls `ask` every `everyMs` until it returns a value; undefined after `forMs` milliseconds without one. */
export async function poll<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  forMs: number,
  everyMs = 10,
): Promise<T | undefined> {
  const deadline = monotonic() + forMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || monotonic() >= deadline) return answer;
    await sleep(everyMs);
  }
}
