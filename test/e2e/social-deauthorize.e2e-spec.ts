import fc from 'fast-check';
import { countStatements } from '#libs/testing';
import { hashToken } from '#libs/token';
import type { Customer } from '#domains/accounts/customer.entity';
import { examples, it, itInBoth } from '../suite/form';
import type { Answer } from '../support/api';
import { untilWaiting } from '../support/lock-waits';
import { loggedIn } from '../support/logged-in';
import { invalidRequest, signedRequest, UNREADABLE_REQUESTS, UNSUPPORTED } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp();

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

const call = (body: unknown, path = 'social') => t.api.post(`/account/connect/deauthorize_${path}`, body);
const form = (fields: Record<string, string>, path = 'social') =>
  t.api.post(`/account/connect/deauthorize_${path}`, new URLSearchParams(fields).toString(), FORM);
const links = () => t.db.query<object[]>('SELECT customer_id, name, uid FROM authentications ORDER BY id');

/** A customer who has connected the account 1001, and a browser of theirs. */
async function connected(facts: Partial<Customer> = {}) {
  const customer = await t.given.customer(facts);
  await t.given.authentication({ customer, uid: '1001' });
  return { customer, browser: await loggedIn(t, customer) };
}

describe('POST /account/connect/deauthorize_social', () => {
  it('removes the connection, and ends all sessions of its customer only', async () => {
    await t.given.loginProvider();
    const { customer, browser } = await connected();
    const elsewhere = await loggedIn(t, customer);
    const neighbour = await t.given.customer();
    await t.given.authentication({ customer: neighbour, uid: '2002' });
    const neighbours = await loggedIn(t, neighbour);

    const { code, headers, text } = await call({ signed_request: signedRequest(t, '1001') });

    expect([code, text]).toEqual([200, '{"status":"ok"}']);
    expect(headers.getSetCookie()).toEqual([]);
    expect(await links()).toEqual([{ customer_id: neighbour.id, name: 'social', uid: '2002' }]);
    for (const api of [browser, elsewhere])
      expect((await api.get('/account')).body).toEqual({ status: 'ok', customer: null });
    expect((await neighbours.get('/account')).body.customer.id).toBe(neighbour.id);
    expect((await t.api.post('/login', { social_signed_request: signedRequest(t, '1001') })).body).toEqual({
      status: 'error',
      messages: ['Sorry, your social account does not have access to this website.'],
    });
  });

  it.each([
    ['a form', 'signed_request', form],
    ['a form', 'social_signed_request', form],
    ['JSON', 'signed_request', call],
    ['JSON', 'social_signed_request', call],
  ])('is called with %s that has `%s`', async (_, field, send) => {
    await t.given.loginProvider();
    await connected();
    expect((await send({ [field]: signedRequest(t, 1001) })).text).toBe('{"status":"ok"}');
    expect(await links()).toEqual([]);
  });

  it('succeeds for an account without a connection, and when it is repeated', async () => {
    await t.given.loginProvider();
    await connected();
    const signed_request = signedRequest(t, '1001');
    expect((await form({ signed_request: signedRequest(t, '404') })).text).toBe('{"status":"ok"}');
    expect(await links()).toHaveLength(1);
    for (let n = 0; n < 2; n += 1) expect((await form({ signed_request })).text).toBe('{"status":"ok"}');
  });

  it('keeps the session of a browser that sends it, and the account can be connected again', async () => {
    await t.given.loginProvider();
    await connected();
    const browser = await loggedIn(t, await t.given.customer());
    const signed_request = signedRequest(t, '1001');
    await browser.post('/account/connect/deauthorize_social', { signed_request });
    const { body } = await browser.post('/account/connect/social', { social_signed_request: signed_request });
    expect(body.status).toBe('ok');
  });

  it('removes the connection in the fan club of the key only', async () => {
    await t.given.loginProvider();
    await connected();
    const other = await t.given.fanclub({});
    await t.given.loginProvider({ fanclubId: other.id });
    await connected({ fanclubId: other.id });
    await call({ signed_request: signedRequest(t, '1001') });
    expect(await links()).toHaveLength(1);
  });

  it.each(UNREADABLE_REQUESTS)('refuses an invalid signed request: %s', async (_, signed_request) => {
    await t.given.loginProvider();
    await connected();
    expect((await call({ signed_request })).body).toEqual(invalidRequest('Format'));
    expect((await form({ signed_request })).body).toEqual(invalidRequest('Format'));
    expect(await links()).toHaveLength(1);
  });

  it('refuses a missing, a forged and an old signed request, and removes no connection', async () => {
    await t.given.loginProvider();
    const { browser } = await connected();
    expect((await call(undefined)).body).toEqual(invalidRequest('Format'));
    const forged = signedRequest(t, '1001', { secret: 'wrong' });
    expect((await form({ signed_request: forged })).body).toEqual(invalidRequest('Invalid signature'));
    const old = signedRequest(t, '1001');
    t.clock.advance(301);
    expect((await form({ signed_request: old })).body).toEqual(invalidRequest('Too old'));
    expect(await links()).toHaveLength(1);
    expect((await browser.get('/account')).body.customer).not.toBeNull();
  });

  it('refuses a log-in request that is sent again later', async () => {
    await t.given.loginProvider();
    const { browser } = await connected();
    const picked = signedRequest(t, '1001');
    t.clock.advance(301);
    expect((await t.api.post('/login', { social_signed_request: picked })).body.status).toBe('ok');
    for (const hours of [0, 20]) {
      t.clock.advance(hours * 3600);
      expect((await call({ signed_request: picked })).body).toEqual(invalidRequest('Too old'));
    }
    expect(await links()).toHaveLength(1);
    expect((await browser.get('/account')).body.customer).not.toBeNull();
  });

  it('accepts signed requests of up to 300 seconds', async () => {
    await t.given.loginProvider();
    await connected();
    const signed_request = signedRequest(t, '1001');
    t.clock.advance(300);
    expect((await form({ signed_request })).text).toBe('{"status":"ok"}');
    expect(await links()).toEqual([]);
  });

  it('works even after the fan club has disabled the provider', async () => {
    await t.given.loginProvider({ enabled: false });
    await connected();
    expect((await form({ signed_request: signedRequest(t, '1001') })).text).toBe('{"status":"ok"}');
    expect(await links()).toEqual([]);
  });

  it('is not supported if there is no such provider', async () => {
    await connected();
    expect((await form({ signed_request: signedRequest(t, '1001') })).body).toEqual(UNSUPPORTED);
    await t.given.loginProvider();
    for (const path of ['other', 'Social', '%00', 'constructor'])
      expect((await call({ signed_request: signedRequest(t, '1001') }, path)).body).toEqual(UNSUPPORTED);
    expect(await links()).toHaveLength(1);
  });

  it.each([
    ['social', 'signed_request'],
    ['beacons', 'signed_request'],
    ['beacons', 'beacons_signed_request'],
    ['beacons', 'social_signed_request'],
  ])('works for a renamed provider at deauthorize_%s with `%s`', async (path, field) => {
    await t.given.loginProvider({ name: 'beacons' });
    await t.given.authentication({ name: 'beacons', uid: '7' });
    expect((await form({ [field]: signedRequest(t, '7') }, path)).text).toBe('{"status":"ok"}');
    expect(await links()).toEqual([]);
  });

  it('reads the key from the query, and no session', async () => {
    await t.given.loginProvider();
    const answer = await t.api.post(
      '/account/connect/deauthorize_social',
      { signed_request: signedRequest(t, '1001') },
      { key: 'unknown' },
    );
    expect(answer.body.messages).toEqual(['Please use a valid API Key.']);
  });

  it('takes one statement for the provider, and a transaction of three', async () => {
    await t.given.loginProvider();
    await connected();
    const counter = countStatements();
    await call({ signed_request: signedRequest(t, '1001') });
    const words = counter.stop().map((text) => text.trim().split(/\s+/)[0]);
    expect(words).toEqual(['SELECT', 'START', 'WITH', 'INSERT', 'WITH', 'COMMIT']);
  });

  itInBoth('answers any JSON value with a refusal, never with an internal error', async () => {
    await t.given.loginProvider();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (signed_request) => {
        expect((await call({ signed_request })).body).toEqual(invalidRequest('Format'));
      }),
      { numRuns: examples(40) },
    );
  });

  it('ends every session, including that of a simultaneous log-in', async () => {
    await t.given.loginProvider();
    await connected();
    const request = signedRequest(t, '1001');
    const logIns = Array.from({ length: 15 }, () => {
      const api = t.api.stranger();
      return api.post('/login', { social_signed_request: request }).then(() => api);
    });
    const [browsers] = await Promise.all([Promise.all(logIns), call({ signed_request: request })]);
    for (const api of browsers) expect((await api.get('/account')).body.customer).toBeNull();
  });

  it('waits for a lock on the customer, such as that of a password change, before it changes a session', async () => {
    await t.given.loginProvider();
    const { customer, browser } = await connected();
    const second = await t.given.session({ customer });
    let calling: Promise<Answer> | undefined;
    await t.db.transaction(async (manager) => {
      await manager.query('SELECT FROM customers WHERE id = $1 FOR NO KEY UPDATE', [customer.id]);
      await manager.query('UPDATE sessions SET last_seen_at = now() WHERE token_hash = $1', [
        hashToken(second),
      ]);
      calling = call({ signed_request: signedRequest(t, '1001') });
      await untilWaiting(t, 1);
      await manager.query('UPDATE sessions SET last_seen_at = now() WHERE customer_id = $1', [customer.id]);
    });
    expect((await calling)?.text).toBe('{"status":"ok"}');
    expect((await browser.get('/account')).body.customer).toBeNull();
  });
});
