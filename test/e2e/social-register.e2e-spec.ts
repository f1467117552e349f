import fc from 'fast-check';
import { Passwords } from '#libs/password';
import { countStatements } from '#libs/testing';
import { Customer } from '#domains/accounts/customer.entity';
import { Session } from '#platform/access/session.entity';
import { examples, it, itInBoth } from '../suite/form';
import type { Answer, Api } from '../support/api';
import { untilWaiting } from '../support/lock-waits';
import { withSession } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { invalidRequest, signedRequest, UNREADABLE_REQUESTS, UNSUPPORTED } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp();

const refusal = (...messages: string[]) => ({ status: 'error', messages });
const LOGIN_REQUIRED = refusal('Please log in to access your online benefits.');
const ALREADY_REGISTERED = refusal('You are already registered');

/** An order that was begun but not placed. */
const UNPAID = { shipping: null, discount: null, subtotal: null, total: null, paidAt: null };

/** The body that Ada sends, with her own signed request (1001) by default. */
const fields = (others: object = {}): object => ({
  social_signed_request: signedRequest(t, '1001'),
  email: 'Ada@x.example',
  first_name: 'Ada',
  last_name: 'Byron',
  birthdate: '1990-12-10',
  accept_terms: true,
  ...others,
});
const register = (api: Api, others: object = {}): Promise<Answer> =>
  api.post('/account/register', fields(others));

/** The result of a free checkout: customer, order, subscription, and a browser with the session. */
async function freePlanBought(facts: Partial<Customer> = {}) {
  const customer = await t.given.unregisteredCustomer(facts);
  const plan = await t.given.plan({ fanclubId: customer.fanclubId, price: '0' });
  const order = await t.given.order({ customer, plan });
  await t.given.subscription({ customer, plan });
  const token = await t.given.session({ customer, order });
  return { customer, order, plan, api: withSession(t, customer.fanclubId, token) };
}
const stored = ({ id }: { id: number }) => t.db.getRepository(Customer).findOneByOrFail({ id });
const links = () => t.db.query<object[]>('SELECT customer_id, name, uid FROM authentications ORDER BY id');

