import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { type Config, isLoopback, readConfig, ServiceEnv } from '#platform/config';
import {
  serverRoleOf,
  DatabaseUnreachable,
  dataSourceOptions,
  MAINTENANCE,
  migrate,
} from '#platform/database';
import { dataDirOf } from './running-service';
import { keptSecrets } from './kept-secrets';
import { makeServerRole, serverUrl } from './server-role';
import { DataSource, type DataSourceOptions } from 'typeorm';

/**
 * The configuration, and a way to release the database. Without `DATABASE_URL` the embedded database is running. The database is
 * migrated, unless `migrates` is false. With `migrates` false an external database is not contacted.
 */
export interface LocalService {
  config: Config;
  /** Releases the embedded database, which stops when no other process uses it. Does nothing with an external database. */
  stop(): Promise<void>;
}

/** What {@link openLocalService} does to the database. */
export interface OpenOptions {
  /** Whether it brings the database to the schema of this version. Default: true. */
  migrates?: boolean;
  /** Whether it creates the role in `DATABASE_URL` first, if it does not exist. The embedded database always gets it. Default: false. */
  createsRole?: boolean;
  /**
   * Whether the demo bank is on, as in `npm start`, unless PAYMENTS_DEMO says otherwise: if only this machine reaches the service, and
   * PUBLIC_URL is not https. Default: false.
   */
  hasDemoBank?: boolean;
}

/**
 * Completes the environment for `npm start` and the `fanclub` command. Without `DATABASE_URL` it starts, or joins, a PostgreSQL
 * under `DATA_DIR`. Missing secrets are created and kept there. If nothing is missing, it writes no file. Then it migrates the database, unless `migrates` is false.
 *
 * @param log gets messages about steps that take long
 * @throws InvalidConfig, DatabaseUnreachable, NoPostgresFound, PostgresFailed; if it throws, it leaves nothing running
 */
export async function openLocalService(
  environment: NodeJS.ProcessEnv,
  log: (line: string) => void,
  { migrates = true, createsRole = false, hasDemoBank = false }: OpenOptions = {},
): Promise<LocalService> {
  const dataDir = dataDirOf(environment);
  const given: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  );
  const isHere =
    isLoopback(given.HOST?.trim() ?? new ServiceEnv().HOST) && !given.PUBLIC_URL?.startsWith('https:');
  if (hasDemoBank) given.PAYMENTS_DEMO ??= String(isHere);
  const { DATABASE_URL, SESSION_KEYS, ENCRYPTION_KEYS } = given;
  // If all of them are given, nothing is written: the file system may be read-only, and the secrets may be kept elsewhere.
  const needsDataDir = !DATABASE_URL || !SESSION_KEYS || !ENCRYPTION_KEYS;
  if (needsDataDir) makeDataDir(dataDir);
  const kept = needsDataDir ? keptSecrets(dataDir) : {};
  // Validates the configuration before anything is started. Only the address of the database is not known yet.
  const complete = (addresses: NodeJS.ProcessEnv) =>
    readConfig({ ...kept, ...given, ...addresses, DATA_DIR: dataDir });
  complete({ DATABASE_URL: given.DATABASE_URL ?? 'postgres://127.0.0.1/not-yet-known' });

  const embedded = given.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), mode: 'keep', log });
  const stop = async (): Promise<void> => embedded?.stop();
  try {
    const config = complete(
      embedded ? { DATABASE_URL: serverUrl(embedded.url), DATABASE_OWNER_URL: embedded.url } : {},
    );
    const { url, ownerUrl } = config.database;
    const makesRole = createsRole && serverRoleOf(url, ownerUrl) !== null;
    if (migrates && (embedded || makesRole)) await withMaintenance(ownerUrl, (db) => makeServerRole(db, url));
    if (migrates) await migrateDatabase(ownerUrl, serverRoleOf(url, ownerUrl));
    return { config, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function makeDataDir(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  // Other users cannot list the folder, but can open paths below it. The account of the embedded database needs this.
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o711 });
}

/** Runs `work` with a data source that has the limits of maintenance and the given entities. @throws DatabaseUnreachable */
export async function withMaintenance<T>(
  url: string,
  work: (db: DataSource) => Promise<T>,
  entities: DataSourceOptions['entities'] = [],
): Promise<T> {
  const options = { ...dataSourceOptions(url, MAINTENANCE), entities };
  const db = await new DataSource(options).initialize().catch((error: unknown) => {
    throw new DatabaseUnreachable(error);
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Brings the database to this version's schema. Returns the names of the migrations that ran.
 * @param serverRole the role of the servers; null if they use the owner's
 */
export function migrateDatabase(url: string, serverRole: string | null): Promise<string[]> {
  return withMaintenance(url, (db) => migrate(db, serverRole));
}
