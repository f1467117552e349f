import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fc from 'fast-check';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppModule } from '../../src/app/app.module';
import { APP_OPTIONS, fastifyAdapter, prepareApp } from '../../src/app/create-app';
import { Sql } from '../../src/platform/database';
import { LastKnown, Published } from '../../src/platform/published';
import type { Answer, Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { LogLines } from '../support/log-lines';
import { TRUSTED, trustWebsite } from '../support/provenances';
import { testApp, testConfig } from '../support/start-test-app';
import { TcpProxy } from '../support/tcp-proxy';

/**
 * Published content while the database is away. The service under test is a second one behind a proxy; the tests change data
 * through `t`, whose connections do not fail.
 */
const t = testApp({}, { alone: true });

const UNEXPECTED = { status: 'error', messages: ['An error has occurred, please try again later.'] };

/** Milliseconds that a request would wait for a connection. Far longer than any request here may take. */
const ACQUIRE_TIMEOUT = 3_000;

const log = new LogLines();
let proxy: TcpProxy;
let app: NestFastifyApplication;
let origin: string;
let visitor: Api;
let member: Api;
let fanclubId: number;

/** Starts a service whose connections to the database go through the proxy. */
async function serveStale(seconds: number): Promise<NestFastifyApplication> {
  const config = testConfig(proxy.through(t.config.database.url), {
    LOG_LEVEL: 'warn',
    DATABASE_ACQUIRE_TIMEOUT_MS: String(ACQUIRE_TIMEOUT),
    DATABASE_STATEMENT_TIMEOUT_MS: String(ACQUIRE_TIMEOUT),
    DATABASE_ANSWER_TIMEOUT_MS: String(ACQUIRE_TIMEOUT),
    SERVE_STALE_SECONDS: String(seconds),
  });
  const service = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config),
    fastifyAdapter(config, log),
    APP_OPTIONS,
  );
  await prepareApp(service, config);
  await service.listen(0, '127.0.0.1');
  return service;
}

const originOf = (service: NestFastifyApplication): string =>
  `http://127.0.0.1:${(service.getHttpServer().address() as AddressInfo).port}`;

beforeAll(async () => {
  proxy = await TcpProxy.before(t.config.database.url);
  app = await serveStale(3600);
  origin = originOf(app);
});
beforeEach(async () => {
  // The service under test uses the real clock.
  t.clock.set(new Date().toISOString());
  fanclubId = (await t.given.fanclub()).id;
  member = (await loggedIn(t, await t.given.customer())).at(origin);
  visitor = t.api.at(origin);
});
afterEach(async () => {
  proxy.become('pass');
  await until(isTrusted);
});
afterAll(async () => {
  proxy.become('pass');
  await app?.close();
  await proxy?.close();
});

/** Milliseconds to wait for a condition, on a busy machine. */
const PATIENCE = 20_000;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await holds())) {
    if (performance.now() - since > PATIENCE) throw new Error(`It did not become true: ${String(holds)}`);
    await sleep(20);
  }
}

const isInMemory = (id = fanclubId): boolean => app.get(Published).currentVersion(id) !== undefined;
const isTrusted = (): boolean => app.get(Published).snapshots.isTrusted;
const isStale = ({ headers }: Answer): boolean => headers.has('x-fanclub-stale');

/** Waits until the service has received the notifications of everything that was written. They arrive in the order of the commits. */
async function caughtUp(): Promise<void> {
  await until(isTrusted);
  const drop = jest.spyOn(app.get(Published).snapshots, 'drop');
  await until(async () => {
    await t.db.query(`SELECT pg_notify('fanclub_published', '-1')`);
    await sleep(10);
    return drop.mock.calls.some(([id]) => id === -1);
  });
  drop.mockRestore();
}

/** Reads addresses as a visitor until the fan club is in memory. */
async function warm(...paths: string[]): Promise<Answer[]> {
  await caughtUp();
  const answers: Answer[] = [];
  for (const path of paths) answers.push(await visitor.get(path));
  await until(async () => isInMemory() || ((await visitor.get('/fanclub')).code === 200 && isInMemory()));
  expect(answers.map(({ body }) => body.status)).toEqual(paths.map(() => 'ok'));
  return answers;
}

/** Takes the database away, and waits until the service knows it. */
async function cut(): Promise<void> {
  proxy.become('refuse');
  await until(async () => isStale(await visitor.get('/fanclub')));
}

