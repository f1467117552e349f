import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { commitmentOf, listHashOf, rankingOf, verifyDraw } from '#libs/draw';
import { HttpClient } from '#libs/testing';
import { serverUrl } from '../../src/tools/local/server-role';
import { DEMO_LOGINS } from '../../src/tools/local';
import { fanclub } from '../../src/tools/cli/main';
import { readConfig } from '../../src/platform/config';
import { Sql } from '../../src/platform/database';
import { listenerName } from '../../src/platform/published';
import { HELD_FIGURES } from '../../src/platform/tenants';
import { ClubMove, type Step } from '../../src/tools/move';
import { moveName } from '../../src/tools/move/move-lock';
import { sumsOf } from '../../src/tools/move/rows';
import { openDataSource } from '../support/data-source';
import { TEST_OWNER, TEST_ROLE } from '../support/database-roles';
import { forkProcess, type ServerProcess, startServerProcess } from '../support/server-process';
import { testEnvironment } from '../support/start-test-app';
import { startTwoCells, type TwoCells } from '../support/two-cells';

/*
 * A fan club moves between two databases, whose servers run.
 */

const [{ key, email, password }] = DEMO_LOGINS;
const OTHER_KEY = DEMO_LOGINS[1].key;
const PATIENCE = 180_000;

/** The steps of a move, in their order. */
const STEPS: readonly Step[] = ['copy', 'catch up', 'hold', 'compare', 'leave', 'arrive', 'clean up'];

let cells: TwoCells;
let servers: ServerProcess[];
let databases: DataSource[];
let clients: HttpClient[];
let fanclubId: number;
/** The cell that serves the fan club. */
let home = 0;

const environmentOf = (cell: number): NodeJS.ProcessEnv => ({
  ...testEnvironment(cells.urls[cell]),
  DATABASE_URL: serverUrl(cells.urls[cell], TEST_ROLE),
  DATABASE_OWNER_URL: serverUrl(cells.urls[cell], TEST_OWNER),
});

async function call(cell: number, ...parameters: string[]) {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(parameters, environmentOf(cell), terminal);
  return { code, out: out.join('\n'), logged: logged.join('\n') };
}

/** The parameters of a move from where the fan club is. */
const moving = (...options: string[]): string[] => ['move', key, '--to', cells.urls[1 - home], ...options];
const move = (...options: string[]) => call(home, ...moving(...options));

/** The name by which the processes of a cell show their keys. */
const processOf = (cell: number): string => listenerName(readConfig(environmentOf(cell)));

const interrupt = (): Promise<void> => Promise.reject(new Error('interrupted'));

/** Moves the fan club, and does something when a step begins, after which the move fails. */
async function moveUntil(step: Step, act = interrupt, reason = 'interrupted'): Promise<void> {
  const from = environmentOf(home).DATABASE_OWNER_URL!;
  const owner = await openDataSource(from);
  try {
    const begun = await ClubMove.of(owner, databases[1 - home], {
      key,
      sourceUrl: from,
      process: processOf(home),
    });
    const observer = {
      step: async (one: Step) => {
        if (one === step) await act();
      },
      progress: () => undefined,
    };
    await expect(begun!.move(observer)).rejects.toThrow(reason);
  } finally {
    await owner.destroy();
  }
}

/** The text of the account, with the session of a cookie. */
const account = async (cell: number, cookie: string): Promise<string> =>
  (await clients[cell].get(`/account?key=${key}`, { headers: { cookie } })).text;

async function login(): Promise<string> {
  const { headers } = await clients[home].post(`/login?key=${key}`, { email, password });
  return /__Host-fanclub_session_\d+=[^;]+/.exec(String(headers['set-cookie']))![0];
}

async function ownAccount(cookie: string): Promise<string> {
  const text = await account(home, cookie);
  expect(text).toContain(email);
  return text;
}

const UNKNOWN_KEY = 'Please use a valid API Key.';
const TOO_MANY = 'Too many requests, please try again later.';
const ELSEWHERE = { status: 'error', messages: ['An error has occurred, please try again later.'] };

