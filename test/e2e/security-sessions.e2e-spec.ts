import { type FastifyReply, fastify } from 'fastify';
import { registerSessions, SessionCookies } from '#libs/session';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import type { Answer, Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

const [NEWEST, OLDER, DROPPED] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));
const DAY = 86_400;

// The keys after a rotation: cookies that the older key sealed still open.
const t = testApp({ SESSION_KEYS: [NEWEST, OLDER].map((key) => key.toString('base64')).join() });

const whoIs = async (api: Api): Promise<number | null> => {
  const { body } = await api.get('/account');
  expect(body.status).toBe('ok');
  return body.customer?.id ?? null;
};
const logIn = (api: Api, email: string | null): Promise<Answer> =>
  api.post('/login', { email, password: PASSWORD });

/** A client with a copy of another client's current cookies. */
const thiefOf = (api: Api): Api => api.at(t.origin);

/** A session cookie of the test's fan club, sealed with a key, in the form of the Cookie header. */
async function sealedBy(key: Buffer, token: string): Promise<{ name: string; value: string }> {
  const server = fastify();
  await registerSessions(server, { keys: [key], lifetime: 30 * DAY });
  await server.ready();
  let cookie: { name: string; value: string } | undefined;
  const setCookie = (name: string, value: string) => (cookie = { name, value: encodeURIComponent(value) });
  const { id } = await t.given.fanclub();
  new SessionCookies({ prefix: 'fanclub_session', mode: 'lax', secure: true }).set(
    { server, request: {}, setCookie } as unknown as FastifyReply,
    id,
    token,
    60,
  );
  await server.close();
  return cookie!;
}

describe('a copied session cookie is worthless', () => {
  async function robbed() {
    const customer = await t.given.customer();
    const { api } = t;
    await logIn(api, customer.email);
    const thief = thiefOf(api);
    expect(await whoIs(thief)).toBe(customer.id);
    return { customer, api, thief };
  }

  it('after the log-out', async () => {
    const { api, thief } = await robbed();
    await api.get('/logout');
    expect(await whoIs(thief)).toBeNull();
  });

  it('after a log-out whose answer never reached the browser', async () => {
    const { api, thief } = await robbed();
    await thiefOf(api).get('/logout');
    expect([await whoIs(api), await whoIs(thief)]).toEqual([null, null]);
  });

  it('after the next log-in in the same browser', async () => {
    const { customer, api, thief } = await robbed();
    await logIn(api, customer.email);
    expect([await whoIs(api), await whoIs(thief)]).toEqual([customer.id, null]);
  });

  it('after a change of the password, which keeps the changing browser logged in', async () => {
    const { customer, api, thief } = await robbed();
    const password = 'another correct horse';
    const change = { current_password: PASSWORD, password, password_confirmation: password };
    expect((await api.post('/account', change)).body.status).toBe('ok');
    expect([await whoIs(api), await whoIs(thief)]).toEqual([customer.id, null]);
  });

  it('as soon as its customer is blacklisted', async () => {
    const { api, thief } = await robbed();
    await t.db.query('UPDATE customers SET blacklisted = true');
    expect([await whoIs(api), await whoIs(thief)]).toEqual([null, null]);
  });

  it.each([
    ['after seven days without use', 7],
    ['after thirty days', 30],
  ])('%s', async (_, days) => {
    const { customer, thief } = await robbed();
    for (let day = 1; day < days; day += 1) {
      t.clock.advance(DAY);
      if (days > 7) expect(await whoIs(thief)).toBe(customer.id);
    }
    t.clock.advance(DAY);
    expect(await whoIs(thief)).toBeNull();
  });
});

describe('a planted session cookie', () => {
  it('is not adopted by a log-in, whether it is meaningless or the attacker’s', async () => {
    const [victim, planter] = [await t.given.customer(), await t.given.customer()];
    const token = 'A'.repeat(43);
    const planted = [
      await sealedBy(NEWEST, token).then(({ name, value }) => t.api.withCookie(name, value)),
      await loggedIn(t, planter),
    ];
    for (const browser of planted) {
      const before = browser.cookies;
      const thief = thiefOf(browser);
      expect((await logIn(browser, victim.email)).body.status).toBe('ok');
      expect(await whoIs(browser)).toBe(victim.id);
      expect(browser.cookies).not.toBe(before);
      expect(await whoIs(thief)).toBeNull();
    }
    const rows = await t.db.getRepository(Session).find();
    expect(new Set(rows.map(({ tokenHash }) => tokenHash.toString('hex'))).size).toBe(rows.length);
  });
});

describe('after the sealing keys of session cookies are rotated', () => {
  async function browserWith(key: Buffer) {
    const customer = await t.given.customer();
    const token = await t.given.session({ customer });
    const { name, value } = await sealedBy(key, token);
    return { customer, token, name, api: t.api.withCookie(name, value) };
  }

  it('a cookie of the older key works, and is sent again, sealed with the newest', async () => {
    const since = Date.now();
    const { customer, name, api } = await browserWith(OLDER);
    const before = api.cookies;

    const { body, headers } = await api.get('/account');

    expect(body.customer.id).toBe(customer.id);
    const [cookie, ...others] = headers.getSetCookie();
    expect([cookie.split('=')[0], others]).toEqual([name, []]);
    const [, end] = /; Path=\/; Expires=([^;]+); HttpOnly; Secure; SameSite=Lax$/.exec(cookie) ?? [];
    expect(Math.abs(Date.parse(end) - since - 30 * DAY * 1000)).toBeLessThan(60_000);
    expect(api.cookies).not.toBe(before);

    const again = await api.get('/account');
    expect([again.body.customer.id, again.headers.getSetCookie()]).toEqual([customer.id, []]);
  });

  it('a log-out clears a cookie of the older key', async () => {
    const { name, api } = await browserWith(OLDER);
    const { headers } = await api.get('/logout');
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(`^${name}=; Max-Age=0; `)]);
    expect(await whoIs(api)).toBeNull();
  });

  it('a cookie of an ended session is cleared, not sent again', async () => {
    const { api, name } = await browserWith(OLDER);
    await t.db.query('UPDATE sessions SET revoked_at = now()');
    const { body, headers } = await api.get('/account');
    expect(body).toEqual({ status: 'ok', customer: null });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(`^${name}=; Max-Age=0; `)]);
  });

  it('a cookie of a removed key is ignored and cleared', async () => {
    const { api, name } = await browserWith(DROPPED);
    const { code, body, headers } = await api.get('/account');
    expect([code, body]).toEqual([200, { status: 'ok', customer: null }]);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(`^${name}=; Max-Age=0; `)]);
  });
});
