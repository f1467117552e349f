import fc from 'fast-check';
import { countStatements } from '#libs/testing';
import { Authentication } from '#domains/accounts/customer.entity';
import { examples, it, itInBoth } from '../suite/form';
import type { Answer, Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { invalidRequest, signedRequest, UNREADABLE_REQUESTS, UNSUPPORTED } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp();

const refusal = (message: string): object => ({ status: 'error', messages: [message] });
const PROVIDER_TAKEN = refusal('Authentications provider has already been taken');
const UID_TAKEN = refusal('Authentications uid has already been taken');
const CONNECTED = '{"status":"ok","messages":["Your social account has been connected."]}';

const connect = (api: Api, request: unknown = signedRequest(t, '1001'), path = 'social'): Promise<Answer> =>
  api.post(`/account/connect/${path}`, { social_signed_request: request });
const links = () =>
  t.db.query<object[]>('SELECT fanclub_id, customer_id, name, uid FROM authentications ORDER BY id');
const customerWithSession = async () => {
  const customer = await t.given.customer();
  return { customer, api: await loggedIn(t, customer) };
};

describe('POST /account/connect/social', () => {
  it('connects the account, which appears in GET /account and lets the customer log in', async () => {
    await t.given.loginProvider();
    const { customer, api } = await customerWithSession();

    const { code, cookies, text } = await connect(api);

    expect([code, text]).toEqual([200, CONNECTED]);
    expect(cookies).toEqual([]);
    expect(await links()).toEqual([
      { fanclub_id: customer.fanclubId, customer_id: customer.id, name: 'social', uid: '1001' },
    ]);
    expect((await api.get('/account')).body.customer.authentications).toEqual([{ name: 'social' }]);
    const { body } = await t.api.post('/login', { social_signed_request: signedRequest(t, '1001') });
    expect(body.customer.id).toBe(customer.id);
  });

  it.each(UNREADABLE_REQUESTS)('refuses an invalid signed request: %s', async (_, request) => {
    await t.given.loginProvider();
    const { api } = await customerWithSession();
    expect((await connect(api, request)).body).toEqual(invalidRequest('Format'));
    expect(await links()).toEqual([]);
  });

  it.each([[undefined], [null], [''], [' '], [7], [true], [['a.b']], [{ user_id: '1' }]])(
    'reports a format error for a missing or blank request, and for one that is not a string: %j',
    async (request) => {
      await t.given.loginProvider();
      const { api } = await customerWithSession();
      const { body } = await api.post('/account/connect/social', { social_signed_request: request });
      expect(body).toEqual(invalidRequest('Format'));
    },
  );

  it('reports the same without a body', async () => {
    await t.given.loginProvider();
    const { api } = await customerWithSession();
    expect((await api.post('/account/connect/social')).body).toEqual(invalidRequest('Format'));
  });

  it('reports the first error of: provider, login, signed request, provider taken, uid taken', async () => {
    const { customer, api } = await customerWithSession();
    await t.given.authentication({ customer, uid: '2002' });
    await t.given.authentication({ uid: '1001' });
    const old = { issued_at: 0, secret: 'wrong' };

    expect((await connect(t.api, 'bad')).body).toEqual(UNSUPPORTED);
    expect((await connect(api, 'bad')).body).toEqual(UNSUPPORTED);
    await t.given.loginProvider();
    expect((await connect(t.api, 'bad')).body).toEqual(refusal('Must be logged in'));
    expect((await connect(api, 'bad')).body).toEqual(invalidRequest('Format'));
    expect((await connect(api, signedRequest(t, '1001', old))).body).toEqual(invalidRequest('Too old'));
    const forged = signedRequest(t, '1001', { secret: 'wrong' });
    expect((await connect(api, forged)).body).toEqual(invalidRequest('Invalid signature'));
    expect((await connect(api)).body).toEqual(PROVIDER_TAKEN);
    await t.db.query(`DELETE FROM authentications WHERE uid = '2002'`);
    expect((await connect(api)).body).toEqual(UID_TAKEN);
  });

  it.each([
    ['an unregistered customer', { registered: false, confirmedAt: null }],
    ['an unconfirmed customer', { confirmedAt: null }],
  ])('treats %s as logged out', async (_, facts) => {
    await t.given.loginProvider();
    const api = await loggedIn(t, await t.given.customer(facts));
    expect((await connect(api)).body).toEqual(refusal('Must be logged in'));
    expect(await links()).toEqual([]);
  });

  it.each([
    ['the same account', '1001'],
    ['another account', '2002'],
  ])('never replaces a connection: %s', async (_, uid) => {
    await t.given.loginProvider();
    const { customer, api } = await customerWithSession();
    await t.given.authentication({ customer, uid: '1001' });
    const before = await links();
    expect((await connect(api, signedRequest(t, uid))).body).toEqual(PROVIDER_TAKEN);
    expect(await links()).toEqual(before);
  });

  it('keeps the accounts of fan clubs and of providers separate', async () => {
    await t.given.loginProvider();
    const other = await t.given.fanclub({});
    await t.given.authentication({ customer: await t.given.customer({ fanclubId: other.id }), uid: '1001' });
    const { customer, api } = await customerWithSession();
    await t.given.authentication({ customer, name: 'beacons', uid: '1001' });
    expect((await connect(api)).text).toBe(CONNECTED);
  });

  it('refuses what another fan club’s provider has signed', async () => {
    await t.given.loginProvider({ appSecret: 'ours' });
    const other = await t.given.fanclub({});
    await t.given.loginProvider({ fanclubId: other.id, appSecret: 'theirs' });
    const { api } = await customerWithSession();
    const { body } = await connect(api, signedRequest(t, '1001', { secret: 'theirs' }));
    expect(body).toEqual(invalidRequest('Invalid signature'));
  });

  it('takes one statement for the visitor, one for the provider, and a transaction', async () => {
    await t.given.loginProvider();
    const { api } = await customerWithSession();
    const counter = countStatements();
    await connect(api);
    // BEGIN, lock the session, connect, token and mail of the notice, COMMIT.
    expect(counter.stop()).toHaveLength(8);
  });

  itInBoth('answers any JSON value with a refusal, never with an internal error', async () => {
    await t.given.loginProvider();
    const { api } = await customerWithSession();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (request) => {
        expect((await connect(api, request)).body).toEqual(invalidRequest('Format'));
      }),
      { numRuns: examples(40) },
    );
  });
});

