import type { BearerTokens } from '#platform/access';
import { Session } from '#platform/access/session.entity';
import { SecurityEventRow } from '#platform/audit/security-event.entity';
import { PASSWORD } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Answer, Api, RequestOptions } from '../support/api';
import { withSession } from '../support/logged-in';
import { Pages, type VisitedPage } from '../support/pages';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026; sessions live 30 days, or 7 without a request.
const t = testApp();

const SITE = 'https://lanterns.example';
const LOG_IN = 'Please log in to access your online benefits.';
const NOON = Date.UTC(2026, 5, 15, 12) / 1000;
const FORBIDDEN = 'This website is not allowed to use this API.';

let customer: Customer;
beforeEach(async () => {
  await t.given.fanclub({ siteUrl: SITE });
  for (const origin of ['https://shop.example', 'http://plain.example'])
    await t.given.trustedDomain({ origin });
  customer = await t.given.customer({ email: 'ada@x.example' });
});

const logIn = (headers: Record<string, string> = {}): Promise<Answer> =>
  t.api.stranger().post('/login', { email: 'ada@x.example', password: PASSWORD, tokens: true }, { headers });

const tokensOf = async (headers?: Record<string, string>): Promise<BearerTokens> =>
  (await logIn(headers)).body.access;

const bearer = (token: string, headers: Record<string, string> = {}): RequestOptions => ({
  headers: { authorization: `Bearer ${token}`, ...headers },
});

const refresh = (token: string, headers: Record<string, string> = {}): Promise<Answer> =>
  t.api.stranger().post('/refresh', { refresh_token: token }, { headers });

/** The customer whom a client sees, by its id; null: nobody is logged in. */
const seen = async (token: string, headers?: Record<string, string>, api: Api = t.api.stranger()) =>
  (await api.get('/account', bearer(token, headers))).body.customer?.id ?? null;

const sessions = (): Promise<Session[]> => t.db.getRepository(Session).find({ order: { id: 'ASC' } });