/** Only the fan club's home serves it, with everything; nothing of the replication is left. */
async function expectHome(cell: number, cookie: string, before: string): Promise<void> {
  expect(await account(cell, cookie)).toBe(before);
  const other = await clients[1 - cell].get(`/account?key=${key}`);
  expect(other.text).not.toContain('"ok"');
  for (const db of databases) {
    expect(await db.query('SELECT slot_name FROM pg_replication_slots')).toEqual([]);
    expect(await db.query('SELECT pubname FROM pg_publication')).toEqual([]);
    expect(await db.query('SELECT subname FROM pg_subscription')).toEqual([]);
  }
  const [{ held }] = await databases[cell].query<[{ held: boolean }]>(
    'SELECT held_at IS NOT NULL AS held FROM fanclubs WHERE id = $1',
    [fanclubId],
  );
  expect(held).toBe(false);
}

/** Draws a contest of the fan club, whose entries are long gone. @returns the path of the file of the draw */
async function drawn(db: DataSource): Promise<string> {
  const [{ id }] = await db.query<[{ id: number }]>(
    `INSERT INTO contests (fanclub_id, name, starts_at, ends_at, entries_closed_at, time_zone)
     VALUES ($1, 'Moved', now() - interval '3 days', now() - interval '2 days', now() - interval '1 day', 'UTC') RETURNING id`,
    [fanclubId],
  );
  const [seed, entries] = [Buffer.alloc(32, 7), [11, 12, 15]];
  await db.query(
    `INSERT INTO contest_draws (fanclub_id, contest_id, seed, commitment, committed_at, entries, entry_count, list_hash, left_out,
       exclusions, beacon_source, beacon, prizes, ranking, drawn_at, confirm_hours)
     VALUES ($1, $2, $3, $4, now() - interval '3 days', $5, 3, $6, 0, '[]', 'Lotto', '4 8 15', $7, $8, now(), 72)`,
    [
      ...[fanclubId, id, seed.toString('hex'), commitmentOf(id, seed), entries, listHashOf(id, entries)],
      ...[JSON.stringify([{ name: 'Poster', winners: 1 }]), rankingOf(id, seed, entries, '4 8 15')],
    ],
  );
  return `/fanclubs/${fanclubId}/contests/${id}/draw/file`;
}

beforeAll(async () => {
  cells = await startTwoCells();
  databases = await Promise.all(cells.urls.map((url) => openDataSource(url)));
  expect(await call(0, 'demo', 'load')).toMatchObject({ code: 0, out: 'Loaded the demo.' });
  servers = await Promise.all(cells.urls.map((url, cell) => startServerProcess(url, environmentOf(cell))));
  clients = servers.map(({ origin }) => new HttpClient(`${origin}/api/v1`));
  [{ id: fanclubId }] = await databases[0].query<[{ id: number }]>(
    'SELECT fanclub_id AS id FROM fanclub_keys WHERE key = $1',
    [key],
  );
}, PATIENCE);

afterAll(async () => {
  for (const server of servers ?? []) await server.kill();
  for (const database of databases ?? []) await database.destroy();
  await cells?.stop();
}, PATIENCE);

it(
  'a fan club moves with everything, and back; sessions stay, and only one database serves it',
  async () => {
    const draw = await drawn(databases[0]);
    const fileIn = async (cell: number): Promise<string> =>
      (await fetch(`${servers[cell].origin}${draw}`)).text();
    const file = await fileIn(0);
    expect(verifyDraw(JSON.parse(file))).toEqual([]);
    const cookie = await login();
    const before = await ownAccount(cookie);
    const rows = await sumsOf(databases[0], fanclubId);
    const [{ id: apiKey }] = await databases[0].query<[{ id: number }]>(
      `INSERT INTO organization_api_keys (organization_id, key_hash, prefix)
       SELECT organization_id, sha256('moved'), 'moved' FROM fanclubs WHERE id = $1 RETURNING id`,
      [fanclubId],
    );
    expect((await move('--dry-run')).out).toMatch(
      /^The Tin Comets Fan Club can be moved: \d+ rows, about [\d.]+ [kM]B with indexes\.$/,
    );
    for (const cell of [1, 0]) {
      const begun = new Date();
      const { code, out } = await move();
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/^The Tin Comets Fan Club has moved: \d+ rows, held for \d\.\d\d s\./),
      ]);
      home = cell;
      await expectHome(cell, cookie, before);
      // Fans can verify the draw where the fan club is, with the same file.
      expect(await fileIn(cell)).toBe(file);
      // The planner of the new cell has statistics about the rows.
      expect(
        await databases[cell].query(
          'SELECT FROM pg_stat_user_tables WHERE relname = $1 AND last_analyze > $2',
          ['customers', begun],
        ),
      ).toHaveLength(1);
      // A key that is revoked here is revoked where the fan club moves.
      if (cell === 1) expect((await call(1, 'key', 'revoke', 'organization', String(apiKey))).code).toBe(0);
      const { headers, text } = await clients[1 - cell].post(`/login?key=${key}`, { email, password });
      expect([JSON.parse(text), headers['retry-after']]).toEqual([ELSEWHERE, '1']);
      expect(await call(1 - cell, 'release', key)).toMatchObject({
        code: 1,
        logged: expect.stringContaining(`is in cell ${cell}, and stays held here.`),
      });
      // The other fan club of the demo stays.
      expect((await clients[0].get(`/plans?key=${OTHER_KEY}`)).text).toContain('"ok"');
    }
    expect(
      await databases[0].query('SELECT FROM organization_api_keys WHERE id = $1 AND revoked_at IS NOT NULL', [
        apiKey,
      ]),
    ).toHaveLength(1);
    const after = await sumsOf(databases[0], fanclubId);
    const differing = [...after]
      .filter(([table, { sum }]) => sum !== rows.get(table)?.sum)
      .map(([table]) => table);
    // Each hold and release is recorded.
    expect(differing).toEqual(['security_events']);
  },
  PATIENCE,
);

