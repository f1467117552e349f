import { startTestServer } from '#libs/testing';
import { TEST_OWNER, TEST_ROLE } from './database-roles';
import { migrateWithRoles } from './migrate-with-roles';

/** The keeper's message to its parent process: the server for databases and the folder for files, or the reason of a failure. */
export type KeeperMessage = { server: string; template: string; folder: string } | { failure: string };

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
      migrate: (url) => migrateWithRoles(url, TEST_OWNER, TEST_ROLE),
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
