import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { Mail } from '../../src/platform/mail';
import { Metrics, prometheusText } from '../../src/platform/metrics';
import { Jobs } from '../../src/platform/jobs';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { SearchAudit } from '#domains/search/search-audit.entity';
import type { FanclubWithKey } from '#platform/tenants/tenants.samples';
import { Sql } from '../../src/platform/database';
import { holdFanclub, leaveFanclub, releaseFanclub } from '../../src/platform/tenants';
import { fanclub } from '../../src/tools/cli/main';
import { Exposition } from '../support/exposition';
import { loggedIn, sessionCookie } from '../support/logged-in';
import { untilWaiting } from '../support/lock-waits';
import { LogLines } from '../support/log-lines';
import { MailServer } from '../support/mail-server';
import { Pages } from '../support/pages';
import { openPlaced } from '../support/payments/placed-order';
import { openBank, payByCard, sendEvent, withDemoBank } from '../support/payments/demo-bank';
import { queueMails } from '../support/queue-mail';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp, testEnvironment } from '../support/start-test-app';
import { startWorker } from '../support/worker';
import { HeldWrites } from '../../src/platform/access/held-writes';

const log = new LogLines();
const t = testApp(
  async () => ({
    ...(await withDemoBank()),
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
    // A write waits for 5/8 of it.
    ANSWER_TIMEOUT_SECONDS: '4',
    // A quarter of them may wait.
    MAX_REQUESTS_IN_FLIGHT: '8',
  }),
  { log },
);
/** Milliseconds that a write waits at most. */
const LONGEST = 2_500;

const REFUSED = { status: 'error', messages: ['Too many requests, please try again later.'] };

let club: FanclubWithKey;
beforeEach(async () => {
  club = await t.given.fanclub({ name: 'Tin Comets' });
});

async function call(...parameters: string[]): Promise<{ code: number; out: string[]; logged: string[] }> {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(parameters, testEnvironment(t.config.database.url), terminal);
  return { code, out, logged };
}
const hold = () => holdFanclub(new Sql(t.db), club.key, 10_000);
const release = () => releaseFanclub(new Sql(t.db), club.key);
const sessions = () => t.db.getRepository(Session).count();

describe('fanclub hold', () => {
  it('says from where on nothing is written, and release ends it', async () => {
    const { code, out } = await call('hold', club.key);
    expect([code, out]).toEqual([
      0,
      [
        expect.stringMatching(
          /^Tin Comets is held: nothing of it is written after [0-9A-F]+\/[0-9A-F]+, until /,
        ),
      ],
    ]);
    expect((await call('hold', club.key)).out[0]).toMatch(/^Tin Comets was held already/);
    const released = { code: 0, out: ['Tin Comets is released'], logged: [] };
    expect(await call('release', club.key)).toEqual(released);
    expect((await call('release', club.key)).out).toEqual(['Tin Comets was not held']);
    const events = await t.db.query<{ action: string }[]>(
      'SELECT action FROM security_events WHERE fanclub_id = $1 ORDER BY id',
      [club.id],
    );
    expect(events.map(({ action }) => action)).toEqual(['fanclub.held', 'fanclub.released']);
  });

  it('refuses unknown keys, and other commands refuse a held fan club', async () => {
    for (const command of ['hold', 'release']) {
      expect(await call(command, 'nobody')).toMatchObject({
        code: 1,
        logged: ['No fan club has or had this key.'],
      });
      expect(await call(command)).toMatchObject({ code: 2 });
    }
    await hold();
    for (const command of [
      ['trust', club.key, 'https://shop.example'],
      ['key', 'create', 'fanclub', club.key],
    ]) {
      const { code, logged } = await call(...command);
      expect([code, logged[0]]).toEqual([
        1,
        expect.stringContaining('The fan club is held, so nothing was changed.'),
      ]);
    }
    expect((await call('doctor')).out.join('\n')).toMatch(
      /warning +held fan clubs +nothing of “Tin Comets” can be/,
    );
  });
});

