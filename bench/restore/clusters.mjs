// PostgreSQL clusters of the drill, made by the programs of an installed PostgreSQL.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../scripts/support/free-port.mjs';
import { Failure } from '../../scripts/support/project.mjs';

const START_WITHIN_MS = 600_000;

/** The account "nobody": PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const account = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const folderOf = () =>
  process.env.PG_BIN ?? execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();

/** Runs a program of PostgreSQL to its end. */
export async function program(name, parameters, env = {}) {
  const options = { ...account, cwd: '/', env: { PATH: process.env.PATH, ...env }, maxBuffer: 1 << 28 };
  await promisify(execFile)(join(folderOf(), name), parameters, options).catch(({ stderr, message }) => {
    throw new Failure(`${name} failed: ${stderr || message}`);
  });
}

/** Makes a folder that the account of PostgreSQL can write. */
export function makeFolder(path) {
  mkdirSync(path, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
  return path;
}

/** Creates an empty cluster with the superuser `postgres`. */
export async function createCluster(folder) {
  makeFolder(folder);
  const how = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--data-checksums'];
  await program('initdb', ['-D', folder, '-U', 'postgres', ...how]);
}

/** Appends lines to the settings of a cluster that does not run. */
export const configure = (folder, lines) =>
  appendFileSync(join(folder, 'postgresql.conf'), `\n${lines.join('\n')}\n`);

/** Lets a cluster recover from its archive when it starts. */
export function recoverOnStart(folder) {
  const signal = join(folder, 'recovery.signal');
  writeFileSync(signal, '');
  if (account.uid !== undefined) chownSync(signal, account.uid, account.gid);
}

/** Starts a cluster, and resolves once it accepts writes. */
export async function startCluster(folder) {
  const port = await freePort();
  const parameters = ['-D', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', ''];
  const child = spawn(join(folderOf(), 'postgres'), parameters, {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => (log = (log + chunk).slice(-2_000)));
  const ended = once(child, 'exit');
  const url = (role, database = 'fanclub') => `postgres://${role}@127.0.0.1:${port}/${database}`;
  for (const since = performance.now(); ; await sleep(20)) {
    const answer = await query(url('postgres', 'postgres'), 'SELECT pg_is_in_recovery() AS recovering').catch(
      () => null,
    );
    if (answer?.[0].recovering === false) break;
    if (child.exitCode !== null || performance.now() - since > START_WITHIN_MS)
      throw new Failure(`PostgreSQL did not start:\n${log}`);
  }
  return {
    url,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** Runs SQL on a new connection, and returns the rows. */
export async function query(connectionString, text) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
