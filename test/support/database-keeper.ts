import { startTestServer } from '#libs/testing';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { openDataSource } from './data-source';
import { migrate } from '../../src/platform/database/migrate';
import { makeServerRole, serverUrl } from '../../src/tools/local/server-role';
import { TEST_ROLE } from './database-roles';

/** The keeper's message to its parent process: the server for databases and the folder for files, or the reason of a failure. */
export type KeeperMessage = { server: string; template: string; folder: string } | { failure: string };

async function migrateTemplate(url: string): Promise<void> {
  const dataSource = await openDataSource(url, MAINTENANCE);
  try {
    await makeServerRole(dataSource, serverUrl(url, TEST_ROLE));
    await migrate(dataSource, TEST_ROLE);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Owns the test databases of one run, in its own process. It cleans up when the run ends or is killed, because
 * both close the channel between them.
 */
async function keep(): Promise<void> {
  const letGo = new Promise<void>((resolve) => process.once('disconnect', resolve));
  const send = (message: KeeperMessage) => process.connected && process.send?.(message);
  try {
    const { url, template, folder, stop } = await startTestServer({
      prefix: 'fanclub_test',
      serverUrl: process.env.DATABASE_URL || undefined,
      migrate: migrateTemplate,
    });
    send({ server: url, template, folder });
    await letGo;
    await stop();
  } catch (error) {
    send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    process.exitCode = 1;
    if (process.connected) process.disconnect();
  }
}

void keep();