it(
  'the rows left behind are deleted by a command, except what tells where the fan club is; it can move back',
  async () => {
    const purge = (cell: number, ...options: string[]) => call(cell, 'move', key, '--purge', ...options);
    const left = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        [...(await sumsOf(databases[1 - home], fanclubId))]
          .filter(([, { rows }]) => rows > 0)
          .map(([table, { rows }]) => [table, rows]),
      );
    const cookie = await login();
    const before = await ownAccount(cookie);
    expect((await purge(home)).logged).toContain('This database serves the fan club');
    await moveUntil('clean up');
    expect((await purge(home)).logged).toContain('The replication of a move is still there');
    expect((await move()).code).toBe(0);
    home = 1 - home;
    const all = await left();
    const dry = await purge(1 - home, '--dry-run');
    expect(dry.out).toMatch(new RegExp(`^\\d+ old rows of .*, which is in cell ${home}, would be deleted`));
    expect(dry.out).toMatch(new RegExp(`^  customers +${all.customers}$`, 'm'));
    expect(await left()).toEqual(all);
    expect((await purge(1 - home)).out).toMatch(/are deleted\.$/);
    const { fanclub_keys, staff_roles } = all;
    expect(await left()).toEqual({
      fanclub_keys,
      security_events: expect.any(Number),
      ...(staff_roles && { staff_roles }),
    });
    expect((await purge(1 - home)).out).toMatch(/^0 old rows/);
    await expectHome(home, cookie, before);
    const { text, headers } = await clients[1 - home].get(`/plans?key=${key}`);
    expect([JSON.parse(text), headers['retry-after']]).toEqual([ELSEWHERE, '1']);
    // The other fan club of the demo stays, whose rows are in the first cell.
    expect((await clients[0].get(`/plans?key=${OTHER_KEY}`)).text).toContain('"ok"');
    expect((await move()).code).toBe(0);
    home = 1 - home;
    await expectHome(home, cookie, before);
  },
  PATIENCE,
);

it(
  'a hold from before the move stays: after a failure, after --abort, and in the other database',
  async () => {
    const isHeld = async (cell: number): Promise<boolean> =>
      (
        await databases[cell].query<[{ held: boolean }]>(
          'SELECT held_at IS NOT NULL AS held FROM fanclubs WHERE id = $1',
          [fanclubId],
        )
      )[0].held;
    await call(home, 'hold', key);
    await moveUntil('leave');
    expect(await isHeld(home)).toBe(true);
    expect((await move('--abort')).code).toBe(0);
    expect(await isHeld(home)).toBe(true);
    expect((await move()).out).toContain('It was held before, and still is: fanclub release');
    home = 1 - home;
    expect(await isHeld(home)).toBe(true);
    expect((await call(home, 'release', key)).out).toContain('is released');
    await login();
  },
  PATIENCE,
);

