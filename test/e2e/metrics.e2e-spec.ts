import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PASSWORD } from '#samples';
import { PaymentFigures } from '../../src/domains/payments/payment-figures';
import { EventsService } from '../../src/domains/events/events.service';
import { Visits } from '../../src/platform/access';
import { SessionFigures } from '../../src/platform/access/session-figures';
import { Figures } from '../../src/platform/database';
import { Jobs } from '../../src/platform/jobs';
import { JobFigures } from '../../src/platform/jobs/job-figures';
import { MailFigures } from '../../src/platform/mail/mail-figures';
import { Metrics, prometheusText } from '../../src/platform/metrics';
import { type MetricsServer, serveMetrics } from '../../src/platform/operations';
import { Exposition } from '../support/exposition';
import { loggedIn } from '../support/logged-in';
import { queueMails } from '../support/queue-mail';
import { runJob } from '../support/run-job';
import { testApp } from '../support/start-test-app';
import { inLongForm, it } from '../suite/form';

const t = testApp({ METRICS_PORT: '0', LIMIT_LOGIN_ROW: '1/900' });
const collect = async () => [await t.app.get(Metrics).collect()];

let server: MetricsServer;
beforeAll(async () => {
  server = (await serveMetrics(t.config, collect))!;
});
afterAll(() => server.close());
afterEach(() => jest.restoreAllMocks());

const read = () => Exposition.read(server.url);

type Series = readonly [name: string, labels?: Record<string, string>];

/** How much each value has grown while the work ran. */
async function growth(work: () => Promise<unknown>, ...series: Series[]): Promise<number[]> {
  const before = await read();
  await work();
  const after = await read();
  return series.map((one) => (after.value(...one) ?? NaN) - (before.value(...one) ?? 0));
}

const REQUESTS = 'fanclub_http_requests_total';
const MEASURED = 'fanclub_http_request_duration_seconds_count';
const EVENTS = { method: 'GET', route: '/api/v1/events' };
const LOGIN = { method: 'POST', route: '/api/v1/login' };

describe('an answered request', () => {
  it('counts by its route pattern and outcome, and takes time', async () => {
    const show = () => t.api.get('/events/12345');
    const route = { method: 'GET', route: '/api/v1/events/:id' };
    const [counted, measured, seconds] = await growth(
      show,
      [REQUESTS, { ...route, outcome: 'error' }],
      [MEASURED, route],
      ['fanclub_http_request_duration_seconds_sum', route],
    );
    expect({ counted, measured }).toEqual({ counted: 1, measured: 1 });
    expect(seconds).toBeGreaterThan(0);
  });

  it('counts too if it comes from memory', async () => {
    const ask = () => t.api.get('/events');
    await ask();
    const ok = { ...EVENTS, outcome: 'ok' };
    const [counted, hits, measured] = await growth(
      ask,
      [REQUESTS, ok],
      ['fanclub_answer_hits_total'],
      [MEASURED, EVENTS],
    );
    expect({ counted, hits, measured }).toEqual({ counted: 1, hits: 1, measured: 1 });
    t.clock.advance(2);
    expect(await growth(ask, ['fanclub_answer_misses_total'])).toEqual([1]);
    expect((await read()).value('fanclub_answer_bytes')).toBeGreaterThan(100);
  });

  it('is a fault if the service fails, and an error if the client has made a mistake', async () => {
    jest.spyOn(t.app.get(EventsService), 'list').mockRejectedValue(new Error('broken'));
    const ask = () => t.api.get('/events?page=2');
    expect(await growth(ask, [REQUESTS, { ...EVENTS, outcome: 'fault' }])).toEqual([1]);
    const withoutKey = () => t.api.get('/events', { key: null });
    expect(await growth(withoutKey, [REQUESTS, { ...EVENTS, outcome: 'error' }])).toEqual([1]);
  });

  it('is refused if a limit is reached; such requests are not measured', async () => {
    const { email } = await t.given.customer();
    const wrong = () => t.api.post('/login', { email, password: 'wrong' });
    await wrong();
    const [refused, byLimit, measured] = await growth(
      wrong,
      [REQUESTS, { ...LOGIN, outcome: 'refused' }],
      ['fanclub_limit_refusals_total', { limit: 'loginRow' }],
      [MEASURED, LOGIN],
    );
    expect({ refused, byLimit, measured }).toEqual({ refused: 1, byLimit: 1, measured: 0 });
  });

  it('counts with one route if its path is unknown, and with its page if it is one', async () => {
    const { id } = await t.given.fanclub();
    const ask = async () => {
      await fetch(`${t.origin}/a/${Math.random()}`);
      await fetch(`${t.origin}/fanclubs/${id}/login`);
      await fetch(`${t.origin}/api/v1/events`, { method: 'OPTIONS' });
    };
    const [unknown, page, options] = await growth(
      ask,
      [REQUESTS, { route: 'unknown', outcome: 'error' }],
      [REQUESTS, { method: 'GET', route: '/fanclubs/:fanclubId/login', outcome: 'ok' }],
      [REQUESTS, { method: 'OPTIONS', route: 'any' }],
    );
    expect({ unknown, page, options }).toEqual({ unknown: 1, page: 1, options: 1 });
  });
});

