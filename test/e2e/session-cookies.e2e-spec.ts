import type { FastifyReply } from 'fastify';
import { countStatements, HttpClient } from '#libs/testing';
import { SessionCookies } from '#libs/session';
import type { Customer } from '#domains/accounts/customer.entity';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import type { Answer, Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { FOREIGN, TRUSTED, trustWebsite } from '../support/provenances';
import { testApp } from '../support/start-test-app';

const t = testApp();

const DAY = 86_400;
const CLEARED = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax';

let ada: Customer;
let name: string;
let formerName: string;

beforeEach(async () => {
  await trustWebsite(t);
  ada = await t.given.customer({ email: 'ada@x.example' });
  formerName = `fanclub_session_${ada.fanclubId}`;
  name = `__Host-${formerName}`;
});

const cookiesOf = ({ headers }: Answer): string[] => headers.getSetCookie();
const status = async (api: Api): Promise<boolean> => (await api.get('/account/status')).body.logged_in;
const idOf = async (api: Api): Promise<number | null> =>
  (await api.get('/account')).body.customer?.id ?? null;

/** A session of Ada's in a cookie as issued before the name had its prefix. */
async function formerCookie(): Promise<string> {
  const token = await t.given.session({ customer: ada });
  let cookie = '';
  const setCookie = (_: string, value: string) => (cookie = encodeURIComponent(value));
  const reply = { server: t.app.getHttpAdapter().getInstance(), request: {}, setCookie };
  const cookies = new SessionCookies({ prefix: 'fanclub_session', mode: 'lax' });
  cookies.set(reply as unknown as FastifyReply, ada.fanclubId, token, 60);
  return cookie;
}

describe('a request whose session has ended', () => {
  const ends: [string, () => Promise<unknown>][] = [
    ['logged out elsewhere', () => t.db.query('UPDATE sessions SET revoked_at = now()')],
    ['unused for a week', async () => t.clock.advance(8 * DAY)],
    ['a month old', async () => t.clock.advance(31 * DAY)],
    ['deleted', () => t.db.getRepository(Session).deleteAll()],
  ];

  it.each(ends)('clears the cookie, so that the next status is correct: %s', async (_, end) => {
    const browser = await loggedIn(t, ada);
    await end();
    expect(await status(browser)).toBe(true);
    const answer = await browser.get('/account');
    expect(answer.body).toEqual({ status: 'ok', customer: null });
    expect(cookiesOf(answer)).toEqual([`${name}=; ${CLEARED}`]);
    expect(await status(browser)).toBe(false);
  });

  it.each(['GET /events', 'GET /orders', 'POST /account', 'GET /contests', 'POST /contests/1/enter'])(
    'clears it on every endpoint that reads the session: %s',
    async (route) => {
      const browser = await loggedIn(t, ada);
      await t.db.getRepository(Session).deleteAll();
      const [method, path] = route.split(' ');
      expect(cookiesOf(await browser.request(method, path))).toEqual([`${name}=; ${CLEARED}`]);
      expect(await status(browser)).toBe(false);
    },
  );

  it('clears it even if the answer is cached for visitors without a session', async () => {
    await t.api.get('/events');
    await t.api.get('/events');
    const browser = await loggedIn(t, ada);
    await t.db.getRepository(Session).deleteAll();
    expect(cookiesOf(await browser.get('/events'))).toHaveLength(1);
    const counter = countStatements();
    expect(cookiesOf(await browser.get('/events'))).toEqual([]);
    expect(cookiesOf(await t.api.get('/events'))).toEqual([]);
    expect(counter.stop()).toEqual([]);
  });

  it.each(['anything', 'x'.repeat(4_000), 'AAAA%3BAAAA'])(
    'clears a cookie that cannot be opened: %.20s',
    async (value) => {
      const browser = t.api.withCookie(name, value);
      expect(cookiesOf(await browser.get('/account'))).toEqual([`${name}=; ${CLEARED}`]);
      expect(await status(browser)).toBe(false);
    },
  );

  it('clears nothing for an untrusted page', async () => {
    const browser = await loggedIn(t, ada);
    await t.db.getRepository(Session).deleteAll();
    for (const headers of [{ origin: FOREIGN }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      expect(cookiesOf(await browser.get('/account', { headers }))).toEqual([]);
      expect(await status(browser)).toBe(true);
    }
    expect(cookiesOf(await browser.get('/account', { headers: { origin: TRUSTED } }))).toHaveLength(1);
  });

  it('clears nothing while the session lives, or on routes that do not read a session', async () => {
    const browser = await loggedIn(t, ada);
    expect(cookiesOf(await browser.get('/account'))).toEqual([]);
    await t.db.getRepository(Session).deleteAll();
    expect(cookiesOf(await browser.get('/account/status'))).toEqual([]);
    expect(cookiesOf(await browser.get('/fanclub'))).toEqual([]);
  });

  it('clears nothing if the session cannot be looked up', async () => {
    const browser = await loggedIn(t, ada);
    await t.db.query('ALTER TABLE sessions RENAME TO elsewhere');
    try {
      expect(cookiesOf(await browser.get('/account'))).toEqual([]);
    } finally {
      await t.db.query('ALTER TABLE elsewhere RENAME TO sessions');
    }
    expect(await idOf(browser)).toBe(ada.id);
  });

  it('gets the new cookie, not a cleared one, when it logs in', async () => {
    const browser = t.api.withCookie(name, 'dead');
    const answer = await browser.post('/login', { email: 'ada@x.example', password: PASSWORD });
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(new RegExp(`^${name}=[^;]{50,}; Max-Age=2592000`)),
    ]);
    expect(await idOf(browser)).toBe(ada.id);
  });
});

