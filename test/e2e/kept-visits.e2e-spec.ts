import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '#libs/clock';
import type { Customer } from '#domains/accounts/customer.entity';
import { PASSWORD } from '#samples';
import { Api } from '../support/api';
import { emptyTables } from '../support/empty-tables';
import { Given } from '../support/given';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { TcpProxy, type Weather } from '../support/tcp-proxy';

/** Two processes that keep visits. The first hears of ends of sessions through `line`. */
let database: OpenDatabase;
let line: TcpProxy;
let reader: ServerProcess;
let writer: ServerProcess;
let given: Given;
let customer: Customer;

/** No process shows a former state later than this many milliseconds after the change. */
const PROMISE = 1000;

/** Milliseconds on a slow machine. */
const A_THOUSAND_ROUNDS = 300_000;

beforeAll(async () => {
  database = await openDatabase();
  line = await TcpProxy.before(database.url);
  const settings = { VISIT_MEMORY_MS: '1000', LOG_LEVEL: 'debug' };
  [reader, writer] = await Promise.all([
    startServerProcess(database.url, { ...settings, DATABASE_LISTEN_URL: line.through(database.url) }),
    startServerProcess(database.url, settings),
  ]);
}, 60_000);

beforeEach(async () => {
  line.become('pass');
  await emptyTables(database.dataSource);
  given = new Given(database.dataSource, new SystemClock());
  customer = await given.customer();
});

afterAll(async () => {
  await Promise.all([reader.kill('SIGKILL'), writer.kill('SIGKILL')]);
  await line.close();
  await database.close();
});

/** A browser with a session, at the writer. */
async function login(): Promise<Api> {
  const api = new Api(writer.origin, given);
  expect((await api.post('/login', { email: customer.email, password: PASSWORD })).body.status).toBe('ok');
  return api;
}

/** The same session, by default in the reader, without the mark of a browser that has just written. */
function elsewhere(api: Api, { origin } = reader): Api {
  const [name, value] = api.cookies.split('=', 2);
  return new Api(origin, given).withCookie(name, value);
}

const isListening = (): boolean =>
  reader
    .output()
    .match(/(not )?listening for changes/g)
    ?.at(-1) === 'listening for changes';

/** Waits until the reader hears of changes and keeps the visit, so that it reads it no more than once a second. */
async function warm(api: Api): Promise<void> {
  for (let left = 1000; left > 0 && !isListening(); left -= 1) await sleep(10);
  for (let times = 0; times < 3; times += 1) await api.get('/account');
}

const sql = (text: string): Promise<unknown> => database.dataSource.query(text, [customer.id]);

type Account = { expired: boolean; first_name: string } | null;

/** A change of a customer, and whether an account shows it. */
interface Change {
  readonly name: string;
  readonly change: (api: Api) => Promise<unknown>;
  readonly isShown: (account: Account) => boolean;
}

const LOG_OUT: Change = {
  name: 'a log-out',
  change: (api) => api.get('/logout'),
  isShown: (account) => account === null,
};
const CANCELLED: Change = {
  name: 'the end of a subscription',
  change: () => sql('UPDATE subscriptions SET cancelled = true WHERE customer_id = $1'),
  isShown: (account) => account!.expired,
};
const ALL_CHANGES: readonly Change[] = [
  LOG_OUT,
  CANCELLED,
  {
    name: 'a new password, which ends all sessions',
    change: () => sql('UPDATE sessions SET revoked_at = now() WHERE customer_id = $1'),
    isShown: (account) => account === null,
  },
  {
    name: 'blacklisting',
    change: () => sql('UPDATE customers SET blacklisted = true WHERE id = $1'),
    isShown: (account) => account === null,
  },
  {
    name: 'erasing, which deletes all sessions',
    change: () => sql('DELETE FROM sessions WHERE customer_id = $1'),
    isShown: (account) => account === null,
  },
  {
    name: 'another name',
    change: (api) => api.post('/account', { first_name: 'Grace' }),
    isShown: (account) => account!.first_name === 'Grace',
  },
];

/** The last time, in milliseconds after the change, at which the reader was asked and did not show it. */
async function staleFor({ change, isShown }: Change, weather: Weather): Promise<number> {
  await given.subscription({ customer });
  const api = await login();
  const other = elsewhere(api);
  await warm(other);
  line.become(weather);
  await change(api);
  const changedAt = performance.now();
  let last = 0;
  for (let asked = changedAt; asked < changedAt + 1.5 * PROMISE; asked = performance.now()) {
    const { body } = await other.get('/account');
    if (!isShown(body.customer as Account)) last = asked - changedAt;
    await sleep(20);
  }
  return last;
}

describe('no other process shows a former state for more than a second', () => {
  it.each([LOG_OUT, CANCELLED])('after $name, if its line drops all packets', async (change) => {
    expect(await staleFor(change, 'blackhole')).toBeLessThanOrEqual(PROMISE);
  });

  const weathers: [string, Weather][] = [
    ['works', 'pass'],
    ['is slow', { slow: 400 }],
    ['is cut', 'refuse'],
    ['drops all packets', 'blackhole'],
  ];
  describe.each(weathers)('if its line %s', (_, weather) => {
    it.each(ALL_CHANGES)('after $name', async (change) => {
      expect(await staleFor(change, weather)).toBeLessThanOrEqual(PROMISE);
    });
  });
});

it(
  'a browser reads what it has just written, also from another process, and so do others in the same process',
  async () => {
    const api = await login();
    const other = elsewhere(api, writer);
    const contests = [await given.contest(), await given.contest()];
    await warm(elsewhere(api));
    const old: unknown[] = [];
    const rounds = Number(process.env.READ_YOUR_WRITES ?? 200);
    for (let round = 0; round < rounds; round += 1) {
      const name = `Ada ${round}`;
      await Promise.all([elsewhere(api).get('/account'), other.get('/account')]);
      expect((await api.post('/account', { first_name: name })).body.status).toBe('ok');
      for (const browser of [api.at(reader.origin), other]) {
        const { body } = await browser.get('/account');
        if (body.customer.first_name !== name) old.push([round, body.customer.first_name]);
      }
    }
    for (const { id } of contests) {
      await elsewhere(api).get('/contests');
      expect((await api.post(`/contests/${id}/enter`)).body.status).toBe('ok');
      const { body } = await api.at(reader.origin).get(`/contests/${id}`);
      if (!body.contest.entered) old.push(id);
    }
    expect(old).toEqual([]);
  },
  A_THOUSAND_ROUNDS,
);

it('a customer who is blacklisted writes nothing, even while a process still shows the account', async () => {
  const contest = await given.contest();
  const api = elsewhere(await login());
  await warm(api);
  let shown = false;
  for (let round = 0; round < 20 && !shown; round += 1) {
    await sql('UPDATE customers SET blacklisted = false WHERE id = $1');
    await api.get('/account');
    await sql('UPDATE customers SET blacklisted = true WHERE id = $1');
    shown = (await api.get('/account')).body.customer !== null;
    const { body } = await elsewhere(api).post(`/contests/${contest.id}/enter`);
    expect(body.messages).toEqual(['Please log in to access your online benefits.']);
  }
  expect(shown).toBe(true);
  expect(await sql('SELECT FROM contest_entries WHERE customer_id = $1')).toEqual([]);
});
