import type { IncomingMessage } from 'node:http';
import type { Page } from 'playwright-core';
import { Customer } from '#domains/accounts/customer.entity';
import { ContestEntry, type Contest } from '#domains/contests/contest.entity';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { freePort } from '../support/free-port';
import type { FanclubWithKey } from '#platform/tenants/tenants.samples';
import { testApp } from '../support/start-test-app';
import { browser } from './chromium';
import { ask, startWebsite, type Way, type Website } from './websites';

const EMAIL = 'ada@engine.example';
/** Values that only she may read. */
const PRIVATE = /ada@engine\.example|"logged_in":true|Ada/;
const chromium = browser();

let trusted: Website;
let foreign: Website;
beforeAll(async () => {
  [trusted, foreign] = await Promise.all([startWebsite(), startWebsite()]);
});
afterAll(() => [trusted, foreign].forEach((site) => site.close()));

/**
 * Both websites are on 127.0.0.1, so a browser treats them as one site and sends the cookie from either. Only the
 * origin check tells them apart. The service is on the same site in the mode `lax`, and on another in the mode `cross-site`.
 */
describe.each([
  ['lax', '127.0.0.1'],
  ['cross-site', 'localhost'],
] as const)('in the cookie mode %s', (mode, host) => {
  const t = testApp(async () => {
    const port = String(await freePort());
    return { PORT: port, PUBLIC_URL: `http://${host}:${port}`, SESSION_COOKIE_MODE: mode };
  });

  let club: FanclubWithKey;
  let contest: Contest;
  let page: Page;
  /** The requests that the service received. */
  let asked: IncomingMessage[];

  beforeAll(() => t.app.getHttpServer().on('request', (request: IncomingMessage) => asked.push(request)));
  beforeEach(async () => {
    asked = [];
    club = await t.given.fanclub();
    await t.given.trustedDomain({ origin: trusted.origin });
    await t.given.customer({ email: EMAIL, firstName: 'Ada' });
    contest = await t.given.contest();
    page = await chromium.visitor();
    await page.goto(trusted.origin);
  });

  const api = (path: string, query: Record<string, string> = {}) =>
    `${t.config.publicUrl}/api/v1${path}?${new URLSearchParams({ key: club.key, ...query }).toString()}`;
  const hosted = (path: string) => `${t.config.publicUrl}/fanclubs/${club.id}/${path}`;
  const cookieCame = () =>
    asked.some(({ headers }) => headers.cookie?.includes(`fanclub_session_${club.id}=`));

  const logIn = async () =>
    JSON.parse(
      await ask(page, 'byXhr', 'POST', api('/login'), { email: EMAIL, password: PASSWORD }),
    ) as object;
  const account = async () => JSON.parse(await ask(page, 'byFetch', api('/account'))) as object;
  const LOGGED_IN = { status: 'ok', customer: { email: EMAIL } };

  const stored = async () => ({
    customers: await t.db.getRepository(Customer).find(),
    sessions: await t.db.getRepository(Session).find(),
    entries: await t.db.getRepository(ContestEntry).count(),
  });

  describe('a trusted page', () => {
    it('logs in, reads the account, and is still logged in after a reload', async () => {
      expect(await logIn()).toMatchObject(LOGGED_IN);
      expect(await account()).toMatchObject(LOGGED_IN);
      await page.reload();
      expect(await account()).toMatchObject(LOGGED_IN);
      expect(JSON.parse(await ask(page, 'byXhr', 'GET', api('/account/status')))).toMatchObject({
        logged_in: true,
      });
    });

    it('logs out, and the browser drops the cookie', async () => {
      await logIn();
      expect(await page.context().cookies()).toHaveLength(1);
      expect(JSON.parse(await ask(page, 'byFetch', api('/logout')))).toEqual({ status: 'ok' });
      expect(await page.context().cookies()).toEqual([]);
      expect(await account()).toEqual({ status: 'ok', customer: null });
    });

    it('sends forms, both by script and as an HTML form', async () => {
      await logIn();
      const body = 'first_name=Augusta';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const changed = await ask(page, 'byFetch', api('/account'), { method: 'POST', headers, body });
      expect(JSON.parse(changed)).toMatchObject({ status: 'ok', customer: { first_name: 'Augusta' } });
      await ask(page, 'byForm', api(`/contests/${contest.id}/enter`), { any: 'thing' });
      expect((await stored()).entries).toBe(1);
    });

    it('reads and writes by script tags, like jQuery', async () => {
      const write = (path: string, fields: Record<string, string> = {}) =>
        ask(page, 'byScript', api(path, { ...fields, _method: 'POST' }));
      expect(JSON.parse(await ask(page, 'byScript', api('/account')))).toEqual({
        status: 'ok',
        customer: null,
      });
      expect(JSON.parse(await write('/login', { email: EMAIL, password: PASSWORD }))).toMatchObject(
        LOGGED_IN,
      );
      expect(JSON.parse(await ask(page, 'byScript', api('/account')))).toMatchObject(LOGGED_IN);
      expect(JSON.parse(await write(`/contests/${contest.id}/enter`))).toMatchObject({ status: 'ok' });
      await page.reload();
      const changed = { status: 'ok', customer: { first_name: 'Augusta' } };
      expect(JSON.parse(await write('/account', { first_name: 'Augusta' }))).toMatchObject(changed);
      expect((await stored()).entries).toBe(1);
      expect(await account()).toMatchObject(changed);
      expect(JSON.parse(await ask(page, 'byScript', api('/logout')))).toEqual({ status: 'ok' });
      expect(await account()).toEqual({ status: 'ok', customer: null });
    });

    it('reads the messages of refusals', async () => {
      const refusal = await ask(page, 'byXhr', 'POST', api('/login'), { email: EMAIL, password: 'wrong' });
      expect(JSON.parse(refusal)).toMatchObject({
        messages: ['Email and password combination is incorrect.'],
      });
      expect(JSON.parse(await ask(page, 'byFetch', api('/nowhere')))).toMatchObject({ status: 'error' });
    });
  });

  describe.each([
    ['a foreign page', '/'],
    ['a foreign page that sends no Referer', '/hidden'],
  ])('%s', (_, path) => {
    /** The attacker's page, in the victim's browser. */
    let attack: Page;
    beforeEach(async () => {
      expect(await logIn()).toMatchObject(LOGGED_IN);
      attack = await page.context().newPage();
      await attack.goto(foreign.origin + path);
      asked = [];
    });

    const eve = { email: 'eve@evil.example', password: PASSWORD };
    const EVE = new URLSearchParams(eve).toString();
    const change = { first_name: 'Eve', email: 'eve@elsewhere.example' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(change).toString();

    /** The attempts, by the kind of request that a page can send. */
    const attempts = (): Record<string, [name: string, way: Way, ...parameters: unknown[]][]> => {
      const enter = api(`/contests/${contest.id}/enter`);
      const unread = { method: 'POST', mode: 'no-cors' };
      return {
        fetch: [
          ['account', 'byFetch', api('/account')],
          ['account, unread', 'byFetch', api('/account'), { mode: 'no-cors' }],
          ['orders', 'byFetch', api('/orders')],
          ['log-out', 'byFetch', api('/logout')],
          ['log-out, unread', 'byFetch', api('/logout'), { mode: 'no-cors' }],
          ['change, as JSON', 'byXhr', 'POST', api('/account'), change],
          ['change, as text', 'byFetch', api('/account'), { ...unread, body: JSON.stringify(change) }],
          ['change, as form', 'byFetch', api('/account'), { ...unread, headers: form, body }],
          ['enter', 'byFetch', enter, unread],
          ['another log-in', 'byFetch', api('/login'), { ...unread, headers: form, body: EVE }],
          ['hosted page', 'byFetch', hosted('logout')],
        ],
        form: [
          ['change', 'byForm', api('/account'), change],
          ['enter', 'byForm', enter, {}],
          ['another log-in', 'byForm', api('/login'), eve],
          ['log-out', 'byForm', api('/logout'), { key: club.key }, 'GET'],
          ['hosted log-out', 'byForm', hosted('logout'), { form_token: 'guess' }],
          ['hosted log-in', 'byForm', hosted('login'), eve],
        ],
        'script tag': [
          ['account', 'byScript', api('/account')],
          ['orders', 'byScript', api('/orders')],
          ['status', 'byScript', api('/account/status')],
          ['log-out', 'byScript', api('/logout')],
          ['change', 'byScript', api('/account', { ...change, _method: 'POST' })],
          ['enter', 'byScript', `${enter}&_method=post`],
          ['another log-in', 'byScript', api('/login', { ...eve, _method: 'POST' })],
        ],
        image: [
          ['account', 'byImage', api('/account')],
          ['log-out', 'byImage', api('/logout')],
          ['change', 'byImage', api('/account', { ...change, _method: 'POST', callback: 'cb' })],
          ['hosted page', 'byImage', hosted('logout')],
        ],
      };
    };

    it.each(['fetch', 'form', 'script tag', 'image'])(
      'can neither read nor change data by %s',
      async (means) => {
        await t.given.customer({ email: eve.email });
        const before = await stored();
        for (const [name, way, ...parameters] of attempts()[means]) {
          asked = [];
          const learned = await ask(attack, way, ...parameters);
          expect([name, asked.length]).not.toEqual([name, 0]);
          expect([name, PRIVATE.exec(learned)]).toEqual([name, null]);
          expect([name, await stored()]).toEqual([name, before]);
          expect([name, await account()]).toMatchObject([name, LOGGED_IN]);
        }
        await page.reload();
        expect(await account()).toMatchObject(LOGGED_IN);
      },
    );

    it('sent the victim’s cookie with each request', async () => {
      await ask(attack, 'byFetch', api('/account'));
      expect(cookieCame()).toBe(true);
      asked = [];
      await ask(attack, 'byImage', api('/logout'));
      expect(cookieCame()).toBe(true);
    });
  });
});