describe('a write to a held fan club', () => {
  const logIn = (email: string, api = t.api.stranger()) => api.post('/login', { email, password: PASSWORD });

  it('waits for the release, and then succeeds', async () => {
    const { email } = await t.given.customer();
    await hold();
    const answer = logIn(email!);
    await waiting(1);
    const metrics = new Exposition(await prometheusText([await t.app.get(Metrics).collect()]));
    expect([metrics.value('fanclub_held_writes'), await sessions()]).toEqual([1, 0]);
    await release();
    expect((await answer).body).toMatchObject({ status: 'ok' });
    expect(await sessions()).toBe(1);
  });

  it('is refused as throttled if there is no release in time, and writes nothing', async () => {
    const { email } = await t.given.customer();
    await hold();
    const began = performance.now();
    const { code, body, headers } = await logIn(email!);
    expect(performance.now() - began).toBeGreaterThan(LONGEST - 50);
    expect([code, body, headers.get('retry-after')]).toEqual([200, REFUSED, '5']);
    const form = await t.api.form('/login', { email: email!, password: PASSWORD });
    expect([form.code, form.body]).toEqual([200, REFUSED]);
    const script = await t.api.jsonpPost('/contacts', { email: 'eve@x.example' });
    expect(script.body).toEqual(REFUSED);
    expect([await sessions(), await t.db.query('SELECT FROM contacts')]).toEqual([0, []]);
    await release();
    expect((await logIn(email!)).body).toMatchObject({ status: 'ok' });
  });

  it('is refused at once when the fan club leaves for another database', async () => {
    const { email } = await t.given.customer();
    const held = (await hold())!;
    const answer = logIn(email!);
    await waiting(1);
    const began = performance.now();
    await leaveFanclub(new Sql(t.db), held, 'cell 1');
    const { body, headers } = await answer;
    expect(performance.now() - began).toBeLessThan(LONGEST / 2);
    expect([body, headers.get('retry-after')]).toEqual([
      { status: 'error', messages: ['An error has occurred, please try again later.'] },
      '1',
    ]);
  });

  it('is refused at once while a quarter of the requests in flight waits, and other fan clubs are served', async () => {
    const other = await t.given.fanclub({});
    const { email } = await t.given.customer();
    const stranger = await t.given.customer({ fanclubId: other.id, email: 'eve@x.example' });
    await hold();
    const waited = [1, 2].map(() => logIn(email!));
    await waiting(2);
    const began = performance.now();
    expect((await logIn(email!)).body).toEqual(REFUSED);
    const other1 = await t.api
      .stranger()
      .post('/login', { email: stranger.email, password: PASSWORD }, { key: other.key });
    expect(other1.body).toMatchObject({ status: 'ok' });
    expect(performance.now() - began).toBeLessThan(LONGEST);
    await release();
    for (const answer of waited) expect((await answer).body).toMatchObject({ status: 'ok' });
  });

  it('is refused in the same way if it passed the guard just before the hold, which waits for it', async () => {
    const { id, email } = await t.given.customer();
    const lock = t.db.createQueryRunner();
    await lock.startTransaction();
    await lock.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [id]);
    const answer = logIn(email!);
    // The statement that opens the session waits for the lock.
    await untilWaiting(t, 1);
    let isHeld = false;
    const holding = hold().then((result) => ((isHeld = true), result));
    const seen = async () =>
      (await t.db.query<unknown[]>('SELECT FROM fanclubs WHERE held_at IS NOT NULL')).length;
    while ((await seen()) === 0) await sleep(5);
    expect(isHeld).toBe(false);
    await lock.rollbackTransaction();
    await lock.release();
    const { body, headers } = await answer;
    expect([body, headers.get('retry-after'), await sessions()]).toEqual([REFUSED, '5', 0]);
    expect(await holding).toMatchObject({ id: club.id });
  });
});

describe('a read of a held fan club', () => {
  it('succeeds, and does not record the use of a session', async () => {
    const customer = await t.given.customer();
    const api = await loggedIn(t, customer);
    const last = new Date(t.clock.now().getTime() - 600_000);
    await t.db.getRepository(Session).update({ customerId: customer.id }, { lastSeenAt: last });
    await hold();
    expect((await api.get('/account')).body).toMatchObject({ status: 'ok', customer: { id: customer.id } });
    for (const path of ['/fanclub', '/plans', '/contests', '/events', '/orders', '/account/status'])
      expect((await api.get(path)).body).not.toMatchObject({ status: 'error' });
    const [session] = await t.db.getRepository(Session).find();
    expect(session.lastSeenAt).toEqual(last);
  });

  it('by a partner succeeds, with the log instead of the audit', async () => {
    const { email, id } = await t.given.customer();
    const headers = { 'api-key': await t.given.organizationKey() };
    await hold();
    const { body } = await t.api.get('/search', { query: { email: email! }, headers });
    expect(body).toMatchObject({ status: 'ok', customer: { id } });
    expect(await t.db.getRepository(SearchAudit).count()).toBe(0);
  });

  it('on a page succeeds; a form, and a page that writes, answer 503 with a page', async () => {
    const { email } = await t.given.customer();
    const pages = new Pages(t.origin);
    await hold();
    const login = await pages.open(`/fanclubs/${club.id}/login`);
    expect(login.status).toBe(200);
    const sent = await login.submit({ email: email!, password: PASSWORD });
    expect([sent.status, sent.heading, sent.headers['retry-after']]).toEqual([503, 'Please try again', '5']);
    expect(sent.html).toContain('This fan club is being worked on');
  });
});

