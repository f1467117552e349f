import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runTypescript } from '#libs/testing';
import type { Serving } from './serve-process';
import { testEnvironment } from './start-test-app';

const ROOT = join(__dirname, '..', '..');

/** A process of the service, beside that of the tests. */
export interface RunningProcess {
  readonly pid: number;
  /** Its output so far, on stdout and stderr. */
  readonly output: () => string;
  /** Sends the signal and waits for the end; does nothing to an ended process. Returns its exit code, null after a signal. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A server in its own process. */
export interface ServerProcess extends RunningProcess {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** The address of the metrics; absent unless `METRICS_PORT` is set. */
  readonly metrics?: string;
}

/**
 * Starts the service on a database, in its own process and on its own port, and resolves when it serves. Its
 * settings are those of {@link testEnvironment}, so several share their secrets. It uses the real clock, and ends
 * with the tests at the latest; a test that starts one ends it: `await server.kill()`.
 *
 * @param environment settings that replace those of the tests
 * @throws Error with the output of the process when it ends instead of serving
 */
export async function startServerProcess(
  databaseUrl: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const { child, running } = forkProcess('serve-process.ts', {
    ...testEnvironment(databaseUrl),
    ...environment,
  });
  const serving = once(child, 'message').then(([message]) => message as Serving);
  return { ...running, ...(await orEnd(serving, child, running)) };
}

/** Runs a script of this folder, with exactly these variables and those that find programs. */
export function forkProcess(
  script: string,
  environment: NodeJS.ProcessEnv,
  parameters: readonly string[] = [],
): { child: ChildProcess; running: RunningProcess } {
  const { PATH, HOME } = process.env;
  const child = fork(join(__dirname, script), parameters, {
    cwd: ROOT,
    env: { PATH, HOME, PORT: '0', ...environment },
    silent: true,
    execArgv: runTypescript(),
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const running = {
    pid: child.pid as number,
    output: () => written,
    kill: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
  return { child, running };
}

/** The promise, or an error with the process's last output when it ends first. */
export function orEnd<T>(promise: Promise<T>, child: ChildProcess, { output }: RunningProcess): Promise<T> {
  const end = once(child, 'close').then(([code]): never => {
    throw new Error(`The process ended (${String(code)}):\n${output()}`);
  });
  return Promise.race([promise, end]);
}
