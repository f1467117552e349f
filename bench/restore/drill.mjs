// The drill: a database under load is dumped and restored, and then lost by a mistake and recovered to the moment before it.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { firstFans } from '../cookies.mjs';
import { seed } from '../seed/seed.mjs';
import { ask, settings, startServer } from '../servers.mjs';
import {
  configure,
  createCluster,
  makeFolder,
  program,
  query,
  recoverOnStart,
  startCluster,
} from './clusters.mjs';
import { startWriter } from './writer.mjs';

/** Sessions that are looked at before and after. */
const SESSIONS = 200;
/** The fan club of the sessions, and its key. */
const CLUB = 1;

/** Creates the roles that docs/operations/database.md describes, and the database. */
const PREPARE = `CREATE ROLE fanclub_owner LOGIN; CREATE ROLE fanclub_server LOGIN`;

/** @returns `steps`, pairs of name and figure, and `faults`, which is empty if nothing was lost */
export async function drill(size, log) {
  const { Passwords } = await import('#libs/password');
  const { migrateDatabase } = await import('../../dist/src/tools/local/index.js');
  const root = mkdtempSync(join(tmpdir(), 'fanclub-drill-'));
  chmodSync(root, 0o755);
  const within = (name) => join(root, name);
  const secrets = { sessionKey: randomBytes(32).toString('base64'), folder: root };
  const [steps, faults, running] = [[], [], new Set()];
  const timed = async (name, work) => {
    log(name);
    const since = performance.now();
    const result = await work();
    steps.push([name, `${((performance.now() - since) / 1000).toFixed(1)} s`]);
    return result;
  };
  const kept = (thing) => {
    running.add(thing);
    return thing;
  };
  const stop = async (thing) => {
    running.delete(thing);
    await thing.stop();
  };
  const migrate = (cluster) => migrateDatabase(cluster.url('fanclub_owner'), 'fanclub_server');
  const serve = async (cluster) => {
    const path = `/api/v1/fanclub?key=${await keyOf(cluster)}`;
    const environment = settings(cluster.url('fanclub_server'), secrets);
    return kept(await startServer('service', environment, { firstPath: path, where: 'all' }));
  };

  try {
    const archive = makeFolder(within('archive'));
    await createCluster(within('first'));
    configure(within('first'), [
      'archive_mode = on',
      `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    ]);
    const first = kept(await startCluster(within('first')));
    await prepare(first);
    await timed(`Fill a database with ${size.customers} customers`, async () => {
      await migrate(first);
      await seed(first.url('postgres'), size, await new Passwords().hash('drill', 'drill'));
    });
    steps.push([
      'Its size',
      `${(await query(first.url('postgres'), 'SELECT pg_database_size(current_database()) / 1048576 AS mb'))[0].mb} MB`,
    ]);
    const fans = await firstFans(secrets.sessionKey, size, SESSIONS);
    const cookies = fans.map(({ cookie }) => cookie);
    const server = await serve(first);
    const key = await keyOf(first);
    await count('before', server, key, cookies, steps, faults);

    // A dump, while customers write.
    let writer = startWriter(server.port, key);
    const dump = join(makeFolder(within('dumps')), 'fanclub.dump');
    const expected = await timed('pg_dump, under writes', () =>
      dumpWithSums(first.url('fanclub_owner'), dump),
    );
    await writer.stop();

    const restored = await timed('Restore the dump in a new cluster, until the service answers', async () => {
      await createCluster(within('second'));
      const second = kept(await startCluster(within('second')));
      await prepare(second);
      const jobs = ['--jobs=2', '--exit-on-error', '--dbname', second.url('fanclub_owner')];
      await program('pg_restore', [...jobs, dump]);
      await migrate(second);
      return { second, server: await serve(second) };
    });
    const different = await differences(restored.second.url('fanclub_owner'), expected);
    if (different.length > 0) faults.push(`these tables differ from the dump: ${different.join(', ')}`);
    steps.push([
      'Tables that differ from the database at the time of the dump',
      `${different.length} of ${expected.size}`,
    ]);
    await count('after the restore of the dump', restored.server, key, cookies, steps, faults);
    await stop(restored.server);
    await stop(restored.second);

    // A base backup, more writes, and then a mistake.
    writer = startWriter(server.port, key);
    makeFolder(within('third'));
    await timed('pg_basebackup, under writes', () =>
      program('pg_basebackup', [
        '-D',
        within('third'),
        '-d',
        first.url('postgres', 'postgres'),
        '--checkpoint=fast',
      ]),
    );
    await sleep(2_000);
    await writer.stop();
    const [{ at, customers }] = await query(
      first.url('postgres'),
      `SELECT clock_timestamp()::text AS at, (SELECT count(*) FROM customers)::integer AS customers`,
    );
    await sleep(1_000);
    await query(
      first.url('postgres'),
      `SET session_replication_role = replica; DELETE FROM customers; DELETE FROM sessions; DELETE FROM contacts; SELECT pg_switch_wal()`,
    );
    await stop(server);
    await stop(first);

    const recovered = await timed(
      'Recover to the moment before a mistake, until the service answers',
      async () => {
        configure(within('third'), [
          `restore_command = 'cp ${archive}/%f %p'`,
          `recovery_target_time = '${at}'`,
          `recovery_target_action = promote`,
          `archive_mode = off`,
        ]);
        recoverOnStart(within('third'));
        const third = kept(await startCluster(within('third')));
        return { third, server: await serve(third) };
      },
    );
    const [found] = await query(
      recovered.third.url('postgres'),
      `SELECT (SELECT count(*) FROM customers)::integer AS customers, (SELECT array_agg(email) FROM contacts) AS contacts`,
    );
    if (found.customers !== customers) faults.push(`${customers - found.customers} customers are missing`);
    const there = new Set(found.contacts);
    const lost = writer.acknowledged.filter((email) => !there.has(email));
    if (lost.length > 0) faults.push(`${lost.length} acknowledged writes are missing`);
    steps.push(['Acknowledged writes that are missing', `${lost.length} of ${writer.acknowledged.length}`]);
    await count('after the recovery', recovered.server, key, cookies, steps, faults);
    return { steps, faults };
  } finally {
    for (const thing of [...running].reverse()) await thing.stop().catch(() => undefined);
    rmSync(root, { recursive: true, force: true });
  }
}

async function prepare(cluster) {
  await query(cluster.url('postgres', 'postgres'), PREPARE);
  await query(cluster.url('postgres', 'postgres'), 'CREATE DATABASE fanclub OWNER fanclub_owner');
}

const keyOf = async (cluster) =>
  (await query(cluster.url('postgres'), `SELECT key FROM fanclub_keys WHERE fanclub_id = ${CLUB} LIMIT 1`))[0]
    .key;

/** Counts the cookies that are still logged in, one after the other, because the machine is busy enough. */
async function count(when, { port }, key, cookies, steps, faults) {
  let alive = 0;
  for (const cookie of cookies) {
    const { body } = await ask(port, { path: `/api/v1/account?key=${key}`, headers: { cookie } });
    if (/"customer":\{/.test(body)) alive += 1;
  }
  steps.push([`Sessions alive ${when}`, `${alive} of ${cookies.length}`]);
  if (alive < cookies.length) faults.push(`${cookies.length - alive} sessions ended: ${when}`);
}

/** Dumps the database as of one snapshot, and returns the sums of its tables as of the same. */
async function dumpWithSums(url, file) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query('SELECT pg_export_snapshot() AS snapshot');
    await program('pg_dump', ['--format=custom', `--snapshot=${rows[0].snapshot}`, `--file=${file}`, url]);
    return await sumsOf(client);
  } finally {
    await client.end();
  }
}

async function differences(url, expected) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await sumsOf(client);
    return [...expected].filter(([table, sum]) => found.get(table) !== sum).map(([table]) => table);
  } finally {
    await client.end();
  }
}

/** A sum of the contents of every table, whatever the order of its rows. */
async function sumsOf(client) {
  const { rows } = await client.query(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  );
  const sums = new Map();
  for (const { name } of rows) {
    const sum = `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS sum FROM ${name} t`;
    sums.set(name, (await client.query(sum)).rows[0].sum);
  }
  return sums;
}
