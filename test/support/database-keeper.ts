import { startTestServer } from '#libs/testing';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { openDataSource } from './data-source';
import { migrate } from '../../src/platform/database/migrate';
import { makeServerRole, serverUrl } from '../../src/tools/local/server-role';
import { TEST_ROLE } from './database-roles';

/** What the keeper tells the process that started it: either where databases and files go, or why there are no databases. */
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
 * Keeps the test databases of one run, in a process of its own: it cleans up when the run lets go of it, and also when the
 * run is killed, since the channel between them breaks either way.
 */
async function keep(): Promise<void> {
  const letGo = new Promise<void>((resolve) => process.once('disconnect', resolve));
  const tell = (message: KeeperMessage) => process.connected && process.send?.(message);
  try {
    const { url, template, folder, stop } = await startTestServer({
      prefix: 'fanclub_test',
      serverUrl: process.env.DATABASE_URL || undefined,
      migrate: migrateTemplate,
    });
    tell({ server: url, template, folder });
    await letGo;
    await stop();
  } catch (error) {
    tell({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    process.exitCode = 1;
    if (process.connected) process.disconnect();
  }
}

void keep();