describe('the database', () => {
  it('has the time of each statement, and the state of the pool', async () => {
    const api = await loggedIn(t, await t.given.customer());
    const visit = { statement: 'access.visit' };
    const ask = () => {
      t.app.get(Visits).dropAll();
      return api.get('/account');
    };
    const [statements, seconds, answers] = await growth(
      ask,
      ['fanclub_statement_duration_seconds_count', visit],
      ['fanclub_statement_duration_seconds_sum', visit],
      ['fanclub_database_answer_seconds_count', { pool: 'requests' }],
    );
    expect(statements).toBe(1);
    expect(seconds).toBeGreaterThan(0);
    expect(answers).toBeGreaterThanOrEqual(1);
    const now = await read();
    expect(now.value('fanclub_database_connections', { pool: 'requests' })).toBeGreaterThanOrEqual(1);
    expect(now.value('fanclub_database_connections_max', { pool: 'requests' })).toBe(10);
    expect(now.value('fanclub_database_up')).toBe(1);
  });

  inLongForm(() => {
    it('breaks no scrape while it is away: only its own numbers are missing', async () => {
      const metrics = new Metrics(true);
      const database = { ...t.config.database, url: 'postgres://127.0.0.1:1/none' };
      const figures = new Figures({ ...t.config, database }, metrics);
      new MailFigures(figures, metrics);
      const exposed = new Exposition(await prometheusText([await metrics.collect()]));
      await figures.onApplicationShutdown();
      expect(exposed.value('fanclub_database_up')).toBe(0);
      expect([exposed.declared.includes('fanclub_mails'), exposed.value('fanclub_mails')]).toEqual([
        true,
        undefined,
      ]);
      expect(exposed.value('process_resident_memory_bytes')).toBeGreaterThan(0);
    });
  });
});

