import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { databaseUrl, withConnection } from './test-database';

/** The database server of one test run. */
export interface TestServer {
  /** URL of the database to connect to in order to create and drop others. */
  url: string;
  /** Name of the migrated database that is cloned for each suite. */
  template: string;
  /** The folder of this run. Every account may traverse it, but only this one may list it. */
  folder: string;
  /** Removes every database and file of this run, and stops the server if it was started for the run. */
  stop(): Promise<void>;
}

/** Options of {@link startTestServer}. */
export interface TestServerOptions {
  /** Prefix of the names of folders and databases: lower-case letters and underscores. */
  prefix: string;
  /** A server whose role may create databases. Absent: a server is started, without durability for speed. */
  serverUrl?: string;
  /** Migrates the empty template database to the current schema. */
  migrate(url: string): Promise<void>;
}

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = '/dev/shm';
/** Bytes of memory that must be free for that. The server uses 1 to 2 GB. */
const ROOM = 6 * 2 ** 30;

/**
 * Prepares the server of one test run. The template is migrated once and then refuses connections, so that cloning it never has to
 * wait. If anything fails, everything is removed.
 */
export async function startTestServer({
  prefix,
  serverUrl,
  migrate,
}: TestServerOptions): Promise<TestServer> {
  // A clone of the template has a thousand files, which a disk takes long to create.
  const folder = hasRoomInMemory()
    ? mkdtempSync(join(IN_MEMORY, `${prefix}-`))
    : mkdtempSync(join(tmpdir(), `${prefix}-`));
  chmodSync(folder, 0o711); // The server's account must be able to traverse it.
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const server = await openServer(serverUrl, folder).catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  const template = `${prefix}_${process.pid}_${process.hrtime.bigint().toString(36)}`;
  const stop = async () => {
    await dropDatabases(server.url, template)
      .finally(() => server.stop())
      .finally(removeFolder);
  };
  try {
    await withConnection(server.url, (client) =>
      client.query(`CREATE DATABASE ${template} TEMPLATE template0`),
    );
    await migrate(databaseUrl(server.url, template));
    await withConnection(server.url, (client) =>
      client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, template, folder, stop };
}

/** Whether files in memory are possible, and there is room. `TMPDIR` chooses another place. */
function hasRoomInMemory(): boolean {
  if (process.env.TMPDIR) return false;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    accessSync(IN_MEMORY, constants.W_OK);
    return Math.min(bavail * bsize, freemem()) >= ROOM;
  } catch {
    return false;
  }
}

async function openServer(
  url: string | undefined,
  folder: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (url) return { url, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), mode: 'test' });
}

function dropDatabases(serverUrl: string, template: string): Promise<void> {
  return withConnection(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    );
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}