it.each(STEPS)(
  'a move that ends when the step “%s” begins is continued by a repetition',
  async (step) => {
    const cookie = await login();
    const before = await ownAccount(cookie);
    await moveUntil(step);
    const { code, logged } = await move();
    expect([code, logged]).toEqual([0, expect.stringContaining('clean up')]);
    home = 1 - home;
    await expectHome(home, cookie, before);
  },
  PATIENCE,
);

it.each(STEPS.slice(0, STEPS.indexOf('arrive')))(
  'a move that ends when the step “%s” begins can be aborted, and leaves nothing behind',
  async (step) => {
    const cookie = await login();
    const before = await ownAccount(cookie);
    await moveUntil(step);
    expect((await move('--abort')).out).toContain('stays here');
    await expectHome(home, cookie, before);
    const there = await sumsOf(databases[1 - home], fanclubId);
    expect([...there.values()].map(({ rows }) => rows).filter((rows) => rows > 0)).toEqual([]);
    expect((await clients[home].post(`/login?key=${key}`, { email, password })).text).toContain('"ok"');
  },
  PATIENCE,
);

it(
  'a fan club that has left cannot be aborted any more, only completed',
  async () => {
    await moveUntil('arrive');
    expect(await move('--abort')).toMatchObject({
      code: 1,
      logged: expect.stringContaining('has left already'),
    });
    for (const client of clients)
      expect((await client.get(`/account?key=${key}`)).text).not.toContain('"ok"');
    const doctor = async () => (await call(home, 'doctor')).out;
    const notComplete = `The Tin Comets Fan Club” to cell ${1 - home} is not complete`;
    expect(await doctor()).toContain(notComplete);
    const held = async () => (await new Sql(databases[home]).first(HELD_FIGURES, { now: new Date() }))!;
    expect(await held()).toMatchObject({ byCommand: 0, byMove: 1 });
    expect((await move()).code).toBe(0);
    expect(await doctor()).not.toContain(notComplete);
    expect(await held()).toMatchObject({ byMove: 0, moveAge: null });
    home = 1 - home;
  },
  PATIENCE,
);

it.each(['copy', 'hold', 'arrive'])(
  'a command that is killed in the step “%s” is continued by a repetition',
  async (step) => {
    const cookie = await login();
    const before = await ownAccount(cookie);
    const { child, running } = forkProcess('worker-process.ts', environmentOf(home), moving());
    while (!running.output().includes(`${step} …`) && child.exitCode === null) await sleep(1);
    await running.kill('SIGKILL');
    expect((await move()).code).toBe(0);
    home = 1 - home;
    await expectHome(home, cookie, before);
  },
  PATIENCE,
);

it(
  'a move whose slot is gone, as after a failover, ends, and a repetition copies again',
  async () => {
    const cookie = await login();
    const before = await ownAccount(cookie);
    const dropSlot = async (): Promise<void> => {
      const name = moveName(fanclubId);
      await databases[1 - home].query(`ALTER SUBSCRIPTION ${name} DISABLE`);
      const isDropped = (): Promise<boolean> =>
        databases[home].query(`SELECT pg_drop_replication_slot('${name}')`).then(
          () => true,
          () => false, // It is still read.
        );
      while (!(await isDropped())) await sleep(20);
    };
    await moveUntil('catch up', dropSlot, 'The replication slot of the move is gone');
    expect((await move()).code).toBe(0);
    home = 1 - home;
    await expectHome(home, cookie, before);
  },
  PATIENCE,
);

it(
  'a move whose replication lost its connection is continued by a repetition',
  async () => {
    const cookie = await login();
    const before = await ownAccount(cookie);
    await moveUntil('catch up');
    const [from, to] = [databases[home], databases[1 - home]];
    const errors = async (): Promise<number> => {
      const [{ count }] = await to.query<[{ count: number }]>(
        'SELECT coalesce(sum(apply_error_count + sync_error_count), 0)::integer AS count FROM pg_stat_subscription_stats',
      );
      return count;
    };
    for (; (await errors()) === 0; await sleep(200))
      await from.query(
        'SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active_pid IS NOT NULL',
      );
    const { code, logged } = await move();
    expect([code, logged]).toEqual([0, expect.stringContaining('clean up')]);
    home = 1 - home;
    await expectHome(home, cookie, before);
  },
  PATIENCE,
);

