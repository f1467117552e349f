import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase, withConnection } from '#libs/testing';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import { AppModule } from '../../src/app/app.module';
import { APP_OPTIONS, createApp, fastifyAdapter, prepareApp } from '../../src/app/create-app';
import { Sql, statement } from '../../src/platform/database';
import { EventsService } from '../../src/domains/events/events.service';
import type { Answer, Api } from '../support/api';
import { LogLines } from '../support/log-lines';
import { loggedIn } from '../support/logged-in';
import { testApp, testConfig } from '../support/start-test-app';
import { TcpProxy } from '../support/tcp-proxy';

/**
 * Faults of the database and of the network. The service under test is a second one behind a proxy; the tests change data through
 * `t`, whose connections do not fail.
 */
const t = testApp({}, { alone: true });

const POOL = 4;
const SLEEP = statement('test.sleep', { text: 'SELECT pg_sleep(30)' });
const UNEXPECTED = { status: 'error', messages: ['An error has occurred, please try again later.'] };

let proxy: TcpProxy;
let other: TestDatabase;
let app: NestFastifyApplication;
const log = new LogLines();
let origin: string;
let api: Api;

beforeAll(async () => {
  other = await createTestDatabase();
  proxy = await TcpProxy.before(t.config.database.url);
  const config = testConfig(proxy.through(t.config.database.url), {
    LOG_LEVEL: 'warn',
    DATABASE_POOL_SIZE: String(POOL),
    // Short, because tests wait for them, but long enough for a new connection on a loaded machine.
    DATABASE_ACQUIRE_TIMEOUT_MS: '3000',
    DATABASE_STATEMENT_TIMEOUT_MS: '2000',
    DATABASE_LOCK_TIMEOUT_MS: '1000',
    DATABASE_ANSWER_TIMEOUT_MS: '3000',
    // Every request of a customer reads the database.
    VISIT_MEMORY_MS: '0',
  });
  const module = AppModule.with(config);
  app = await NestFactory.create<NestFastifyApplication>(module, fastifyAdapter(config, log), APP_OPTIONS);
  await prepareApp(app, config);
  await app.listen(0, '127.0.0.1');
  origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
});
beforeEach(async () => {
  proxy.become('pass');
  // The service under test uses the real clock.
  t.clock.set(new Date().toISOString());
  api = (await loggedIn(t, await t.given.customer())).at(origin);
  await untilWell();
});
afterAll(async () => {
  proxy.become('pass');
  await app?.close();
  await proxy?.close();
  await other?.drop();
});

/** The answer to a request: a success or the fixed text of internal errors, with status 200. */
async function ask(path: string): Promise<Answer> {
  const answer = await api.get(path);
  expect([path, answer.code, answer.body]).toEqual([
    path,
    200,
    answer.body.status === 'ok' ? answer.body : UNEXPECTED,
  ]);
  return answer;
}

const isOk = ({ body }: Answer): boolean => body.status === 'ok';
const several = (count: number, path: string) => Promise.all(Array.from({ length: count }, () => ask(path)));

/** Repeats as many requests as there are connections until all succeed. */
async function untilWell(): Promise<void> {
  for (;;) {
    if ((await several(POOL, '/account')).every(isOk)) return;
    await sleep(50);
  }
}

const status = async (path: string): Promise<number> => (await fetch(`${origin}${path}`)).status;

describe('connections that end while idle', () => {
  it('are replaced without a failed request, also at a transaction', async () => {
    await several(POOL, '/account');
    await t.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle'`,
    );
    const answers = await several(POOL, '/account');
    expect(answers.map(({ body }) => body.customer !== null)).toEqual(Array(POOL).fill(true));

    proxy.reset();
    const answer = await api.post('/account', { first_name: 'Ada' });
    // The log says why it failed.
    expect(isOk(answer) ? [] : [answer.body, ...log.all.slice(-20)]).toEqual([]);
  });
});