describe('a payment at a held fan club', () => {
  it('is observed after the release: the return page and the event of the provider answer 503', async () => {
    const bank = await openBank(t);
    const plan = await t.given.plan({ price: '20.00' });
    const customer = await t.given.customer();
    const pages = new Pages(t.origin);
    pages.http.cookies.set(...sessionCookie(t, club.id, await t.given.session({ customer })));
    const placing = await (await pages.open(`/fanclubs/${club.id}/plans/${plan.id}/checkout`)).submit();
    const order = await openPlaced(t, pages, placing);
    await hold();
    await payByCard(t, order.links['Go to the payment']);
    const back = `${order.path}/return`;
    expect((await pages.open(back)).status).toBe(503);
    const [event] = await t.db.query<{ body: string }[]>(
      `SELECT (jsonb_build_object('id', ref) || content)::text AS body FROM demo_bank.objects WHERE kind = 'event'`,
    );
    expect(await sendEvent(t.origin, bank, event.body, t.clock.now())).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    });
    expect(log.messages('error')).not.toContain('payment event not stored');
    await release();
    expect(await sendEvent(t.origin, bank, event.body, t.clock.now())).toMatchObject({ status: 200 });
    expect((await pages.open(back)).status).toBeLessThan(400);
    expect(await t.db.getRepository(Subscription).count()).toBe(1);
  });
});

describe('staff of a held fan club', () => {
  it('read, and are told why they cannot write', async () => {
    const kim = await staffOf(t);
    const path = `/fanclubs/${club.id}/events`;
    await hold();
    expect((await kim.get(path)).status).toBe(200);
    const venue = { name: 'Rockefeller', city: 'Oslo', country: 'NO' };
    const event = { title: 'Oslo', start: '2026-09-01T19:00:00+02:00', time_zone: 'Europe/Oslo', venue };
    const { status, headers, body } = await kim.post(path, event);
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '5',
      expect.objectContaining({
        type: '/staff/problems/unavailable',
        detail: 'This fan club is held for maintenance. Nothing was changed. Please try again later.',
      }),
    ]);
    await release();
    expect((await kim.post(path, event)).status).toBe(201);
  });
});

describe('a job', () => {
  const putOff = () =>
    t.db.query<{ attempts: number }[]>(
      `SELECT attempts FROM graphile_worker.jobs WHERE starts_with(key, 'held:')`,
    );

  it('of a held fan club is put off until the release, and no attempt counts', async () => {
    const server = await MailServer.start();
    await queueMails(t);
    await hold();
    const running = startWorker(t.config.database.url, { SMTP_URL: server.url });
    while ((await putOff()).length === 0) await sleep(20);
    expect(await putOff()).toEqual([{ attempts: 0 }]);
    await release();
    await server.arrived(1, 10);
    await running.logged('mail sent');
    await running.worker.stop();
    await server.stop();
    const [mail] = await t.db.getRepository(Mail).find();
    expect(mail).toMatchObject({ attempts: 1, lastError: null });
    expect(mail.sentAt).toBeInstanceOf(Date);
  });

  it('that sends a mail while the hold begins sends it once', async () => {
    const server = await MailServer.start();
    server.hold = async () => void (await hold());
    await queueMails(t);
    const running = startWorker(t.config.database.url, { SMTP_URL: server.url });
    while ((await putOff()).length === 0) await sleep(20);
    await release();
    const sent = async () => (await t.db.getRepository(Mail).find())[0].sentAt;
    while (!(await sent())) await sleep(20);
    await running.worker.stop();
    await server.stop();
    expect(server.received).toHaveLength(1);
  });

  it('that runs for all fan clubs leaves out those that are held', async () => {
    const other = await t.given.fanclub({});
    const expiresAt = new Date('2020-01-01');
    for (const { id } of [club, other])
      await t.given.session({
        customer: await t.given.customer({ fanclubId: id, email: `c${id}@x.example` }),
        expiresAt,
      });
    await hold();
    for (const { name, schedule } of t.app.get(Jobs).all()) if (schedule) await runJob(t, name);
    expect(await t.db.getRepository(Session).find()).toMatchObject([{ fanclubId: club.id }]);
    await release();
    await runJob(t, 'sessions.purge');
    expect(await sessions()).toBe(0);
  });
});

/** Resolves when so many writes wait. It must see them before they are refused. */
async function waiting(count: number): Promise<void> {
  const held = t.app.get(HeldWrites);
  const end = performance.now() + 10 * LONGEST;
  while (held.waitingWrites !== count) {
    if (performance.now() > end) throw new Error(`${held.waitingWrites} writes wait`);
    await sleep(1);
  }
}
