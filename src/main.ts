// First, because it keeps the memory of the start small.
import { letYoungGenerationGrow } from './app/young-generation';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { membership } from '#libs/processes';
import { environmentWith, readConfig } from '#platform/config';

/** Loads a part of the service when it is needed: a supervisor does not serve, and a server does not supervise. */
const load = createRequire(__filename);

/** Settings that the environment does not have. */
const FILE = '.env';

/** `npm run serve`: serves in this process, or in several others (PROCESSES). */
async function main(): Promise<void> {
  const member = membership();
  const environment = environmentWith(FILE);
  const config = readConfig(environment);
  if (member === null && config.processes !== null) {
    const { supervise } = load('./app/supervise') as typeof import('./app/supervise');
    process.exit(await supervise(config, config.processes, environment.PWD));
  }
  if (existsSync(FILE)) process.loadEnvFile(FILE);
  const { serve } = load('./app/serve') as typeof import('./app/serve');
  await serve(config, member);
  letYoungGenerationGrow();
}

// The message of an error with `isPlain` is enough for the operator.
main().catch((error: Error) => {
  process.stderr.write(`${'isPlain' in error ? error.message : String(error.stack)}\n`);
  process.exitCode = 1;
  // The channel to the supervisor would keep the process running.
  process.channel?.unref();
});
