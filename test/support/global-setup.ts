import { fork } from 'node:child_process';
import { join } from 'node:path';
import { runTypescript } from '../../libs/testing/src/run-typescript';
import type { KeeperMessage } from './database-keeper';

const ROOT = join(__dirname, '..', '..');

/**
 * Once per run: a PostgreSQL (that of `DATABASE_URL` when it is set) with a migrated template that suites clone through
 * `createTestDatabase()`. It runs in its own process, which outlives a killed run to clean up.
 */
export default async function globalSetup(): Promise<void> {
  const keeper = fork(join(__dirname, 'database-keeper.ts'), {
    cwd: ROOT,
    detached: true, // Ctrl-C ends the tests first, and the databases last.
    execArgv: runTypescript(),
  });
  globalThis.databaseKeeper = keeper;
  const message = await new Promise<KeeperMessage>((resolve) => {
    keeper.once('message', (sent) => resolve(sent as KeeperMessage));
    keeper.once('exit', (code) =>
      resolve({ failure: `The process that keeps the databases ended (${code}).` }),
    );
  });
  if ('failure' in message) throw new Error(`No database for the tests.\n${message.failure}`);
  process.env.TEST_DATABASE_SERVER = message.server;
  process.env.TEST_DATABASE_TEMPLATE = message.template;
  process.env.TEST_FOLDER = message.folder;
}
