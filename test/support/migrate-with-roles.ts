import { makeServerRole, serverUrl } from '../../src/tools/local/server-role';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { migrate } from '../../src/platform/database/migrate';
import { openDataSource } from './data-source';

/**
 * Creates the two roles of docs/operations/database.md, gives the empty database to the one, which is no superuser, and migrates
 * it as this owner.
 *
 * @param url the superuser's
 */
export async function migrateWithRoles(url: string, owner: string, server: string): Promise<void> {
  const superuser = await openDataSource(url);
  try {
    for (const role of [owner, server]) await makeServerRole(superuser, serverUrl(url, role));
    await superuser.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${owner}`);
  } finally {
    await superuser.destroy();
  }
  const dataSource = await openDataSource(serverUrl(url, owner), MAINTENANCE);
  try {
    await migrate(dataSource, server);
  } finally {
    await dataSource.destroy();
  }
}
