// The bench's PostgreSQL and its databases.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Failure } from '../scripts/support/project.mjs';
import { PASSWORD } from './login.mjs';
import { seed } from './seed/seed.mjs';

/**
 * Starts the embedded PostgreSQL in a new folder, runs the work, and removes everything. Its settings are those of tests: it does not
 * wait for the disk, so that writes show the cost of the servers.
 */
export async function onStage(log, work) {
  const { startEmbeddedPostgres } = await import('#libs/embedded-postgres');
  const { Passwords } = await import('#libs/password');
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-bench-'));
  chmodSync(folder, 0o755); // The database's account must be able to traverse it.
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), mode: 'test', log });
  try {
    const stage = {
      folder,
      url: postgres.url,
      sessionKey: randomBytes(32).toString('base64'),
      passwordHash: await new Passwords().hash(PASSWORD, 'bench'),
      postgresVersion: await ask(postgres.url, 'SHOW server_version'),
    };
    return await Promise.race([work(stage), interruption()]);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fails on SIGINT or SIGTERM, so that an interrupted bench cleans up as well. */
function interruption() {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => reject(new Failure('Interrupted.')));
  });
}

/** Creates a migrated database with the rows of a size, and returns its URL. */
export async function makeDatabase(stage, name, size) {
  const { migrateDatabase } = await import('../dist/src/tools/local/index.js');
  await ask(stage.url, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(stage.url), { pathname: `/${name}` }).href;
  await migrateDatabase(url);
  await seed(url, size, stage.passwordHash);
  return url;
}

/** The postmaster, which starts a process for each connection. */
export const postmasterOf = ({ url }) =>
  ask(url, `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)`);

/** Runs a statement on a new connection and returns the first value, if there is one. */
export async function ask(url, text, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(text, values);
    return rows[0] ? Object.values(rows[0])[0] : null;
  } finally {
    await client.end();
  }
}