describe('POST /account/connect/:provider', () => {
  it.each([
    ['its own path and parameter', 'beacons', 'beacons_signed_request'],
    ['its own path', 'beacons', 'social_signed_request'],
    ['the contract’s path', 'social', 'social_signed_request'],
    ['its own parameter', 'social', 'beacons_signed_request'],
  ])('connects at a renamed provider by %s', async (_, path, parameter) => {
    await t.given.loginProvider({ name: 'beacons' });
    const { api } = await customerWithSession();
    const { text } = await api.post(`/account/connect/${path}`, { [parameter]: signedRequest(t, '7') });
    expect(text).toBe(CONNECTED);
    expect(await links()).toMatchObject([{ name: 'beacons', uid: '7' }]);
    expect((await api.get('/account')).body.customer.authentications).toEqual([{ name: 'beacons' }]);
  });

  it('connects one account at each provider', async () => {
    await t.given.loginProvider({ appSecret: 's' });
    await t.given.loginProvider({ name: 'beacons', appSecret: 'b' });
    const { api } = await customerWithSession();
    expect((await connect(api, signedRequest(t, '7', { secret: 's' }))).text).toBe(CONNECTED);
    expect((await connect(api, signedRequest(t, '7', { secret: 'b' }), 'beacons')).text).toBe(CONNECTED);
    expect((await api.get('/account')).body.customer.authentications).toEqual([
      { name: 'social' },
      { name: 'beacons' },
    ]);
  });

  it.each(['other', 'Social', 'constructor', '1', 'x'.repeat(500), '%00', '%F0%9F%98%80'])(
    'reports that the provider %s is not supported',
    async (path) => {
      await t.given.loginProvider();
      const { api } = await customerWithSession();
      expect((await connect(api, signedRequest(t, '7'), path)).body).toEqual(UNSUPPORTED);
    },
  );

  it('reports that a disabled provider is not supported', async () => {
    await t.given.loginProvider({ enabled: false });
    const { api } = await customerWithSession();
    expect((await connect(api)).body).toEqual(UNSUPPORTED);
  });
});

describe('twenty simultaneous connects', () => {
  beforeEach(() => t.given.loginProvider());

  it('connect one account with one of many customers', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, customerWithSession));
    const answers = await Promise.all(people.map(({ api }) => connect(api)));
    const winners = people.filter((_, n) => answers[n].text === CONNECTED);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ text }) => text === JSON.stringify(UID_TAKEN))).toHaveLength(19);
    expect(await links()).toMatchObject([{ customer_id: winners[0].customer.id, uid: '1001' }]);
  });

  it('connect one customer with one of many accounts', async () => {
    const { customer, api } = await customerWithSession();
    const uids = Array.from({ length: 20 }, (_, n) => `uid ${n}`);
    const answers = await Promise.all(uids.map((uid) => connect(api, signedRequest(t, uid))));
    const winners = uids.filter((_, n) => answers[n].text === CONNECTED);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ text }) => text === JSON.stringify(PROVIDER_TAKEN))).toHaveLength(19);
    expect(await links()).toMatchObject([{ customer_id: customer.id, uid: winners[0] }]);
  });

  it('never replace a connection', async () => {
    const linked = await t.given.authentication({ uid: '1001' });
    const people = await Promise.all(Array.from({ length: 20 }, customerWithSession));
    await Promise.all(people.map(({ api }) => connect(api)));
    expect(await t.db.getRepository(Authentication).find()).toEqual([linked]);
  });
});

describe('when the conflicting connection is removed at the same moment', () => {
  /** Removes a connection as soon as the first attempt has conflicted with it, so that the later look-up finds none. */
  async function removedOnceMet(link: Authentication, work: () => Promise<void>): Promise<void> {
    await t.db.query(`
      CREATE FUNCTION remove_link() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN DELETE FROM authentications WHERE id = ${link.id}; RETURN NULL; END $$;
      CREATE TRIGGER remove_link AFTER INSERT ON authentications EXECUTE FUNCTION remove_link()`);
    try {
      await work();
    } finally {
      await t.db.query('DROP FUNCTION remove_link CASCADE');
    }
  }

  beforeEach(() => t.given.loginProvider());

  it('its customer can connect another account', async () => {
    const { customer, api } = await customerWithSession();
    const link = await t.given.authentication({ customer, uid: '1001' });
    await removedOnceMet(link, async () => expect((await connect(api)).text).toBe(CONNECTED));
    expect(await links()).toMatchObject([{ customer_id: customer.id, uid: '1001' }]);
  });

  it('its account can be connected by another customer', async () => {
    const { customer, api } = await customerWithSession();
    const link = await t.given.authentication({ uid: '1001' });
    await removedOnceMet(link, async () => expect((await connect(api)).text).toBe(CONNECTED));
    expect(await links()).toMatchObject([{ customer_id: customer.id, uid: '1001' }]);
  });
});