describe('an unreachable database', () => {
  it('is reported immediately, also by readiness, and used again when it returns', async () => {
    proxy.become('refuse');
    // Requests for the same fan club share one load, so that several crowds are needed to detect the fault.
    for (let crowd = 0; crowd < 10; crowd += 1) {
      const answers = await several(30, '/account');
      expect(answers.some(isOk)).toBe(false);
    }
    const tried = proxy.connections;
    await several(30, '/account');
    // The circuit breaker: of thirty requests, at most a few waited for the database.
    expect(proxy.connections - tried).toBeLessThan(10);
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);

    proxy.become('pass');
    await untilWell();
    expect(await status('/readyz')).toBe(200);
  });

  it('logs no session out', async () => {
    proxy.become('refuse');
    const { body } = await api.get('/account');
    expect(body).toEqual(UNEXPECTED);
    proxy.become('pass');
    await untilWell();
    expect((await api.get('/account')).body.customer).not.toBeNull();
  });
});

describe('a network that drops all packets', () => {
  it('delays answers only until the timeout, and leaves no broken connection in the pool', async () => {
    await several(POOL, '/account');
    proxy.become('blackhole');
    expect((await several(POOL + 2, '/account')).some(isOk)).toBe(false);

    proxy.become('pass');
    await untilWell();
    for (let round = 0; round < 5; round += 1) {
      expect((await several(POOL, '/account')).every(isOk)).toBe(true);
    }
    // And the listening connection. A check of the database that began without a network ends only after its timeout.
    while (proxy.live > POOL + 1) await sleep(10);
  });
});

describe('a slow network', () => {
  it('delays answers without making them wrong', async () => {
    proxy.become({ slow: 30 });
    expect((await several(POOL, '/account')).every(isOk)).toBe(true);
  });
});

describe('a database', () => {
  it('with a lock on one table still serves the others', async () => {
    const holding = t.db.createQueryRunner();
    await holding.startTransaction();
    try {
      await holding.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
      const [blocked, free] = await Promise.all([ask('/account'), api.stranger().at(origin).get('/fanclub')]);
      expect([isOk(blocked), isOk(free)]).toEqual([false, true]);
    } finally {
      await holding.rollbackTransaction();
      await holding.release();
    }
    expect(isOk(await ask('/account'))).toBe(true);
  });

  it('cancels a statement that takes too long, and keeps the connection', async () => {
    const before = proxy.connections;
    const service = app.get(EventsService);
    const slow = jest
      .spyOn(service, 'list')
      .mockImplementationOnce(() => app.get(Sql).rows(SLEEP, {}) as Promise<never>);
    expect(isOk(await ask('/events'))).toBe(false);
    slow.mockRestore();
    expect(isOk(await ask('/events'))).toBe(true);
    expect(proxy.connections - before).toBeLessThanOrEqual(1);
  });

  it('that accepts no more connections is reported, and used again when it does', async () => {
    const [{ name }] = await t.db.query<{ name: string }[]>('SELECT current_database() AS name');
    const allow = (allowed: boolean) =>
      // From outside, as a connection to the database itself may not do it.
      withConnection(other.url, (client) =>
        client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`),
      );
    await allow(false);
    try {
      proxy.reset();
      const answers = await several(POOL, '/account');
      expect(answers.some(isOk)).toBe(false);
    } finally {
      await allow(true);
    }
    await untilWell();
  });
});

describe('a read-only database', () => {
  it('serves reads, refuses writes, and accepts writes again as soon as it can', async () => {
    const [{ name }] = await t.db.query<{ name: string }[]>('SELECT current_database() AS name');
    // Opened before the change, so it may write.
    const administrator = t.db.createQueryRunner();
    await administrator.connect();
    await administrator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    try {
      proxy.reset();
      expect(isOk(await ask('/account'))).toBe(true);
      expect((await api.post('/account', { first_name: 'Ada' })).body).toEqual(UNEXPECTED);
    } finally {
      await administrator.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
      await administrator.release();
    }
    const writes = [];
    // Each connection that meets the refusal is replaced by one that can write.
    for (let time = 0; time <= POOL; time += 1)
      writes.push((await api.post('/account', { first_name: 'Ada' })).body);
    expect(writes.at(-1).status).toBe('ok');
  });
});

describe('a database that is unreachable at the start', () => {
  it('delays the start until it is reachable', async () => {
    const network = await TcpProxy.before(other.url);
    network.become('refuse');
    const starting = createApp(testConfig(network.through(other.url)));
    while (network.connections < 2) await sleep(10);
    network.become('pass');
    const late = await starting;
    expect(late.getHttpServer()).toBeDefined();
    await late.close();
    await network.close();
  });
});
