import fc from 'fast-check';
import { hashToken, newToken } from '#libs/token';
import { countStatements } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { examples, it, itInBoth } from '../suite/form';
import { untilWaiting } from '../support/lock-waits';
import { loggedIn } from '../support/logged-in';
import { invalidRequest, signedRequest, UNREADABLE_REQUESTS, UNSUPPORTED } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp();

const live = async () =>
  (await t.db.getRepository(Session).find({ order: { id: 'ASC' } })).filter(
    ({ revokedAt }) => revokedAt === null,
  );
const refusal = (message: string): object => ({ status: 'error', messages: [message] });

/** Ada, who has connected her account 1001 at `social`. */
async function ada(facts: Partial<Customer> = {}): Promise<Customer> {
  const customer = await t.given.customer({ email: 'ada@x.example', ...facts });
  await t.given.authentication({ customer, uid: '1001' });
  return customer;
}
const logIn = (request: unknown = signedRequest(t, '1001'), fields: object = {}) =>
  t.api.post('/login', { social_signed_request: request, ...fields });

const NO_ACCESS = refusal('Sorry, your social account does not have access to this website.');

describe('POST /login with a signed request', () => {
  it('logs in the customer of the connected account, with the reduced shape, a cookie and a session', async () => {
    await t.given.loginProvider();
    const customer = await ada({ firstName: 'Ada', lastName: 'Byron', birthdate: '1990-12-10' });
    const plan = await t.given.plan({ name: 'Gold Plan' });
    await t.given.subscription({ customer, plan });

    const { code, headers, body } = await logIn();

    expect(code).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'customer']);
    expect(Object.keys(body.customer)).toEqual([
      'id',
      'first_name',
      'last_name',
      'email',
      'birthdate',
      'fanclub_id',
      'expired',
      'authentications',
      'subscription',
    ]);
    expect(body.customer).toMatchObject({
      id: customer.id,
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@x.example',
      birthdate: '1990-12-10',
      fanclub_id: customer.fanclubId,
      expired: false,
      authentications: [{ name: 'social' }],
    });
    expect(Object.keys(body.customer.subscription)).toEqual(['plan', 'start_date', 'affiliates']);
    expect(Object.keys(body.customer.subscription.plan)).toEqual([
      'id',
      'name',
      'description',
      'annotations',
    ]);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^__Host-fanclub_session_${customer.fanclubId}=[^;]+; Max-Age=2592000; `),
      ),
    ]);
    expect((await t.api.get('/account')).body.customer.id).toBe(customer.id);
    expect(await live()).toMatchObject([
      { customerId: customer.id, orderId: null, createdAt: t.clock.now() },
    ]);
  });

  it('accepts a numeric uid, and takes precedence over e-mail and password', async () => {
    await t.given.loginProvider();
    const customer = await ada();
    const other = await t.given.customer({ email: 'other@x.example' });
    const { body } = await logIn(signedRequest(t, 1001), { email: other.email, password: PASSWORD });
    expect(body.customer.id).toBe(customer.id);
  });

  it('can be repeated until it is too old, each time with a new session that replaces the former', async () => {
    await t.given.loginProvider();
    await ada();
    const request = signedRequest(t, '1001');
    await logIn(request);
    const first = t.api.cookies;
    t.clock.advance(3_600);
    expect((await logIn(request)).body.status).toBe('ok');
    expect(t.api.cookies).not.toBe(first);
    expect(await live()).toHaveLength(1);
    t.clock.advance(1);
    expect((await logIn(request)).body).toEqual(invalidRequest('Too old'));
  });

  it('counts toward the ten live sessions of a customer', async () => {
    await t.given.loginProvider();
    const customer = await ada();
    const oldest = await t.given.session({ customer, createdAt: new Date('2026-06-01T00:00:00Z') });
    for (let n = 0; n < 9; n += 1) await t.given.session({ customer });
    await logIn();
    const rows = await live();
    expect(rows).toHaveLength(10);
    expect(rows.some(({ tokenHash }) => tokenHash.equals(hashToken(oldest)))).toBe(false);
  });

  describe('refuses', () => {
    it.each(UNREADABLE_REQUESTS)('an invalid signed request: %s', async (_, request) => {
      await t.given.loginProvider();
      await ada();
      const { code, headers, body } = await logIn(request);
      expect([code, body]).toEqual([200, invalidRequest('Format')]);
      expect(headers.getSetCookie()).toEqual([]);
    });

    it.each([
      ['another algorithm', { algorithm: 'HMAC-SHA1' }],
      ['no user_id', { user_id: undefined }],
      ['no issued_at', { issued_at: undefined }],
      ['an issued_at from the future', { issued_at: Date.parse('2026-06-15T12:05:01Z') / 1000 }],
    ])('%s', async (_, claims) => {
      await t.given.loginProvider();
      await ada();
      expect((await logIn(signedRequest(t, '1001', claims))).body).toEqual(invalidRequest('Format'));
    });

    it('a signature by another secret, such as another fan club’s', async () => {
      await t.given.loginProvider({ appSecret: 'ours' });
      const other = await t.given.fanclub({});
      await t.given.loginProvider({ fanclubId: other.id, appSecret: 'theirs' });
      await ada();
      const theirs = signedRequest(t, '1001', { secret: 'theirs' });
      expect((await logIn(theirs)).body).toEqual(invalidRequest('Invalid signature'));
      expect(await live()).toEqual([]);
    });

    it('with the first error of: format, age, signature, access', async () => {
      await t.given.loginProvider();
      const old = { issued_at: 0, secret: 'wrong' };
      const bodies = [
        await logIn(signedRequest(t, '', old)),
        await logIn(signedRequest(t, '404', old)),
        await logIn(signedRequest(t, '404', { secret: 'wrong' })),
        await logIn(signedRequest(t, '404')),
      ].map(({ body }) => body as object);
      expect(bodies).toEqual([
        invalidRequest('Format'),
        invalidRequest('Too old'),
        invalidRequest('Invalid signature'),
        NO_ACCESS,
      ]);
    });

    it('an account that is connected only in another fan club or at another provider', async () => {
      await t.given.loginProvider();
      const other = await t.given.fanclub({});
      await ada({ fanclubId: other.id });
      await t.given.authentication({ name: 'beacons', uid: '1001' });
      expect((await logIn()).body).toEqual(NO_ACCESS);
    });

    it.each([
      ['blacklisted', { blacklisted: true, registered: false, confirmedAt: null }, 'Unable to login. '],
      [
        'unregistered',
        { registered: false, confirmedAt: null },
        'The email address ada@x.example belongs to an',
      ],
      ['unconfirmed', { confirmedAt: null }, 'The email address ada@x.example has not been confirmed. '],
    ])('a customer who is %s, as at the login by e-mail', async (_, facts, text) => {
      await t.given.fanclub({ supportEmail: 'help@x.example' });
      await t.given.loginProvider();
      await ada(facts);
      const { headers, body } = await logIn();
      expect(body).toEqual(refusal(expect.stringContaining(text) as string));
      expect(body.messages[0]).toContain('help@x.example');
      expect(headers.getSetCookie()).toEqual([]);
      expect(await live()).toEqual([]);
    });

    it('an account that is disconnected during the log-in', async () => {
      await t.given.loginProvider();
      await ada();
      const disconnecting = t.db.createQueryRunner();
      await disconnecting.startTransaction();
      await disconnecting.query('DELETE FROM authentications');
      const answer = logIn();
      await untilWaiting(t, 1);
      await disconnecting.commitTransaction();
      await disconnecting.release();
      expect((await answer).body).toEqual(NO_ACCESS);
      expect(await live()).toEqual([]);
    });
  });

  describe('if the provider', () => {
    it.each([
      ['is missing', undefined],
      ['is disabled', { enabled: false }],
    ])('%s: reports that social login is not supported, with any other fields', async (_, provider) => {
      if (provider) await t.given.loginProvider(provider);
      await ada();
      expect((await logIn('x.y', { email: 'ada@x.example', password: PASSWORD })).body).toEqual(UNSUPPORTED);
      expect((await logIn()).body).toEqual(UNSUPPORTED);
    });

    it('has another name: accepts the parameter of that name and `social_signed_request`', async () => {
      await t.given.loginProvider({ name: 'beacons' });
      const customer = await t.given.customer();
      await t.given.authentication({ customer, name: 'beacons', uid: '7' });
      const beacons_signed_request = signedRequest(t, '7');
      for (const body of [{ beacons_signed_request }, { social_signed_request: beacons_signed_request }]) {
        expect((await t.api.post('/login', body)).body.customer.id).toBe(customer.id);
      }
    });

    it('is one of two: verifies with the secret of the one that the parameter names', async () => {
      await t.given.loginProvider({ name: 'beacons', appSecret: 'b' });
      await t.given.loginProvider({ appSecret: 's' });
      const customer = await t.given.customer();
      await t.given.authentication({ customer, name: 'beacons', uid: '7' });
      const byBeacons = signedRequest(t, '7', { secret: 'b' });
      expect((await t.api.post('/login', { beacons_signed_request: byBeacons })).body.status).toBe('ok');
      expect((await logIn(byBeacons)).body).toEqual(invalidRequest('Invalid signature'));
      expect((await logIn(signedRequest(t, '7', { secret: 's' }))).body).toEqual(NO_ACCESS);
    });

    it('is unknown: reports that social login is not supported', async () => {
      await t.given.loginProvider();
      const body = { other_signed_request: signedRequest(t, '1001') };
      expect((await t.api.post('/login', body)).body).toEqual(UNSUPPORTED);
    });

    it('has a secret that no key opens: answers with an internal error', async () => {
      await t.given.loginProvider({ appSecretSealed: 'nonsense' });
      expect((await logIn()).body).toEqual(refusal('An error has occurred, please try again later.'));
    });
  });

  it('keeps the visitor’s former session when it fails', async () => {
    await t.given.loginProvider();
    const browser = await loggedIn(t, await t.given.customer());
    await browser.post('/login', { social_signed_request: signedRequest(t, '404') });
    expect((await browser.get('/account')).body.customer).not.toBeNull();
  });

  it('takes one statement for the provider, one for the customer, and a transaction of two', async () => {
    await t.given.loginProvider();
    await ada();
    const counter = countStatements();
    await logIn();
    const words = counter.stop().map((text) => text.trim().split(/\s+/)[0]);
    expect(words).toEqual(['SELECT', 'SELECT', 'START', 'SELECT', 'WITH', 'COMMIT']);
  });

  itInBoth('answers any JSON value with a refusal, never with an internal error', async () => {
    await t.given.loginProvider();
    const names = ['social_signed_request', 'other_signed_request', 'email', 'password', newToken()];
    const bodies = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(bodies, async (fields) => {
        const { code, body } = await t.api.post('/login', fields);
        expect([code, body.status]).toEqual([200, 'error']);
        expect(body.messages[0]).toMatch(/^(Invalid request: Format|Social login is not|Email and password)/);
      }),
      { numRuns: examples(60) },
    );
  });
});
