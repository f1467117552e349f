import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAlive } from '#libs/embedded-postgres';
import { ServiceEnv } from '#platform/config';
import { PROJECT } from '#platform/operations';

/** The file in DATA_DIR with the process of a running `npm start`, and the port at which it listens. */
const FILE = 'running.json';

interface Running {
  readonly pid: number;
  readonly port: number;
}

/**
 * Notes where this process listens, so that commands speak of the same address. Does nothing without the folder.
 *
 * @returns removes the note
 */
export function noteRunning(dataDir: string, port: number): () => void {
  const file = join(dataDir, FILE);
  try {
    if (existsSync(dataDir))
      writeFileSync(file, JSON.stringify({ pid: process.pid, port } satisfies Running));
  } catch {
    // A file system may be read-only; then commands need PORT.
  }
  return () => {
    if (read(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/**
 * The variables of a command. If neither PORT nor PUBLIC_URL is set, PORT is that of the `npm start` that runs with the same folder, so
 * that the command prints its address.
 */
export function withRunningPort(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (environment.PORT?.trim() || environment.PUBLIC_URL?.trim()) return environment;
  const running = read(join(dataDirOf(environment), FILE));
  return running && isAlive(running.pid) ? { ...environment, PORT: String(running.port) } : environment;
}

/** Null also for a note that is not whole, as another process may be writing it. */
function read(file: string): Running | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Running;
  } catch {
    return null;
  }
}

/** The folder of `DATA_DIR`, which is relative to the project. */
export const dataDirOf = (environment: NodeJS.ProcessEnv): string =>
  resolve(PROJECT, environment.DATA_DIR?.trim() || new ServiceEnv().DATA_DIR);
