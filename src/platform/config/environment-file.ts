import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/**
 * The variables of the environment, and those of a file, if it exists, that the environment does not have. Unlike
 * `process.loadEnvFile` it does not add them to the environment, from which new processes would inherit them instead of reading the
 * file themselves.
 */
export function environmentWith(file: string): NodeJS.ProcessEnv {
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...written, ...process.env };
}
