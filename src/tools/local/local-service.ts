import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { type Config, readConfig, ServiceEnv } from '#platform/config';
import { serverRoleOf } from '#platform/database';
import { PROJECT } from '#platform/operations';
import { keptSecrets } from './kept-secrets';
import { migrateDatabase, withMaintenance } from './migrate-database';
import { makeServerRole, serverUrl } from './server-role';

/** A configuration whose database runs and has the current schema, unless that was not asked for. */
export interface LocalService {
  config: Config;
  /** Lets go of the embedded database, if that is the one; it stops when nobody else uses it. */
  stop(): Promise<void>;
}

/**
 * Completes what the environment leaves open, as `npm start` and the `fanclub` command promise: without `DATABASE_URL` a
 * PostgreSQL is started under `DATA_DIR` (or the running one is used), missing secrets are made and kept there. Then the
 * database is migrated, unless that is not wanted: then it need not even be there.
 *
 * @param environment the variables of the process; not changed
 * @param tell is given a sentence about what takes time
 * @throws InvalidConfig, DatabaseUnreachable, NoPostgresFound, PostgresFailed; nothing is left running then
 */
export async function openLocalService(
  environment: NodeJS.ProcessEnv,
  tell: (line: string) => void,
  { migrates = true } = {},
): Promise<LocalService> {
  const dataDir = resolve(PROJECT, environment.DATA_DIR?.trim() || new ServiceEnv().DATA_DIR);
  makeDataDir(dataDir);
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  // Faults are found before anything is started: the address of the database is the one thing still missing.
  const complete = (addresses: NodeJS.ProcessEnv) =>
    readConfig({ ...keptSecrets(dataDir), ...given, ...addresses, DATA_DIR: dataDir });
  complete({ DATABASE_URL: given.DATABASE_URL ?? 'postgres://127.0.0.1/not-yet-known' });

  const embedded = given.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), mode: 'keep', log: tell });
  const stop = async (): Promise<void> => embedded?.stop();
  try {
    const config = complete(
      embedded ? { DATABASE_URL: serverUrl(embedded.url), DATABASE_OWNER_URL: embedded.url } : {},
    );
    const { url, ownerUrl } = config.database;
    if (embedded && migrates) await withMaintenance(ownerUrl, (db) => makeServerRole(db, url));
    if (migrates) await migrateDatabase(ownerUrl, serverRoleOf(url, ownerUrl));
    return { config, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function makeDataDir(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  // Others may pass, as the account of the embedded database must, but not look around.
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o711 });
}