describe('POST /account/register', () => {
  it('registers the buyer of a free plan, connects the account and asks for confirmation by mail', async () => {
    await t.given.loginProvider();
    const { customer, plan, api } = await freePlanBought();

    const { code, cookies, body } = await register(api);

    expect(code).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'customer']);
    expect(body.status).toBe('ok');
    expect(body.customer).toEqual({
      id: customer.id,
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'Ada@x.example',
      birthdate: '1990-12-10',
      fanclub_id: customer.fanclubId,
      expired: false,
      authentications: [{ name: 'social' }],
      subscription: expect.objectContaining({ affiliates: [] }) as object,
    });
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
    expect(body.customer.subscription.plan).toMatchObject({ id: plan.id, name: plan.name });
    expect(cookies).toHaveLength(1);
    expect(await stored(customer)).toMatchObject({
      email: 'Ada@x.example',
      registered: true,
      confirmedAt: null,
      passwordHash: null,
      acceptedTermsAt: t.clock.now(),
    });
    expect(await links()).toEqual([{ customer_id: customer.id, name: 'social', uid: '1001' }]);
    expect(await mailsOf(t)).toEqual([
      {
        kind: 'confirm_address',
        to: 'Ada@x.example',
        firstName: 'Ada',
        link: expect.stringContaining(`/fanclubs/${customer.fanclubId}/confirm?token=`) as string,
      },
    ]);
  });

  it('counts as logged out until the address is confirmed, even for the social login', async () => {
    await t.given.loginProvider();
    const { customer, api } = await freePlanBought();
    await register(api);
    expect((await api.get('/account')).body).toEqual({ status: 'ok', customer: null });
    const login = { social_signed_request: signedRequest(t, '1001') };
    const { body } = await t.api.post('/login', login);
    expect(body.messages[0]).toMatch(/^The email address Ada@x.example has not been confirmed. /);

    await t.db.query('UPDATE customers SET confirmed_at = now() WHERE id = $1', [customer.id]);
    expect((await t.api.post('/login', login)).body.customer.id).toBe(customer.id);
    expect((await api.get('/account')).body.customer.authentications).toEqual([{ name: 'social' }]);
  });

  it('gives the visitor a new session that replaces all of the customer’s', async () => {
    await t.given.loginProvider();
    const { customer, api } = await freePlanBought();
    await t.given.session({ customer });
    const former = api.cookies;
    await register(api);
    expect(api.cookies).not.toBe(former);
    const rows = await t.db.getRepository(Session).find({ order: { id: 'ASC' } });
    expect(rows.map(({ revokedAt }) => revokedAt === null)).toEqual([false, false, true]);
    expect(rows[2]).toMatchObject({ customerId: customer.id, orderId: null });
  });

  it('stores a password if one is sent, and a user name if there is a forum', async () => {
    await t.given.fanclub({ forumIntegration: true });
    await t.given.loginProvider();
    const { customer, api } = await freePlanBought();
    const password = 'wonderland of numbers';
    await register(api, { username: ' ada ', password, password_confirmation: password });
    const { username, passwordHash } = await stored(customer);
    expect(username).toBe('ada');
    expect(await t.app.get(Passwords).verify(password, passwordHash, 'test')).toBe(true);
  });

  it('asks a customer with a stored address only for the terms, and mails only an unconfirmed one', async () => {
    await t.given.loginProvider();
    const given = { email: 'on@file.example', registered: false, birthdate: '1980-01-01' };
    const confirmed = await t.given.customer(given);
    const api = withSession(t, confirmed.fanclubId, await t.given.session({ customer: confirmed }));

    const social_signed_request = signedRequest(t, '1001');
    const bare = await api.post('/account/register', { social_signed_request });
    expect(bare.body).toEqual(refusal('Must accept terms of service'));
    const { body } = await register(api);

    expect(body.customer).toMatchObject({
      email: 'on@file.example',
      birthdate: '1980-01-01',
      first_name: 'Ada',
    });
    expect(await mailsOf(t)).toEqual([]);
    expect((await api.get('/account')).body.customer.id).toBe(confirmed.id);
  });

  describe('refuses', () => {
    it('a signed request without other fields, with exactly these four messages', async () => {
      await t.given.loginProvider();
      const { customer, api } = await freePlanBought();
      const { text } = await api.post('/account/register', {
        social_signed_request: signedRequest(t, '1001'),
      });
      expect(text).toBe(
        '{"status":"error","messages":["Email can\'t be blank","Birthdate can\'t be blank",' +
          '"Password can\'t be blank","Must accept terms of service"]}',
      );
      expect((await stored(customer)).registered).toBe(false);
      expect(await links()).toEqual([]);
    });

    it('with the first error of: provider, session, registered, signed request, fields, connection', async () => {
      const { api } = await freePlanBought();
      const blank = { email: '', birthdate: '', accept_terms: null };
      expect((await register(t.api, blank)).body).toEqual(UNSUPPORTED);
      expect((await register(api, blank)).body).toEqual(UNSUPPORTED);
      await t.given.loginProvider();
      expect((await register(t.api, blank)).body).toEqual(LOGIN_REQUIRED);
      const registered = await t.given.customer({ confirmedAt: null });
      const theirs = withSession(t, registered.fanclubId, await t.given.session({ customer: registered }));
      const bad = { ...blank, social_signed_request: 'bad' };
      expect((await register(theirs, bad)).body).toEqual(ALREADY_REGISTERED);
      expect((await register(api, bad)).body).toEqual(invalidRequest('Format'));
      await t.given.authentication({ uid: '1001' });
      expect((await register(api, { ...blank, first_name: 'x'.repeat(256) })).body.messages).toEqual([
        "Email can't be blank",
        'First name is too long (maximum is 255 characters)',
        "Birthdate can't be blank",
        "Password can't be blank",
        'Must accept terms of service',
      ]);
      expect((await register(api)).body).toEqual(refusal('Authentications uid has already been taken'));
    });

    it.each(UNREADABLE_REQUESTS)('an invalid signed request: %s', async (_, social_signed_request) => {
      await t.given.loginProvider();
      const { api } = await freePlanBought();
      expect((await register(api, { social_signed_request })).body).toEqual(invalidRequest('Format'));
    });

    it('a missing signed request, an old one and a forged one', async () => {
      await t.given.loginProvider();
      const { api } = await freePlanBought();
      for (const social_signed_request of [undefined, null, '', ' ', 7, ['x']])
        expect((await register(api, { social_signed_request })).body).toEqual(invalidRequest('Format'));
      const forged = signedRequest(t, '1001', { secret: 'wrong' });
      expect((await register(api, { social_signed_request: forged })).body).toEqual(
        invalidRequest('Invalid signature'),
      );
      const old = signedRequest(t, '1001', { issued_at: t.clock.now().getTime() / 1000 - 3_601 });
      expect((await register(api, { social_signed_request: old })).body).toEqual(invalidRequest('Too old'));
    });

    it('a customer who is logged in', async () => {
      await t.given.loginProvider();
      const customer = await t.given.customer();
      const api = withSession(t, customer.fanclubId, await t.given.session({ customer }));
      expect((await register(api)).body).toEqual(ALREADY_REGISTERED);
      expect(await links()).toEqual([]);
    });

    it('a session without the order of a free plan', async () => {
      await t.given.loginProvider();
      const { customer, plan } = await freePlanBought();
      const paid = await t.given.plan({ price: '10' });
      const orders = [
        undefined,
        await t.given.order({ customer, plan: paid }),
        await t.given.order({ customer, plan: paid, ...UNPAID }),
        await t.given.order({ customer: await t.given.customer(), plan }),
      ];
      for (const order of orders) {
        const token = await t.given.session({ customer, orderId: order?.id ?? null });
        expect((await register(withSession(t, customer.fanclubId, token))).body).toEqual(LOGIN_REQUIRED);
      }
      expect((await stored(customer)).registered).toBe(false);
    });

    it('taken names, and an age below the fan club’s minimum', async () => {
      await t.given.fanclub({ forumIntegration: true, minimumAge: 18 });
      await t.given.loginProvider();
      await t.given.customer({ email: 'ada@X.example', username: 'ADA' });
      const { api } = await freePlanBought();
      expect((await register(api, { username: 'ada', birthdate: '2010-01-01' })).body).toEqual(
        refusal('Email has already been taken', 'You are not old enough', 'Username has already been taken'),
      );
    });

    it('a second account of the provider, and changes nothing', async () => {
      await t.given.loginProvider();
      const { customer, api } = await freePlanBought();
      await t.given.authentication({ customer, uid: '2002' });
      expect((await register(api)).body).toEqual(refusal('Authentications provider has already been taken'));
      expect(await stored(customer)).toMatchObject({ registered: false, email: null });
      expect(await links()).toEqual([{ customer_id: customer.id, name: 'social', uid: '2002' }]);
      expect(await mailsOf(t)).toEqual([]);
      expect((await api.get('/account')).body.customer).not.toBeNull();
    });
  });

  it('works for a renamed provider with either parameter, and not for an unknown provider', async () => {
    await t.given.loginProvider({ name: 'beacons' });
    const { api } = await freePlanBought();
    const request = signedRequest(t, '7');
    const only = (others: object) => register(api, { social_signed_request: undefined, ...others });
    expect((await only({ other_signed_request: request })).body).toEqual(UNSUPPORTED);
    expect((await only({ beacons_signed_request: request })).body.customer.authentications).toEqual([
      { name: 'beacons' },
    ]);
    const { api: other } = await freePlanBought();
    const second = { email: 'other@x.example', social_signed_request: signedRequest(t, '8') };
    expect((await register(other, second)).body.customer.authentications).toEqual([{ name: 'beacons' }]);
  });

  it('takes the same statements for every customer', async () => {
    await t.given.loginProvider();
    const { api } = await freePlanBought();
    const counter = countStatements();
    await register(api);
    const words = counter.stop().map((text) => text.trim().split(/\s+/)[0]);
    // The limits are checked before any look-up, and settled at the end.
    expect(words.slice(0, 7)).toEqual(['SELECT', 'WITH', 'SELECT', 'SELECT', 'START', 'UPDATE', 'WITH']);
    expect(words.slice(-4)).toEqual(['WITH', 'WITH', 'COMMIT', 'WITH']);
    expect(words).toHaveLength(13);
  });

  itInBoth('answers any JSON value in any field with a refusal, never with an internal error', async () => {
    await t.given.fanclub({ forumIntegration: true });
    await t.given.loginProvider();
    const { api } = await freePlanBought();
    const names = ['email', 'first_name', 'last_name', 'birthdate', 'username', 'password'];
    const values = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant('a\0b'));
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...names, 'password_confirmation', 'accept_terms'), values),
        async (others) => {
          const { body } = await register(api, { email: '', ...others, birthdate: 'none' });
          expect(body.status).toBe('error');
          expect(body.messages[0]).not.toMatch(/^An error/);
        },
      ),
      { numRuns: examples(60) },
    );
  });
});