describe('with HTTPS', () => {
  it('the cookie is __Host-fanclub_session_<id>: Secure, Path=/, no Domain', async () => {
    const answer = await t.api.post('/login', { email: 'ada@x.example', password: PASSWORD });
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(
        new RegExp(`^${name}=[^;]+; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax$`),
      ),
    ]);
  });

  it('the old name is still read, and replaced by the new one with the same expiry', async () => {
    const browser = t.api.withCookie(formerName, await formerCookie());
    expect(await status(browser)).toBe(true);
    const answer = await browser.get('/account');
    expect(answer.body.customer.id).toBe(ada.id);
    const [issued, cleared, ...others] = cookiesOf(answer);
    const [, end] = new RegExp(
      `^${name}=[^;]{50,}; Path=/; Expires=([^;]+); HttpOnly; Secure; SameSite=Lax$`,
    ).exec(issued)!;
    expect(Math.abs(Date.parse(end) - Date.now() - 30 * DAY * 1000)).toBeLessThan(60_000);
    expect([cleared, others]).toEqual([`${formerName}=; ${CLEARED}`, []]);
    expect(browser.cookies).toMatch(new RegExp(`^${name}=[^;]+$`));
    expect([await idOf(browser), await status(browser)]).toEqual([ada.id, true]);
  });

  it('the old name is read for its lifetime only', async () => {
    const value = await formerCookie();
    const later = Date.now() + 31 * DAY * 1000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    try {
      expect(await idOf(t.api.withCookie(formerName, value))).toBeNull();
    } finally {
      clock.mockRestore();
    }
  });

  it('a cookie of the new name does not work under the old one, which other hosts of the domain can set', async () => {
    const [, value] = (await loggedIn(t, ada)).cookies.split('=');
    const planted = t.api.withCookie(formerName, value);
    const answer = await planted.get('/account');
    expect(answer.body.customer).toBeNull();
    expect(planted.cookies).toBe('');
  });

  it('the new name takes precedence if both are sent', async () => {
    const eve = await t.given.customer();
    const browser = await loggedIn(t, eve);
    const both = `${formerName}=${await formerCookie()}; ${browser.cookies}`;
    expect((await t.api.get('/account', { headers: { cookie: both } })).body.customer.id).toBe(eve.id);
  });

  it('GET /account/status accepts either name', async () => {
    expect(await status(t.api.withCookie(formerName, 'anything'))).toBe(true);
    expect(await status(t.api.withCookie(name, 'anything'))).toBe(true);
    expect(await status(t.api.withCookie(`x${name}`, 'anything'))).toBe(false);
  });

  it('GET /logout clears both names', async () => {
    const cookie = `${formerName}=${await formerCookie()}; ${name}=${(await loggedIn(t, ada)).cookies.split('=')[1]}`;
    const answer = await t.api.get('/logout', { headers: { cookie } });
    expect(cookiesOf(answer)).toEqual([`${name}=; ${CLEARED}`, `${formerName}=; ${CLEARED}`]);
  });

  it('GET /logout in a session of the old name ends it', async () => {
    const browser = t.api.withCookie(formerName, await formerCookie());
    await browser.get('/logout');
    expect(browser.cookies).toBe('');
    expect(await t.db.getRepository(Session).find()).toMatchObject([{ revokedAt: t.clock.now() }]);
  });

  it('a log-in replaces a cookie of the old name', async () => {
    const browser = t.api.withCookie(formerName, await formerCookie());
    await browser.post('/login', { email: 'ada@x.example', password: PASSWORD });
    expect(browser.cookies).toMatch(new RegExp(`^${name}=[^;]+$`));
    expect(await idOf(browser)).toBe(ada.id);
  });
});

describe('without HTTPS', () => {
  const plain = testApp({ PUBLIC_URL: 'http://localhost:3000' });

  it('the cookie has the plain name, as browsers would refuse the other', async () => {
    const customer = await plain.given.customer({ email: 'ada@x.example' });
    const answer = await plain.api.post('/login', { email: 'ada@x.example', password: PASSWORD });
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(new RegExp(`^fanclub_session_${customer.fanclubId}=[^;]+; Max-Age=2592000; `)),
    ]);
    expect((await plain.api.get('/account')).body.customer.id).toBe(customer.id);
    const http = new HttpClient(`${plain.origin}/api/v1`, { cookie: `__Host-${plain.api.cookies}` });
    const { key } = await plain.given.fanclub();
    expect((await http.get<{ logged_in: boolean }>(`/account/status?key=${key}`)).json.logged_in).toBe(false);
  });

  const ask = async (origin: string) => {
    const customer = await plain.given.customer();
    const { body, headers } = await (
      await loggedIn(plain, customer)
    ).get('/account', { headers: { origin } });
    return [body.customer !== null, headers.get('access-control-allow-origin')];
  };

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'pages of every loopback name with the port of PUBLIC_URL are trusted: %s',
    async (origin) => expect(await ask(origin)).toEqual([true, origin]),
  );

  it.each(['http://127.0.0.1:3001', 'https://127.0.0.1:3000', 'http://127.0.0.2:3000', 'http://localhost'])(
    'pages of no other name are trusted: %s',
    async (origin) => expect(await ask(origin)).toEqual([false, null]),
  );
});
