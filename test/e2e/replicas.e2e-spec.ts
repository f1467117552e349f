import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { SystemClock } from '#libs/clock';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Contest } from '#domains/contests/contest.entity';
import { openDataSource } from '../support/data-source';
import { PASSWORD } from '#samples';
import { Api } from '../support/api';
import { Exposition } from '../support/exposition';
import { emptyTables } from '../support/empty-tables';
import { Given } from '../support/given';
import { serverUrl } from '../../src/tools/local/server-role';
import { TEST_OWNER, TEST_ROLE } from '../support/database-roles';
import { type ReplicatedDatabase, startReplicatedDatabase } from '../support/replicated-database';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { TcpProxy } from '../support/tcp-proxy';

/** The permitted lag in seconds. It is long, so that a busy machine does not count as a lagging replica. */
const LAG = 5;

/** Two processes of the service, a primary and a streaming replica, which lags because the tests pause its replay. */
let database: ReplicatedDatabase;
/** The network between the service and the replica. */
let network: TcpProxy;
let db: DataSource;
let servers: ServerProcess[];
let given: Given;
let customer: Customer;
let contest: Contest;

const anywhere = (at = 0): Api => new Api(servers[at].origin, given);

/** Logs in, and returns all cookies. */
async function login(at = 0): Promise<Api> {
  const api = anywhere(at);
  const { body } = await api.post('/login', { email: customer.email, password: PASSWORD });
  expect(body.status).toBe('ok');
  return api;
}

/** The same visitor's cookies, except the one of a recent write. */
function longAfter(api: Api): Api {
  const [name, value] = api.cookies.split('=', 2);
  return api.withCookie(name, value);
}

const entered = async (api: Api): Promise<boolean> => {
  const { body } = await api.get(`/contests/${contest.id}`);
  expect(body.status).toBe('ok');
  return body.contest.entered;
};

const isLoggedIn = async (api: Api): Promise<boolean> => (await api.get('/account')).body.customer !== null;

/** Waits until the condition holds, 20 seconds at most. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await isSo())) {
    expect(performance.now() - since).toBeLessThan(20_000);
    await sleep(50);
  }
}

/** Each process's last log line about the replica. */
const lastWords = (): (string | undefined)[] =>
  servers.map(({ output }) =>
    output()
      .match(/is read from|is left out/g)
      ?.at(-1),
  );

beforeAll(async () => {
  database = await startReplicatedDatabase();
  db = await openDataSource(database.primary);
  network = await TcpProxy.before(database.replica);
  const environment = {
    DATABASE_URL: serverUrl(database.primary, TEST_ROLE),
    DATABASE_OWNER_URL: serverUrl(database.primary, TEST_OWNER),
    DATABASE_REPLICA_URLS: network.through(serverUrl(database.replica, TEST_ROLE)),
    DATABASE_REPLICA_LAG_SECONDS: String(LAG),
    // The tests ask what a replica has at a moment.
    VISIT_MEMORY_MS: '0',
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
  };
  servers = await Promise.all([0, 1].map(() => startServerProcess(database.primary, environment)));
}, 60_000);

beforeEach(async () => {
  await emptyTables(db);
  given = new Given(db, new SystemClock());
  customer = await given.customer();
  contest = await given.contest();
  await database.caughtUp();
  await until(() => lastWords().every((words) => words === 'is read from'));
});

afterEach(() => {
  network.become('pass');
  return database.replay(true);
});

afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.kill()));
  await db?.destroy();
  await network?.close();
  await database?.stop();
});