/** Twenty values, created one after the other. */
async function twenty<T>(make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < 20) made.push(await make());
  return made;
}

describe('of twenty simultaneous registrations', () => {
  beforeEach(() => t.given.loginProvider());

  const outcomes = (answers: Answer[]): string[] =>
    answers.map(({ body }) => (body.status === 'ok' ? 'ok' : (body.messages as string[]).join()));

  it('with one session, one succeeds', async () => {
    const { customer, api } = await freePlanBought();
    const [name, value] = api.cookies.split('=');
    const answers = outcomes(
      await Promise.all(Array.from({ length: 20 }, () => register(t.api.withCookie(name, value)))),
    );
    expect(answers.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    // A request after the session was replaced is logged out.
    for (const outcome of answers)
      expect(['ok', ALREADY_REGISTERED.messages[0], LOGIN_REQUIRED.messages[0]]).toContain(outcome);
    expect(await mailsOf(t)).toHaveLength(1);
    expect(await links()).toEqual([{ customer_id: customer.id, name: 'social', uid: '1001' }]);
  });

  it('with one session, those that wait get the message that the customer is registered', async () => {
    const { customer, api } = await freePlanBought();
    const [name, value] = api.cookies.split('=');
    const holding = t.db.createQueryRunner();
    await holding.startTransaction();
    await holding.query('SELECT 1 FROM customers WHERE id = $1 FOR UPDATE', [customer.id]);
    const answers = Array.from({ length: 5 }, () => register(t.api.withCookie(name, value)));
    await untilWaiting(t, 5);
    await holding.commitTransaction();
    await holding.release();
    expect(outcomes(await Promise.all(answers)).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'You are already registered'),
      'ok',
    ]);
  });

  it('with one account, one customer gets it and the others stay as they were', async () => {
    const people = await twenty(freePlanBought);
    const answers = outcomes(
      await Promise.all(people.map(({ api }, n) => register(api, { email: `n${n}@x.example` }))),
    );
    const winner = people[answers.indexOf('ok')].customer.id;
    expect(
      answers.filter((outcome) => outcome === 'Authentications uid has already been taken'),
    ).toHaveLength(19);
    expect(await links()).toEqual([{ customer_id: winner, name: 'social', uid: '1001' }]);
    const registered = await t.db.getRepository(Customer).find({ where: { registered: true } });
    expect(registered.map(({ id }) => id)).toEqual([winner]);
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it('with one address, one customer gets it', async () => {
    const people = await twenty(freePlanBought);
    const answers = outcomes(
      await Promise.all(
        people.map(({ api }, n) => register(api, { social_signed_request: signedRequest(t, `${n}`) })),
      ),
    );
    expect(answers.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(answers.filter((outcome) => outcome === 'Email has already been taken')).toHaveLength(19);
    expect(await links()).toHaveLength(1);
  });
});
