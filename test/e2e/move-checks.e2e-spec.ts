import type { DataSource } from 'typeorm';
import { serverUrl } from '../../src/tools/local/server-role';
import { DEMO_LOGINS } from '../../src/tools/local';
import { fanclub } from '../../src/tools/cli/main';
import { readConfig } from '../../src/platform/config';
import { listenerName } from '../../src/platform/published';
import { openDataSource } from '../support/data-source';
import { TEST_OWNER, TEST_ROLE } from '../support/database-roles';
import { testEnvironment } from '../support/start-test-app';
import { startTwoCells, type TwoCells } from '../support/two-cells';

/*
 * What `fanclub move` checks before it begins. A connection with the name of a server stands for the servers of the other cell.
 */

const [{ key }] = DEMO_LOGINS;
const PATIENCE = 120_000;
const OTHER_KEY = Buffer.alloc(32, 7).toString('base64');

let cells: TwoCells;
let databases: DataSource[];
let environment: NodeJS.ProcessEnv;

async function call(parameters: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(parameters, { ...environment, ...settings }, terminal);
  return { code, out, logged };
}

const check = (settings: NodeJS.ProcessEnv = {}, ...options: string[]) =>
  call(['move', key, '--to', cells.urls[1], '--dry-run', ...options], settings);

/** Runs `work` while a server with these settings is connected to the other database. */
async function withServer<T>(settings: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const name = listenerName(readConfig({ ...environment, ...settings }));
  const server = await openDataSource(`${cells.urls[1]}?application_name=${encodeURIComponent(name)}`);
  try {
    return await work();
  } finally {
    await server.destroy();
  }
}

beforeAll(async () => {
  cells = await startTwoCells();
  databases = await Promise.all(cells.urls.map((url) => openDataSource(url)));
  environment = {
    ...testEnvironment(cells.urls[0]),
    DATABASE_URL: serverUrl(cells.urls[0], TEST_ROLE),
    DATABASE_OWNER_URL: serverUrl(cells.urls[0], TEST_OWNER),
  };
  expect(await call(['demo', 'load'])).toMatchObject({ code: 0 });
}, PATIENCE);

afterAll(async () => {
  for (const database of databases ?? []) await database.destroy();
  await cells?.stop();
}, PATIENCE);

it('finds nothing in two cells with the same keys', async () => {
  const { code, out } = await withServer({}, () => check({}, '--disk-free', '1GB'));
  expect([code, out]).toEqual([0, [expect.stringMatching(/can be moved: \d+ rows, about [\d.]+ [kM]B/)]]);
});

it('needs a server of the other cell, all of which have the same keys', async () => {
  expect((await check()).logged).toEqual([
    'No server of this version uses the other database. Start it, so that it can serve the fan club',
  ]);
  const { ENCRYPTION_KEYS } = environment;
  for (const keys of [OTHER_KEY, `${OTHER_KEY},${ENCRYPTION_KEYS}`, `${ENCRYPTION_KEYS},${OTHER_KEY}`]) {
    const found = await withServer({}, () => withServer({ ENCRYPTION_KEYS: keys }, () => check()));
    expect(found.logged).toEqual([
      expect.stringMatching(/^1 processes of the other cell have other ENCRYPTION_KEYS /),
    ]);
  }
  const { logged } = await withServer({ SESSION_KEYS: OTHER_KEY }, () => check());
  expect(logged).toEqual([expect.stringContaining('have other SESSION_KEYS ')]);
});

it('reports everything at once, with what to do, and changes nothing', async () => {
  const [here, there] = databases;
  const slots = async (): Promise<{ name: string }[]> =>
    there.query(`SELECT slot_name AS name FROM pg_replication_slots`);
  await there.query(
    `SELECT pg_create_physical_replication_slot('spare_' || n) FROM generate_series(1, 16) n`,
  );
  await there.query(`INSERT INTO organizations (name) SELECT 'Taken'`);
  await there.query(`
    INSERT INTO fanclubs (organization_id, name, site_url, plans_url, support_email)
    SELECT id, 'Taken', 'https://a.example', 'https://a.example', 'a@a.example' FROM organizations`);
  await there.query(`INSERT INTO fanclub_keys (fanclub_id, key) SELECT id, $1 FROM fanclubs`, [key]);
  await here.query(`ALTER ROLE ${TEST_OWNER} NOREPLICATION`);
  try {
    const { code, logged } = await check({ ENCRYPTION_KEYS: OTHER_KEY }, '--disk-free', '10kB');
    expect([code, logged]).toEqual([
      1,
      [
        expect.stringContaining('ALTER ROLE … REPLICATION'),
        'This database has 4 of 5 free that the move needs: raise max_replication_slots, or lower max_sync_workers_per_subscription there',
        expect.stringContaining('No server of this version'),
        expect.stringContaining(`the key ${key}. Give one of the two another key`),
        expect.stringMatching(/^The copy needs about .* but only 10 kB are free$/),
      ],
    ]);
    expect(await slots()).toHaveLength(16);
    expect(await there.query('SELECT FROM customers')).toEqual([]);
  } finally {
    await there.query(`SELECT pg_drop_replication_slot('spare_' || n) FROM generate_series(1, 16) n`);
    await here.query(`ALTER ROLE ${TEST_OWNER} REPLICATION`);
    for (const table of ['fanclub_keys', 'fanclubs', 'organizations'])
      await there.query(`DELETE FROM ${table}`);
  }
});

it('names missing migrations, and still reports what the server lacks', async () => {
  const [, there] = databases;
  const [{ name }] = await there.query<[{ name: string }]>('SELECT max(name) AS name FROM migrations');
  await there.query(`UPDATE migrations SET name = name || '-later' WHERE name = $1`, [name]);
  try {
    expect((await check()).logged).toEqual([
      expect.stringContaining('No server of this version'),
      `The other database lacks ${name}. Run fanclub migrate there`,
      `The other database has ${name}-later of another version. Use the same version in both cells`,
    ]);
  } finally {
    await there.query(`UPDATE migrations SET name = $1 WHERE name = $1 || '-later'`, [name]);
  }
});

it('refuses options that do not go together', async () => {
  for (const options of [
    ['--purge', '--to', 'x'],
    ['--purge', '--abort'],
    ['--to', 'x', '--disk-free', 'much'],
  ])
    expect((await call(['move', key, ...options])).code).toBe(2);
  expect(await call(['move', 'nobody', '--purge'])).toMatchObject({
    code: 1,
    logged: ['No fan club has or had this key.'],
  });
});