describe('jobs, mails and log-ins', () => {
  it('have the state of queue and outbox', async () => {
    await queueMails(t, [{}, {}, {}]);
    await t.db.query(
      'UPDATE mails SET sent_at = now(), content_sealed = NULL WHERE id = (SELECT max(id) FROM mails)',
    );
    const old = `run_at = now() - interval '90 seconds'`;
    await t.db.query(
      `UPDATE graphile_worker._private_jobs SET ${old} WHERE id = (SELECT min(id) FROM graphile_worker._private_jobs)`,
    );
    await t.given.session({ customer: await t.given.customer() });

    const metrics = new Metrics(true);
    const figures = new Figures(t.config, metrics);
    new MailFigures(figures, metrics);
    new JobFigures(t.app.get(Jobs), figures, metrics);
    new SessionFigures(t.clock, t.config, figures, metrics);
    const now = new Exposition(await prometheusText([await metrics.collect()]));
    await figures.onApplicationShutdown();
    expect(['waiting', 'sent', 'given_up'].map((state) => now.value('fanclub_mails', { state }))).toEqual([
      2, 1, 0,
    ]);
    const jobs = (name: string) => now.value('fanclub_jobs', { name, state: 'waiting' });
    expect([jobs('send_mail'), jobs('mails.purge'), now.value('fanclub_workers')]).toEqual([3, 0, 0]);
    const age = now.value('fanclub_job_oldest_seconds', { name: 'send_mail' });
    expect(age).toBeGreaterThanOrEqual(90);
    expect(now.value('fanclub_sessions')).toBe(1);
  });

  it('have the state of payments', async () => {
    const account = await t.given.paymentAccount({
      enabled: true,
      lastEventAt: new Date('2026-06-15T11:00:00Z'),
    });
    const order = await t.given.order();
    const createdAt = new Date('2026-06-15T11:50:00Z');
    await t.given.payment({ order, account, state: 'pending', createdAt });
    await t.given.paymentEvent({ account, receivedAt: createdAt, processedAt: null });
    const metrics = new Metrics(true);
    const figures = new Figures(t.config, metrics);
    new PaymentFigures(t.clock, figures, metrics);
    const now = new Exposition(await prometheusText([await metrics.collect()]));
    await figures.onApplicationShutdown();
    const { id } = account;
    expect({
      pending: now.value('fanclub_payments', { state: 'pending' }),
      unknown: now.value('fanclub_payment_oldest_unknown_seconds'),
      waiting: now.value('fanclub_payment_events_waiting'),
      event: now.value('fanclub_payment_oldest_event_seconds'),
      strays: now.value('fanclub_payment_problems', { kind: 'stray' }),
      last: now.value('fanclub_payment_last_event_timestamp_seconds', { account: String(id) }),
    }).toEqual({ pending: 1, unknown: 600, waiting: 1, event: 600, strays: 0, last: 1_781_521_200 });
  });

  it('count the runs of a job by its outcome', async () => {
    const run = () => runJob(t, 'mails.purge');
    const purge = { name: 'mails.purge' };
    const [runs, measured] = await growth(
      run,
      ['fanclub_job_runs_total', { ...purge, outcome: 'done' }],
      ['fanclub_job_duration_seconds_count', purge],
    );
    expect({ runs, measured }).toEqual({ runs: 1, measured: 1 });
  });

  it('count log-ins and failures by their reasons', async () => {
    const { email } = await t.given.customer();
    const events = 'fanclub_security_events_total';
    const login = (password: string) => () => t.api.post('/login', { email, password });
    const succeeded = { action: 'login.succeeded', reason: 'password' };
    expect(await growth(login(PASSWORD), [events, succeeded])).toEqual([1]);
    const failed = { action: 'login.failed', reason: 'wrong_password' };
    expect(await growth(login('wrong'), [events, failed])).toEqual([1]);
  });
});

describe('/metrics', () => {
  it('contains no data of a fan club or a person', async () => {
    await t.given.fanclub({ name: 'Moon Harbour Society' });
    const { email } = await t.given.customer({ email: 'ada.lovelace@metrics.example' });
    await t.api.post('/login', { email, password: PASSWORD });
    await t.api.get('/events?word=s3cret-word');
    await queueMails(t);
    const { text, samples } = await read();
    for (const secret of ['Moon Harbour', 'metrics.example', 's3cret-word', (await t.given.fanclub()).key])
      expect(text).not.toContain(secret);
    const labels = new Set(
      samples
        .filter(({ name }) => name.startsWith('fanclub_'))
        .flatMap((sample) => Object.keys(sample.labels)),
    );
    expect([...labels].sort()).toEqual(
      [
        'action',
        'by',
        'kind',
        'le',
        'limit',
        'method',
        'name',
        'node',
        'outcome',
        'pool',
        'reason',
        'route',
        'state',
        'statement',
        'version',
      ].sort(),
    );
  });

  it('is text for Prometheus, at this path only, and not at the public address', async () => {
    const answer = await fetch(server.url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect((await fetch(server.url.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${t.origin}/metrics`)).status).toBe(404);
  });

  inLongForm(() => {
    it('is off without METRICS_PORT; a port that is in use stops the start with a hint', async () => {
      expect(await serveMetrics({ ...t.config, metrics: null }, collect)).toBeNull();
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const taken = serveMetrics({ ...t.config, metrics: { host: '127.0.0.1', port } }, collect);
      await expect(taken).rejects.toThrow(`take another port: METRICS_PORT=${port + 1}`);
      other.close();
    });
  });

  inLongForm(() => {
    it('adds up the metrics of several processes, except what all of them read in one place', async () => {
      await t.api.get('/fanclub');
      const [own] = await collect();
      const one = new Exposition(await prometheusText([own]));
      const two = new Exposition(await prometheusText([own, JSON.parse(JSON.stringify(own))]));
      const twice = (name: string) => expect(two.value(name)).toBe(2 * one.value(name)!);
      twice(REQUESTS);
      twice('fanclub_http_request_duration_seconds_bucket');
      twice('fanclub_database_connections_max');
      for (const name of [
        'fanclub_database_up',
        'fanclub_listening',
        'fanclub_sessions',
        'fanclub_build_info',
      ])
        expect([name, two.value(name)]).toEqual([name, one.value(name)]);
    });
  });
});