describe('with a lagging replica', () => {
  it('a visitor reads their data from it, until it lags too far', async () => {
    const visitor = longAfter(await login());
    await database.caughtUp();
    await database.replay(false);
    await given.entry({ contest, customer });
    expect(await entered(visitor)).toBe(false);

    await until(() => entered(visitor));
    await until(() => lastWords().includes('is left out'));
  });

  it('the metrics have its lag, and whether it is used', async () => {
    const read = () => Exposition.read(servers[0].metrics!);
    const replica = new URL(network.through(database.replica)).host;
    expect((await read()).value('fanclub_replica_usable', { replica })).toBe(1);
    expect((await read()).value('fanclub_replica_lag_seconds', { replica })).toBeLessThan(LAG);
    expect((await read()).value('fanclub_database_connections_max', { pool: 'replicas' })).toBe(10);
    await database.replay(false);
    // Only a write that is not replayed proves that the replica is behind.
    await given.entry({ contest, customer });
    await until(async () => (await read()).value('fanclub_replica_usable', { replica }) === 0);
  });

  it('clients read their own writes in every process', async () => {
    const visitor = await login();
    await database.caughtUp();
    await database.replay(false);
    expect((await visitor.post(`/contests/${contest.id}/enter`)).body.status).toBe('ok');

    expect(await entered(visitor)).toBe(true);
    expect(await entered(visitor.at(servers[1].origin))).toBe(true);
    expect(await entered(longAfter(visitor).at(servers[1].origin))).toBe(false);
  });

  it('a log-in and a log-out take effect immediately in every process', async () => {
    await database.replay(false);
    const visitor = await login();
    const elsewhere = longAfter(visitor).at(servers[1].origin);
    expect(await isLoggedIn(elsewhere)).toBe(true);
    await visitor.get('/logout');
    expect(await isLoggedIn(elsewhere)).toBe(false);
  });
});

describe('the cookie of clients that have just written', () => {
  it('lives longer than the permitted lag, and is set by writes only', async () => {
    const visitor = await login();
    const { headers } = await visitor.post(`/contests/${contest.id}/enter`);
    expect(headers.getSetCookie()).toEqual([
      `fanclub_fresh=1; Max-Age=${LAG + 1}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
    expect((await visitor.get('/contests')).headers.getSetCookie()).toEqual([]);
    const refused = await visitor.post('/login', {}, { key: 'wrong' });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await visitor.jsonp('/contests')).headers.getSetCookie()).toEqual([]);
  });

  it('is set by JSONP writes, and by every hosted page', async () => {
    const visitor = await login();
    await given.trustedDomain({ origin: 'https://club.example' });
    const asScript = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'script',
    };
    const headers = { ...asScript, referer: 'https://club.example/' };
    const write = () => visitor.jsonpPost('/account', { first_name: 'Augusta' }, { headers });
    // The process learns of the domain by a notification.
    await until(async () => (await write()).body.status === 'ok');
    expect((await write()).headers.get('set-cookie')).toContain('fanclub_fresh=1');
    const page = await fetch(`${servers[0].origin}/fanclubs/${(await given.fanclub()).id}/login`);
    expect(page.headers.get('set-cookie')).toContain('fanclub_fresh=1');
  });
});

describe('with a replica that stops answering', () => {
  it('requests wait only briefly, and soon not at all', async () => {
    const visitor = longAfter(await login());
    expect(await entered(visitor)).toBe(false);
    network.become('blackhole');
    await given.entry({ contest, customer });
    const asked = performance.now();
    const many = Array.from({ length: 30 }, () => entered(visitor));
    expect(new Set(await Promise.all(many))).toEqual(new Set([true]));
    expect(performance.now() - asked).toBeLessThan(4000);
    const askedAgain = performance.now();
    for (let time = 0; time < 10; time += 1) expect(await entered(visitor)).toBe(true);
    expect(performance.now() - askedAgain).toBeLessThan(4000);
    await until(() => lastWords().every((words) => words === 'is left out'));
  });
});

describe('without its replica', () => {
  it('all reads go to the primary without a failure', async () => {
    const visitor = longAfter(await login());
    expect(await entered(visitor)).toBe(false);
    await database.stopReplica();
    await given.entry({ contest, customer });
    for (let time = 0; time < 10; time += 1) expect(await entered(visitor)).toBe(true);
    await until(() => lastWords().every((words) => words === 'is left out'));
    database.replay = () => Promise.resolve();
  });
});
