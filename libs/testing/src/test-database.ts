import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';

/** Environment variables through which the global set-up tells the test processes what it has prepared. */
export const TEST_SERVER = 'TEST_DATABASE_SERVER';
export const TEST_TEMPLATE = 'TEST_DATABASE_TEMPLATE';
export const TEST_FOLDER = 'TEST_FOLDER';

/** A database of one test suite. */
export interface TestDatabase {
  url: string;
  /** Removes it, ending the connections that are still open. Removing it twice is no error. */
  drop(): Promise<void>;
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Runs the work on a connection of its own. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A folder for the files of a database's service, below the folder of this run, which removes it at the end. It need not exist.
 *
 * @throws Error outside of a test run whose global set-up has prepared the folder of the run
 */
export function testFolder(databaseUrl: string): string {
  const folder = process.env[TEST_FOLDER];
  if (!folder) throw new Error(`${TEST_FOLDER} is not set: tests with a service live under test/.`);
  return join(folder, 'data', new URL(databaseUrl).pathname);
}

/**
 * A new database with the migrated schema and no rows: a clone of the template, made in milliseconds. What is not dropped
 * is removed at the end of the run.
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
  // The template's name begins what belongs to this run, so that the tear-down finds it.
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await withConnection(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: databaseUrl(server, name),
    drop: () =>
      withConnection(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}