it(
  'the command that updates the routes runs when the other database serves the fan club; if it fails, the move goes on',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fanclub-routes-'));
    const seen = join(folder, 'seen');
    try {
      const there = `${servers[1 - home].origin}/api/v1/plans?key=${key}`;
      const asked = `fetch('${there}').then((answer) => answer.text()).then((text) => require('fs').writeFileSync('${seen}', text))`;
      const routes = join(folder, 'routes');
      await databases[home].query(`INSERT INTO fanclub_keys (fanclub_id, key) VALUES ($1, 'no route')`, [
        fanclubId,
      ]);
      const { code, logged } = await move('--routes', `cat > ${routes}; "${process.execPath}" -e "${asked}"`);
      expect([code, logged]).toEqual([0, expect.stringContaining('the key "no route"')]);
      home = 1 - home;
      expect(readFileSync(routes, 'utf8').split('\n')).toEqual(
        expect.arrayContaining([`key:${key} cell:${home}`, `fanclub:${fanclubId} cell:${home}`]),
      );
      expect(readFileSync(routes, 'utf8')).not.toContain('no route');
      expect(readFileSync(seen, 'utf8')).toContain('"status":"ok"');
      expect(await move('--routes', 'exit 7')).toMatchObject({
        code: 0,
        logged: expect.stringContaining('The proxy did not get the routes'),
      });
      home = 1 - home;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  PATIENCE,
);

it(
  'a move in the other direction is refused until the first one is complete',
  async () => {
    await moveUntil('clean up');
    home = 1 - home;
    const rows = await sumsOf(databases[home], fanclubId);
    for (const options of [[], ['--abort']])
      expect(await move(...options)).toMatchObject({
        code: 1,
        logged: expect.stringContaining('The move to this database is not complete'),
      });
    home = 1 - home;
    expect((await move()).code).toBe(0);
    home = 1 - home;
    expect(await sumsOf(databases[home], fanclubId)).toEqual(rows);
  },
  PATIENCE,
);

it(
  'no acknowledged write is lost or doubled while a fan club moves in use, and none waits for longer than a few seconds',
  async () => {
    let stopped = false;
    let longest = 0;
    const acknowledged: string[] = [];
    const tries = [UNKNOWN_KEY, ELSEWHERE.messages[0], TOO_MANY];
    const writer = async (number: number): Promise<void> => {
      for (let at = 1; !stopped; at += 1) {
        const address = `fan-${number}-${at}-${home}@example.test`;
        const since = performance.now();
        // As a proxy does, the client tries the other database if one does not serve the fan club.
        for (let cell = home; ; cell = 1 - cell) {
          const { text } = await clients[cell].post(`/contacts?key=${key}`, { contact: { email: address } });
          if (text.includes('"ok"')) break;
          expect(tries).toContain((JSON.parse(text) as { messages: string[] }).messages[0]);
          await sleep(20);
        }
        acknowledged.push(address);
        longest = Math.max(longest, performance.now() - since);
      }
    };
    const writing = Promise.all([1, 2, 3].map(writer));
    const { code, out } = await move();
    home = 1 - home;
    stopped = true;
    await writing;
    expect([code, out]).toEqual([0, expect.stringContaining('has moved')]);
    const stored = await databases[home].query<{ email: string }[]>(
      `SELECT email FROM contacts WHERE fanclub_id = $1 AND email LIKE 'fan-%@example.test'`,
      [fanclubId],
    );
    expect(stored.map(({ email: address }) => address).sort()).toEqual([...acknowledged].sort());
    expect(acknowledged.length).toBeGreaterThan(30);
    expect(longest).toBeLessThan(8_000);
  },
  PATIENCE,
);

it(
  'is refused with the reason, and changes nothing',
  async () => {
    await databases[1 - home].query('UPDATE cells SET number = $1', [home]);
    try {
      expect(await move()).toMatchObject({
        code: 1,
        logged: expect.stringContaining('Both databases are cell'),
      });
    } finally {
      await databases[1 - home].query('UPDATE cells SET number = $1', [1 - home]);
    }
    expect(await call(home, 'move', 'nobody', '--to', cells.urls[1 - home])).toMatchObject({
      code: 1,
      logged: 'No fan club has or had this key.',
    });
    const owner = serverUrl(cells.urls[1 - home], TEST_OWNER);
    expect(await call(home, 'move', key, '--to', owner)).toMatchObject({
      code: 1,
      logged: expect.stringContaining('must be a superuser'),
    });
    expect((await call(home, 'move', key)).code).toBe(2);
  },
  PATIENCE,
);
