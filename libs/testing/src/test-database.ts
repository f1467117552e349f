import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** Environment variables with which the global set-up passes server, template and folder to the test processes. */
export const TEST_SERVER = 'TEST_DATABASE_SERVER';
export const TEST_TEMPLATE = 'TEST_DATABASE_TEMPLATE';
export const TEST_FOLDER = 'TEST_FOLDER';

/** A database of one test suite. */
export interface TestDatabase {
  url: string;
  /** Removes it, ending the connections that are still open. Calling it again does nothing. */
  drop(): Promise<void>;
}

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Runs the work on a new connection. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // The work's query reports it.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The folder for the files of the service with this database. It is below the folder of the run, and removed after it. It may not
 * exist yet.
 *
 * @throws Error outside of a test run whose global set-up has prepared the folder of the run
 */
export function testFolder(databaseUrl: string): string {
  const folder = process.env[TEST_FOLDER];
  if (!folder) throw new Error(`${TEST_FOLDER} is not set: tests with a service live under test/.`);
  return join(folder, 'data', new URL(databaseUrl).pathname);
}

/**
 * A new folder for the files of a database server, which every account may traverse. It is in the folder of the run, which may be in memory;
 * outside of a run, it is a temporary one. The caller removes it.
 */
export function newFolder(prefix: string): string {
  const run = process.env[TEST_FOLDER];
  const folder = run ? mkdtempSync(join(run, prefix)) : mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * A new database, cloned from the template. It has the migrated schema, the owner of the template and no rows. If it is not dropped, it is
 * removed at the end of the run.
 *
 * @throws Error outside of a test run whose global set-up has prepared the template
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[TEST_SERVER];
  const template = process.env[TEST_TEMPLATE];
  if (!server || !template) {
    throw new Error(
      `${TEST_SERVER} and ${TEST_TEMPLATE} are not set: tests with a database live under test/.`,
    );
  }
  // The names of all databases of this run begin with the template's, so that the tear-down finds them.
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await withConnection(server, async (client) => {
    // FILE_COPY needs two checkpoints, which are cheap with fsync off.
    const { rows } = await client.query<{ owner: string; strategy: string }>(
      `SELECT quote_ident(pg_get_userbyid(datdba)) AS owner,
         CASE current_setting('fsync') WHEN 'off' THEN 'FILE_COPY' ELSE 'WAL_LOG' END AS strategy
       FROM pg_database WHERE datname = $1`,
      [template],
    );
    const [{ owner, strategy }] = rows;
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${owner} STRATEGY ${strategy}`);
  });
  return {
    url: databaseUrl(server, name),
    drop: () =>
      withConnection(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}