describe('a log-in that asks for tokens', () => {
  it('answers with both tokens and their ends in seconds, and sets no cookie', async () => {
    const answer = await logIn();
    expect(answer.body).toMatchObject({ status: 'ok', customer: { id: customer.id } });
    expect(answer.body.access).toEqual({
      access_token: expect.stringMatching(/^[\w.-]{100,}$/),
      access_token_expiration: NOON + 600,
      refresh_token: expect.stringMatching(/^[\w.-]{100,}$/),
      refresh_token_expiration: NOON + 7 * 86_400,
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('works as a form too, and not by any other value', async () => {
    const form = { email: 'ada@x.example', password: PASSWORD };
    const asked = await t.api.stranger().form('/login', { ...form, tokens: 'true' });
    expect(await seen(asked.body.access.access_token)).toBe(customer.id);
    for (const tokens of [false, null, 'no', 0]) {
      const other = await t.api.stranger().post('/login', { ...form, tokens });
      expect([tokens, 'access' in other.body, other.cookies.length]).toEqual([tokens, false, 1]);
    }
  });

  it('opens one session, which the access token names for ten minutes', async () => {
    const { access_token: token } = await tokensOf();
    expect(await sessions()).toHaveLength(1);
    expect(await seen(token)).toBe(customer.id);
    t.clock.advance(599);
    expect(await seen(token)).toBe(customer.id);
    t.clock.advance(1);
    expect(await seen(token)).toBeNull();
  });
});

describe('an access token', () => {
  it('counts before a cookie, also if it is invalid, and lets its bearer write without cookies', async () => {
    const other = await t.given.customer({ email: 'eve@x.example' });
    const browser = t.api.stranger();
    await browser.post('/login', { email: other.email, password: PASSWORD });
    const { access_token: token } = await tokensOf();
    expect(await seen(token, {}, browser)).toBe(customer.id);
    expect(await seen('x', {}, browser)).toBeNull();
    const changed = await browser.post('/account', { first_name: 'Ada' }, bearer(token));
    expect([changed.body.status, changed.headers.getSetCookie()]).toEqual(['ok', []]);
    expect((await browser.get('/account', bearer(token))).body.customer).toMatchObject({
      id: customer.id,
      first_name: 'Ada',
    });
    expect((await browser.get('/account')).body.customer.id).toBe(other.id);
  });

  it('is refused in any other form, by another fan club, and instead of a refresh token', async () => {
    const { access_token: token, refresh_token: other } = await tokensOf();
    for (const value of [
      `Basic ${token}`,
      `Bearer ${token} x`,
      token,
      'Bearer',
      `Bearer ${token}x`,
      `Bearer ${other}`,
    ])
      expect([
        value,
        (await t.api.stranger().get('/account', { headers: { authorization: value } })).body,
      ]).toEqual([value, { status: 'ok', customer: null }]);
    const { key } = await t.given.anotherFanclub();
    const elsewhere = await t.api.stranger().get('/account', { ...bearer(token), key });
    expect(elsewhere.body).toEqual({ status: 'ok', customer: null });
    expect((await refresh(token)).body).toEqual({ status: 'error', messages: [LOG_IN] });
  });

  it('is bound to the origin that got it, and gives untrusted origins nothing', async () => {
    const { access_token: token, refresh_token: next } = await tokensOf({ origin: SITE });
    expect(await seen(token, { origin: SITE })).toBe(customer.id);
    for (const origin of ['https://shop.example', 'https://evil.example', undefined])
      expect([origin, await seen(token, origin === undefined ? {} : { origin })]).toEqual([origin, null]);
    expect((await refresh(next, { origin: 'https://shop.example' })).body.messages).toEqual([LOG_IN]);
    expect((await refresh(next, { origin: SITE })).body.status).toBe('ok');
    const { access_token: ofProgram, refresh_token: nextOfProgram } = await tokensOf();
    expect(await seen(ofProgram, { origin: 'https://evil.example' })).toBeNull();
    expect((await logIn({ origin: 'https://evil.example' })).body.messages).toEqual([FORBIDDEN]);
    expect((await refresh(nextOfProgram, { origin: 'https://evil.example' })).body.messages).toEqual([
      FORBIDDEN,
    ]);
  });

  it('is found for an address in another spelling, and by a page of the own origin without `Origin`', async () => {
    const { access_token: token } = await tokensOf();
    const path = `${t.origin}/%61pi/v1/account?key=${(await t.given.fanclub()).key}`;
    const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.example' };
    expect(await (await fetch(path, { headers })).json()).toEqual({ status: 'ok', customer: null });
    const { origin } = new URL(t.config.publicUrl);
    const { access_token: own } = await tokensOf({ origin });
    expect(await seen(own, { 'sec-fetch-site': 'same-origin' })).toBe(customer.id);
    expect(await seen(own)).toBeNull();
  });

  it('is not given to a script of JSONP', async () => {
    const fields = { email: 'ada@x.example', password: PASSWORD, tokens: 'true' };
    const answer = await t.api.stranger().jsonpPost('/login', fields);
    expect([answer.body.status, 'access' in answer.body]).toEqual(['ok', false]);
  });

  it('is a session for the status of the log-in', async () => {
    const { access_token: token } = await tokensOf();
    expect((await t.api.stranger().get('/account/status', bearer(token))).body.logged_in).toBe(true);
    expect((await t.api.stranger().get('/account/status')).body.logged_in).toBe(false);
  });

  it('gets no cached answer of a visitor', async () => {
    const plan = await t.given.plan({ exclusiveAccess: true });
    await t.given.subscription({ customer, plan });
    const link = await t.given.ticketLink({ exclusive: true, codes: ['OWN'] });
    const codes = async (options?: RequestOptions) =>
      (await t.api.stranger().get(`/events/${link.eventId}`, options)).body.event.links[0].codes;
    const { access_token: token } = await tokensOf();
    for (let round = 0; round < 3; round += 1) {
      expect(await codes()).toEqual([]);
      expect(await codes(bearer(token))).toEqual(['OWN']);
    }
  });
});

describe('a refresh token', () => {
  it('is exchanged for new tokens of the same session, which sets no cookie', async () => {
    const { refresh_token: first } = await tokensOf();
    t.clock.advance(3600);
    const answer = await refresh(first);
    expect(answer.body).toEqual({
      status: 'ok',
      access: {
        access_token: expect.any(String),
        access_token_expiration: NOON + 3600 + 600,
        refresh_token: expect.any(String),
        refresh_token_expiration: NOON + 3600 + 7 * 86_400,
      },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await seen(answer.body.access.access_token)).toBe(customer.id);
    expect(await sessions()).toEqual([
      expect.objectContaining({ refreshTurn: 1, refreshedAt: t.clock.now(), lastSeenAt: t.clock.now() }),
    ]);
  });

  it('keeps the session for 30 days at most', async () => {
    let { refresh_token: token } = await tokensOf();
    for (const day of [6, 12, 18, 24]) {
      t.clock.set(new Date((NOON + day * 86_400) * 1000).toISOString());
      const { access } = (await refresh(token)).body;
      expect(access.refresh_token_expiration).toBe(NOON + Math.min(day + 7, 30) * 86_400);
      token = access.refresh_token;
    }
    t.clock.set('2026-07-15T12:00:00Z');
    expect((await refresh(token)).body.messages).toEqual([LOG_IN]);
  });

  it('is exchanged again for 30 seconds, by other tabs, for tokens of the same turn', async () => {
    const { refresh_token: first } = await tokensOf();
    const tabs = await Promise.all(Array.from({ length: 50 }, () => refresh(first)));
    expect(tabs.map(({ body }) => body.status)).toEqual(tabs.map(() => 'ok'));
    expect((await sessions())[0]).toMatchObject({ refreshTurn: 1, revokedAt: null });
    t.clock.advance(29);
    expect((await refresh(first)).body.status).toBe('ok');
    // Each of them goes on.
    expect((await refresh(tabs[7].body.access.refresh_token)).body.status).toBe('ok');
    expect((await refresh(tabs[8].body.access.refresh_token)).body.status).toBe('ok');
  });

  it.each([
    ['a former one after 30 seconds', 1, 30],
    ['one of two turns ago at once', 2, 0],
  ])('ends the session when a thief exchanges %s', async (_, turns, seconds) => {
    const { refresh_token: stolen, access_token: access } = await tokensOf();
    let last = stolen;
    for (let turn = 0; turn < turns; turn += 1) last = (await refresh(last)).body.access.refresh_token;
    t.clock.advance(seconds);
    expect(await seen(access)).toBe(customer.id);
    expect((await refresh(stolen)).body).toEqual({ status: 'error', messages: [LOG_IN] });
    expect(await seen(access)).toBeNull();
    expect((await refresh(last)).body.messages).toEqual([LOG_IN]);
    const events = await t.db.getRepository(SecurityEventRow).findBy({ action: 'session.token_reused' });
    expect(events).toMatchObject([{ target: `customer:${customer.id}` }]);
  });

  it.each([
    ['absent', {}],
    ['empty', { refresh_token: '' }],
    ['no text', { refresh_token: 7 }],
    ['foreign', { refresh_token: 'x'.repeat(200) }],
  ])('is refused if it is %s', async (_, body) => {
    const answer = await t.api.stranger().post('/refresh', body);
    expect([answer.code, answer.body]).toEqual([200, { status: 'error', messages: [LOG_IN] }]);
  });
});

it('a log-in with a token that asks for none gets its cookie', async () => {
  const { access_token: token } = await tokensOf();
  const form = { email: 'ada@x.example', password: PASSWORD };
  const answer = await t.api.stranger().post('/login', form, bearer(token));
  expect(answer.headers.get('set-cookie')).toContain('fanclub_session_');
  expect(answer.body).not.toHaveProperty('access');
});

describe('a signed request that asks for tokens', () => {
  it('logs in with tokens, and sets no cookie', async () => {
    await t.given.loginProvider();
    await t.given.authentication({ customer, uid: '1001' });
    const answer = await t.api
      .stranger()
      .post('/login', { social_signed_request: signedRequest(t, '1001'), tokens: true });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await seen(answer.body.access.access_token)).toBe(customer.id);
  });

  it('registers the buyer of a free plan with tokens, and sets no cookie', async () => {
    await t.given.loginProvider();
    const buyer = await t.given.unregisteredCustomer();
    const plan = await t.given.plan({ price: '0' });
    const order = await t.given.order({ customer: buyer, plan });
    await t.given.subscription({ customer: buyer, plan });
    const browser = withSession(t, buyer.fanclubId, await t.given.session({ customer: buyer, order }));
    const answer = await browser.post('/account/register', {
      social_signed_request: signedRequest(t, '1001'),
      email: 'new@x.example',
      birthdate: '1990-12-10',
      accept_terms: true,
      tokens: true,
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.body).toMatchObject({
      status: 'ok',
      customer: { id: buyer.id },
      access: expect.any(Object) as object,
    });
    expect((await refresh(answer.body.access.refresh_token)).body.status).toBe('ok');
  });
});

describe('tokens end', () => {
  const ends: [string, (token: string) => Promise<unknown>][] = [
    ['by a log-out', (token) => t.api.stranger().get('/logout', bearer(token))],
    ['with the blacklist', () => t.db.query('UPDATE customers SET blacklisted = true')],
    [
      'when another client changes the password',
      async () => {
        const browser = t.api.stranger();
        await browser.post('/login', { email: 'ada@x.example', password: PASSWORD });
        const password = 'another good one';
        const change = { current_password: PASSWORD, password, password_confirmation: password };
        expect((await browser.post('/account', change)).body.status).toBe('ok');
      },
    ],
  ];
  it('with a new password of the client itself, without a session that nobody holds', async () => {
    const { access_token: token } = await tokensOf();
    const password = 'another good one';
    const change = { current_password: PASSWORD, password, password_confirmation: password };
    const answer = await t.api.stranger().post('/account', change, bearer(token));
    expect([answer.body.status, answer.headers.get('set-cookie')]).toEqual(['ok', null]);
    expect(await seen(token)).toBeNull();
    expect((await sessions()).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  });

  it.each(ends)('%s', async (_, end) => {
    const { access_token: token, refresh_token: next } = await tokensOf();
    expect(await seen(token)).toBe(customer.id);
    await end(token);
    expect(await seen(token)).toBeNull();
    expect((await refresh(next)).body.messages).toEqual([LOG_IN]);
  });
});

describe('the hosted log-in for a website', () => {
  const path = (redirect: string, popup = '1') =>
    `/fanclubs/${customer.fanclubId}/login?popup=${popup}&redirect=${encodeURIComponent(redirect)}`;
  const submit = async (
    redirect: string,
    popup?: string,
    pages = new Pages(t.origin),
  ): Promise<VisitedPage> =>
    (await pages.open(path(redirect, popup))).submit({ email: 'ada@x.example', password: PASSWORD });
  const handedOver = ({ headers }: VisitedPage) => {
    const { origin, pathname, searchParams } = new URL(String(headers.location));
    return { origin, pathname, ...(Object.fromEntries(searchParams) as Record<string, string>) };
  };

  it('leads to its reload page with the tokens, which are for its origin and live a day until their first exchange', async () => {
    const answer = await submit('https://shop.example/cart?x=1');
    expect([answer.status, answer.headers['referrer-policy']]).toEqual([303, 'no-referrer']);
    const access = handedOver(answer) as ReturnType<typeof handedOver> & Record<string, string>;
    expect(access).toEqual({
      origin: 'https://shop.example',
      pathname: '/login/reload',
      access_token: expect.any(String),
      access_token_expiration: String(NOON + 600),
      refresh_token: expect.any(String),
      refresh_token_expiration: String(NOON + 86_400),
      redirect: 'https://shop.example/cart?x=1',
    });
    const origin = { origin: 'https://shop.example' };
    expect(await seen(access.access_token, origin)).toBe(customer.id);
    expect(await seen(access.access_token)).toBeNull();
    const { body } = await refresh(access.refresh_token, origin);
    expect(body.access.refresh_token_expiration).toBe(NOON + 7 * 86_400);
    t.clock.advance(86_400);
    expect((await refresh(access.refresh_token, origin)).body.messages).toEqual([LOG_IN]);
  });

  it('opens a session of its own for each website, also for a visitor who is logged in', async () => {
    const pages = new Pages(t.origin);
    const tokens: Record<string, string>[] = [];
    for (const site of [SITE, 'https://shop.example', SITE])
      tokens.push(handedOver(await submit(`${site}/`, '1', pages)));
    t.clock.advance(60);
    for (const { origin, refresh_token: token, access_token: access } of tokens) {
      expect((await refresh(token, { origin })).body.status).toBe('ok');
      expect(await seen(access, { origin })).toBe(customer.id);
    }
    const [{ access_token: first, origin }, { access_token: second, origin: other }] = tokens;
    await t.api.stranger().get('/logout', bearer(first, { origin }));
    expect([await seen(first, { origin }), await seen(second, { origin: other })]).toEqual([
      null,
      customer.id,
    ]);
  });

  it.each([
    ['another website', 'https://evil.example/', '1'],
    ['a website without HTTPS', 'http://plain.example/', '1'],
    ['a hosted page', '', '1'],
    ['a website that does not ask', 'https://shop.example/', '0'],
  ])('gives no tokens to %s', async (_, redirect, popup) => {
    const wanted = redirect || `${t.config.publicUrl}/fanclubs/${customer.fanclubId}/membership`;
    const { status, headers } = await submit(wanted, popup);
    expect([status, String(headers.location)]).toEqual([303, expect.not.stringContaining('token')]);
  });
});