describe('while the database is away', () => {
  it('visitors without a session read what was published, and the answers name the seconds since the loss', async () => {
    await t.given.event();
    const paths = ['/fanclub', '/plans', '/events', '/contests', '/account', '/account/status'];
    const before = await warm(...paths);
    await cut();
    for (const [at, path] of paths.entries()) {
      const first = await visitor.get(path);
      const second = await visitor.get(path);
      expect([path, first.body, second.body]).toEqual([path, before[at].body, before[at].body]);
      expect([first, second].map(({ headers }) => headers.get('x-fanclub-stale'))).toEqual([
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^\d+$/),
      ]);
    }
    expect(before.some(isStale)).toBe(false);
  });

  it('no visitor gets a failure when it goes away, and everything is current when it is back', async () => {
    await warm('/fanclub');
    const answers: Answer[] = [];
    const ask = async (): Promise<Answer> => {
      answers.push(await visitor.get('/fanclub'));
      return answers[answers.length - 1];
    };
    proxy.become('refuse');
    await until(async () => isStale(await ask()));
    await t.db.query(`UPDATE fanclubs SET name = 'Renamed' WHERE id = $1`, [fanclubId]);
    for (let time = 0; time < 10; time += 1) expect(isStale(await ask())).toBe(true);
    proxy.become('pass');
    await until(async () => !isStale(await ask()));
    for (let time = 0; time < 10; time += 1) await ask();

    expect(answers.map(({ body }) => body.status)).toEqual(answers.map(() => 'ok'));
    const fresh = answers.slice(-10);
    expect(fresh.map(({ body }) => body.fanclub.name)).toEqual(fresh.map(() => 'Renamed'));
    expect(fresh.some(isStale)).toBe(false);
    expect((await member.get('/account')).body.customer).not.toBeNull();
  });

  it('the log has one line when this begins and one when it ends, and the figures count the answers', async () => {
    await warm('/fanclub');
    log.clear();
    const lastKnown = app.get(LastKnown);
    const { answers } = lastKnown.figures;
    expect(lastKnown.figures).toEqual({ isServing: false, answers, lineLostSeconds: 0 });
    await cut();
    await visitor.get('/fanclub');
    const during = lastKnown.figures;
    expect(during).toEqual({ isServing: true, answers: answers + 2, lineLostSeconds: expect.any(Number) });
    expect(during.lineLostSeconds).toBeGreaterThan(0);
    proxy.become('pass');
    await until(() => log.messages().some((line) => line.startsWith('the database is back')));
    await until(isTrusted);
    const lines = log.messages().filter((line) => line.startsWith('the database is'));
    expect(lines).toEqual([
      'the database is away: visitors without a session get published content from memory, for 3600 seconds at most',
      'the database is back: nothing outdated is served any more (2 answers were made from memory)',
    ]);
    expect(lastKnown.figures).toEqual({ isServing: false, answers: answers + 2, lineLostSeconds: 0 });
  });

  it('requests with a session cookie, writes and everything else fail at once, also if the network only drops packets', async () => {
    await warm('/fanclub', '/plans');
    await cut();
    proxy.become('blackhole');
    const stranger = visitor.stranger().at(origin);
    const since = performance.now();
    const answers = await Promise.all([
      ...['/account', '/fanclub', '/plans', '/orders'].map((path) => member.get(path)),
      // The origin check removes the cookie, but the visitor has a session.
      member.get('/plans', { headers: { origin: 'https://stranger.example' } }),
      member.withCookie(`fanclub_session_${fanclubId}`, 'made-up').at(origin).get('/plans'),
      stranger.post('/login', { email: 'a@mail.example', password: 'secret' }),
      stranger.post('/contacts', { email: 'a@mail.example' }),
      stranger.jsonpPost('/contacts', { email: 'a@mail.example' }),
      stranger.get('/orders'),
      stranger.get('/fanclub', { key: 'unknown' }),
    ]);
    expect(performance.now() - since).toBeLessThan(ACQUIRE_TIMEOUT);
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => UNEXPECTED));
    expect(answers.some(isStale)).toBe(false);
  });

  it('GET /account/status answers with and without a cookie, and needs a valid key', async () => {
    await warm('/fanclub');
    await cut();
    const statusOf = async (client: Api) => (await client.get('/account/status')).body;
    expect(await statusOf(member)).toEqual({ status: 'ok', logged_in: true });
    expect(await statusOf(visitor)).toEqual({ status: 'ok', logged_in: false });
    expect((await member.get('/account/status', { key: 'unknown' })).body).toEqual(UNEXPECTED);
  });

  it('pages that the fan club trusts may read the answers, and the failures of logged-in visitors', async () => {
    await trustWebsite(t);
    const headers = { origin: TRUSTED };
    await warm('/plans');
    await cut();
    for (const [client, status] of [
      [visitor, 'ok'],
      [member, 'error'],
    ] as const) {
      const answer = await client.get('/plans', { headers });
      expect([answer.body.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        status,
        TRUSTED,
      ]);
    }
  });

  it('a fan club with a reported change is not served, even if the change was not loaded', async () => {
    const other = await t.given.fanclub({});
    await warm('/fanclub');
    await until(async () => {
      expect((await visitor.get('/fanclub', { key: other.key })).body.status).toBe('ok');
      return isInMemory(other.id);
    });
    await t.db.query(`UPDATE fanclubs SET name = 'Renamed' WHERE id = $1`, [fanclubId]);
    await until(() => !isInMemory());
    proxy.become('refuse');
    await until(async () => isStale(await visitor.get('/fanclub', { key: other.key })));
    expect((await visitor.get('/fanclub')).body).toEqual(UNEXPECTED);
  });

  it('a silent network counts as lost, and no visitor gets a failure', async () => {
    await warm('/fanclub');
    proxy.become('blackhole');
    await until(async () => {
      const answer = await visitor.get('/fanclub');
      expect(answer.body.status).toBe('ok');
      return isStale(answer);
    });
    expect((await member.get('/account')).body).toEqual(UNEXPECTED);
  }, 30_000);

  it('a busy pool does not count as away: the check has a connection of its own', async () => {
    await warm('/fanclub');
    const sql = app.get(Sql);
    const taken = await Promise.all(
      Array.from({ length: sql.pool().options.max }, () => sql.pool().connect()),
    );
    try {
      expect([await sql.suspect(), sql.isAway]).toEqual([true, false]);
    } finally {
      for (const connection of taken) connection.release();
    }
  });

  it('a lost listening connection alone changes nothing: every answer comes from the database', async () => {
    await warm('/fanclub');
    log.clear();
    for (let time = 0; time < 5; time += 1) {
      await t.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND starts_with(application_name, 'fanclub-listener ')`,
      );
      await t.db.query('UPDATE fanclubs SET name = $1 WHERE id = $2', [`Name ${time}`, fanclubId]);
      await until(() => !isInMemory());
      const answer = await visitor.get('/fanclub');
      expect([answer.body.fanclub.name, isStale(answer)]).toEqual([`Name ${time}`, false]);
    }
    expect(log.messages().filter((line) => line.startsWith('the database is'))).toEqual([]);
  });
});

it('visitors are served for SERVE_STALE_SECONDS, and with 0 never; GET /account/status always answers', async () => {
  for (const seconds of [0, 3]) {
    const service = await serveStale(seconds);
    try {
      const reader = t.api.at(originOf(service));
      const { snapshots } = service.get(Published);
      await until(async () => {
        await reader.get('/fanclub');
        return snapshots.isTrusted && service.get(Published).currentVersion(fanclubId) !== undefined;
      });
      log.clear();
      proxy.become('refuse');
      await until(() => service.get(Sql).isAway && !snapshots.isTrusted);
      const stale: boolean[] = [];
      await until(async () => {
        const answer = await reader.get('/fanclub');
        if (!isStale(answer)) expect(answer.body).toEqual(UNEXPECTED);
        stale.push(isStale(answer));
        return !isStale(answer);
      });
      expect(stale.includes(true)).toBe(seconds > 0);
      for (const [client, logged_in] of [
        [member.at(originOf(service)), true],
        [reader, false],
      ] as const) {
        const answer = await client.get('/account/status');
        expect([answer.body, isStale(answer)]).toEqual([{ status: 'ok', logged_in }, false]);
      }
      if (seconds > 0)
        await until(() => log.messages().some((line) => line.includes('for more than 3 seconds')));
    } finally {
      proxy.become('pass');
      await service.close();
    }
  }
});

it('no answer from memory contains what only members may see, whoever has asked for what before', async () => {
  const secrets = ['CLUB-CODE', 'secret.example', 'Whisper it'];
  const plan = await t.given.plan();
  const event = await t.given.event();
  await t.given.ticketLink({
    event,
    exclusive: true,
    codes: [secrets[0]],
    url: `https://${secrets[1]}/presale`,
    codeInstructions: secrets[2],
    plans: [plan],
  });
  const customer = await t.given.customer();
  await t.given.subscription({ customer, plan });
  const subscriber = (await loggedIn(t, customer)).at(origin);
  const paths = ['/events', `/events/${event.id}`, '/plans', '/contests', '/account', '/fanclub'];
  const parameters = ['', 'scope=upcoming', 'links=presale', 'schedule=active', 'limit=1', 'callback=show'];
  const asked = fc.record({
    path: fc.constantFrom(...paths),
    parameter: fc.constantFrom(...parameters),
    isMember: fc.boolean(),
  });
  const get = ({ path, parameter, isMember }: { path: string; parameter: string; isMember: boolean }) =>
    (isMember ? subscriber : visitor).get(`${path}?${parameter}`);
  const seen = await get({ path: '/events', parameter: '', isMember: true });
  for (const secret of secrets) expect(seen.text).toContain(secret);

  await fc.assert(
    fc.asyncProperty(
      fc.array(asked, { maxLength: 12 }),
      fc.array(asked, { maxLength: 24 }),
      async (before, during) => {
        proxy.become('pass');
        await until(isTrusted);
        for (const one of before) await get(one);
        await warm('/fanclub');
        await cut();
        const publics = paths.map((path) => ({ path, parameter: '', isMember: false }));
        for (const one of [...during, ...publics]) {
          const answer = await get(one);
          expect(secrets.filter((secret) => answer.text.includes(secret))).toEqual([]);
          expect([one, isStale(answer)]).toEqual([one, !one.isMember]);
          if (one.isMember) expect(answer.text).toContain(UNEXPECTED.messages[0]);
        }
      },
    ),
    { numRuns: 5 },
  );
}, 60_000);
