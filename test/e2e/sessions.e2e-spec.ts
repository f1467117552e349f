import * as argon2 from 'argon2';
import { Passwords } from '#libs/password';
import { SessionCookies } from '#libs/session';
import { hashToken } from '#libs/token';
import { countStatements } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import { Session } from '#platform/access/session.entity';
import { PASSWORD, PASSWORD_HASH } from '#samples';
import { untilWaiting } from '../support/lock-waits';
import { loggedIn, withSession } from '../support/logged-in';
import type { Fields } from '../support/form';
import { statementFiles } from '../support/source-statements';
import { testApp } from '../support/start-test-app';

const t = testApp();

const STATEMENTS = statementFiles().flatMap(({ exported }) => exported);

const ada = (facts: Partial<Customer> = {}) => t.given.customer({ email: 'Ada@x.example', ...facts });
const logIn = (credentials: object = {}) =>
  t.api.post('/login', { email: 'Ada@x.example', password: PASSWORD, ...credentials });
const sessions = () => t.db.getRepository(Session).find({ order: { id: 'ASC' } });
const live = async () => (await sessions()).filter(({ revokedAt }) => revokedAt === null);

const WRONG = { status: 'error', messages: ['Email and password combination is incorrect.'] };

describe('POST /login', () => {
  it('logs a customer in, with answer, cookie and session', async () => {
    const club = await t.given.fanclub({ forumIntegration: true });
    const customer = await ada({ username: 'ada', listsOptIn: true, autoRenewalEnabled: true });
    await t.given.subscription({ customer });

    const { code, headers, body } = await logIn();

    expect(code).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'customer']);
    expect(body.status).toBe('ok');
    expect(Object.keys(body.customer)).toEqual([
      'id',
      'first_name',
      'last_name',
      'email',
      'new_email',
      'birthdate',
      'age',
      'username',
      'fanclub_id',
      'registered',
      'expired',
      'trial_membership',
      'at_renewal_cap',
      'email_aliases',
      'invalid_email_message',
      'authentications',
      'subscription',
    ]);
    expect(body.customer).toMatchObject({
      id: customer.id,
      email: 'Ada@x.example',
      username: 'ada',
      fanclub_id: club.id,
      registered: true,
      expired: false,
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^__Host-fanclub_session_${club.id}=[^;]+; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax$`,
        ),
      ),
    ]);
    expect((await t.api.get('/account')).body.customer.id).toBe(customer.id);
  });

  it('stores only the digest of the token, and the two expiry times of the session', async () => {
    const customer = await ada();
    let token: string | undefined;
    const set = jest.spyOn(t.app.get(SessionCookies), 'set');
    try {
      await logIn();
      token = set.mock.calls[0][2];
    } finally {
      set.mockRestore();
    }
    expect(await sessions()).toEqual([
      {
        id: 1,
        fanclubId: customer.fanclubId,
        customerId: customer.id,
        orderId: null,
        tokenHash: hashToken(token),
        createdAt: t.clock.now(),
        lastSeenAt: t.clock.now(),
        expiresAt: new Date('2026-07-15T12:00:00Z'),
        revokedAt: null,
        refreshTurn: 0,
        refreshedAt: null,
      },
    ]);
  });

  it('shows no subscription for an expired customer, and no user name without a forum', async () => {
    await ada({ username: 'ada' });
    const { customer } = (await logIn()).body;
    expect(customer).toMatchObject({ expired: true, registered: true });
    expect(Object.keys(customer)).not.toContain('subscription');
    expect(Object.keys(customer)).not.toContain('username');
  });

  it.each(['ADA@X.EXAMPLE', '  ada@x.example\n'])('finds the customer by the address %j', async (email) => {
    await ada();
    expect((await logIn({ email })).body.status).toBe('ok');
  });

  it('reads the key from the body too', async () => {
    const { key } = await t.given.fanclub();
    await ada();
    const body = { key, email: 'ada@x.example', password: PASSWORD };
    expect((await t.api.post('/login', body, { key: null })).body.status).toBe('ok');
  });

  it('reads the key from a form too, where it must occur once; the query takes precedence', async () => {
    const { key } = await t.given.fanclub();
    await ada();
    const answers = (fields: Fields | string, query: string | null = null) =>
      t.api.form('/login', fields, { key: query }).then(({ body }) => body.messages ?? body.status);
    const form = { email: 'ada@x.example', password: PASSWORD };
    const invalid = ['Please use a valid API Key.'];
    expect(await answers({ ...form, key })).toBe('ok');
    expect(await answers({ ...form, key: 'unknown' }, key)).toBe('ok');
    expect(await answers({ ...form, key }, 'unknown')).toEqual(invalid);
    expect(await answers({ ...form, key: [key] })).toEqual(invalid);
    expect(await answers({ ...form, key: { key } })).toEqual(invalid);
    expect(await answers(`key=${key}&email=ada@x.example&password=x&key=${key}`)).toEqual(invalid);
  });

  it.each<[string, unknown, unknown]>([
    ['an unknown e-mail', 'nobody@x.example', PASSWORD],
    ['a wrong password', 'ada@x.example', 'wrong'],
    ['a password in another letter case', 'ada@x.example', PASSWORD.toUpperCase()],
    ['a password with a space added', 'ada@x.example', ` ${PASSWORD}`],
    ['a blank e-mail', ' ', PASSWORD],
    ['a blank password', 'ada@x.example', '  '],
    ['no e-mail', undefined, PASSWORD],
    ['no password', 'ada@x.example', undefined],
    ['null', null, null],
    ['an e-mail that is a number', 7, PASSWORD],
    ['an e-mail in an array', ['ada@x.example'], PASSWORD],
    ['a password that is an object', 'ada@x.example', { $ne: null }],
    ['an e-mail that no database can store', 'ada@x.example\0', PASSWORD],
    ['a pattern instead of an e-mail', '%', PASSWORD],
    ['a very long password', 'ada@x.example', 'x'.repeat(10_000)],
  ])('reports only the incorrect combination: %s', async (_, email, password) => {
    await ada();
    const { code, headers, body } = await logIn({ email, password });
    expect([code, body]).toEqual([200, WRONG]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  it('reports the same without a body', async () => {
    expect((await t.api.request('POST', '/login')).body).toEqual(WRONG);
  });

  it('does not log in with a former address', async () => {
    const customer = await ada();
    await t.given.emailAlias({ customer, email: 'old@x.example' });
    expect((await logIn({ email: 'old@x.example' })).body).toEqual(WRONG);
  });

  it('does not log in to an account of another fan club', async () => {
    await t.given.fanclub();
    const other = await t.given.fanclub({});
    await ada({ fanclubId: other.id });
    expect((await logIn()).body).toEqual(WRONG);
    const body = { email: 'ada@x.example', password: PASSWORD };
    expect((await t.api.post('/login', body, { key: other.key })).body.status).toBe('ok');
  });

  it('does not log in to a registered account that has no password', async () => {
    await ada({ passwordHash: null });
    expect((await logIn()).body).toEqual(WRONG);
  });

  describe('of a customer who may not log in', () => {
    const SUPPORT = 'help@lanterns.example';
    const BLACKLISTED = `Unable to login. Please contact ${SUPPORT} for assistance.`;
    const UNREGISTERED =
      'The email address Ada@x.example belongs to an unregistered account. ' +
      `Please contact ${SUPPORT} for assistance.`;
    const UNCONFIRMED =
      'The email address Ada@x.example has not been confirmed. ' +
      `Please use the link in your confirmation email or contact ${SUPPORT} for assistance.`;

    beforeEach(() => t.given.fanclub({ supportEmail: SUPPORT }));

    it.each([
      ['blacklisted', { blacklisted: true }, BLACKLISTED],
      [
        'blacklisted, unregistered and unconfirmed',
        { blacklisted: true, registered: false, confirmedAt: null },
        BLACKLISTED,
      ],
      ['unregistered and unconfirmed', { registered: false, confirmedAt: null }, UNREGISTERED],
      ['unconfirmed', { confirmedAt: null }, UNCONFIRMED],
    ])('reports why: %s', async (_, facts, message) => {
      await ada(facts);
      const { headers, body } = await logIn({ email: 'ada@x.example' });
      expect(body).toEqual({ status: 'error', messages: [message] });
      expect(headers.getSetCookie()).toEqual([]);
      expect(await sessions()).toEqual([]);
    });

    it.each([[{ blacklisted: true }], [{ registered: false }], [{ confirmedAt: null }]])(
      'does not reveal with a wrong password that the account is %j',
      async (facts) => {
        await ada(facts);
        expect((await logIn({ email: 'ada@x.example', password: 'wrong' })).body).toEqual(WRONG);
      },
    );

    it('reports with any password except a blank one that an account without one is unregistered', async () => {
      await ada({ registered: false, confirmedAt: null, passwordHash: null });
      expect((await logIn({ email: 'ada@x.example', password: 'whatever' })).body.messages).toEqual([
        UNREGISTERED,
      ]);
      expect((await logIn({ email: 'ada@x.example', password: ' ' })).body).toEqual(WRONG);
    });
  });

  it.each([
    ['right', 'ada@x.example', PASSWORD, {}],
    ['wrong', 'ada@x.example', 'wrong', {}],
    ['for an unknown e-mail', 'nobody@x.example', PASSWORD, {}],
    ['for an account without password', 'ada@x.example', PASSWORD, { passwordHash: null }],
    ['for an unregistered account', 'ada@x.example', PASSWORD, { passwordHash: null, registered: false }],
    ['for an e-mail that no database can store', 'ada@x.example\0', PASSWORD, {}],
  ])('verifies exactly one hash when the credentials are %s', async (_, email, password, facts) => {
    await ada(facts);
    const passwords = t.app.get(Passwords);
    const before = passwords.verifications;
    await logIn({ email, password });
    expect(passwords.verifications).toBe(before + 1);
  });

  it('rehashes the password when the stored hash is outdated, and only after a correct one', async () => {
    const outdated = await argon2.hash(PASSWORD, { memoryCost: 4096, timeCost: 2, parallelism: 1 });
    const customer = await ada({ passwordHash: outdated });
    const stored = async (): Promise<string> => {
      const rows: { password_hash: string }[] = await t.db.query(
        'SELECT password_hash FROM customers WHERE id = $1',
        [customer.id],
      );
      return rows[0].password_hash;
    };
    await logIn({ email: 'ada@x.example', password: 'wrong' });
    expect(await stored()).toBe(outdated);

    expect((await logIn()).body.status).toBe('ok');
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn()).body.status).toBe('ok');

    await t.db.query('UPDATE customers SET password_hash = $1', [PASSWORD_HASH]);
    await logIn();
    expect(await stored()).toBe(PASSWORD_HASH);
  });

  it('accepts a correct password even if a simultaneous log-in rehashes it', async () => {
    const outdated = await argon2.hash(PASSWORD, { memoryCost: 4096, timeCost: 2, parallelism: 1 });
    const { id } = await ada({ passwordHash: outdated });
    let logIns: ReturnType<typeof logIn>[] = [];
    await t.db.transaction(async (manager) => {
      await manager.query('SELECT FROM customers WHERE id = $1 FOR NO KEY UPDATE', [id]);
      logIns = [logIn(), logIn()];
      await untilWaiting(t, logIns.length);
    });
    for (const { body } of await Promise.all(logIns)) expect(body.status).toBe('ok');
  });

  it('refuses if the password was changed while the old one was being verified', async () => {
    await ada();
    const passwords = t.app.get(Passwords);
    const verify = jest.spyOn(passwords, 'verify').mockImplementationOnce(async () => {
      await t.db.query(`UPDATE customers SET password_hash = 'changed meanwhile'`);
      return true;
    });
    try {
      expect((await logIn()).body).toEqual(WRONG);
      expect(await sessions()).toEqual([]);
    } finally {
      verify.mockRestore();
    }
  });

  it('creates a new session at each log-in and ends the visitor’s former one', async () => {
    const customer = await ada();
    await logIn();
    const first = t.api.cookies;
    await logIn();
    expect(t.api.cookies).not.toBe(first);
    expect((await sessions()).map(({ revokedAt }) => revokedAt)).toEqual([t.clock.now(), null]);
    const [name, value] = first.split('=');
    expect((await t.api.withCookie(name, value).get('/account')).body.customer).toBeNull();
    expect((await t.api.get('/account')).body.customer.id).toBe(customer.id);
  });

  it('ends the former session even if it was another customer’s', async () => {
    const former = await t.given.customer();
    const customer = await ada();
    const browser = await loggedIn(t, former);
    const { body } = await browser.post('/login', { email: 'ada@x.example', password: PASSWORD });
    expect(body.customer.id).toBe(customer.id);
    expect((await live()).map(({ customerId }) => customerId)).toEqual([customer.id]);
  });

  it('keeps the former session when the log-in fails', async () => {
    const browser = await loggedIn(t, await ada());
    await browser.post('/login', { email: 'ada@x.example', password: 'wrong' });
    expect((await browser.get('/account')).body.customer).not.toBeNull();
  });

  it('keeps ten live sessions of a customer and ends the oldest beyond that', async () => {
    const customer = await ada();
    const at = (day: number) => new Date(`2026-06-${String(day).padStart(2, '0')}T00:00:00Z`);
    for (const day of [9, 10, 11, 12, 13, 14, 14, 14, 14, 14]) {
      await t.given.session({ customer, createdAt: at(day) });
    }
    await t.given.session({ customer, createdAt: at(1), revokedAt: at(2) });
    await t.given.session({ customer, createdAt: at(1), expiresAt: at(3) });
    const neighbour = await t.given.session({ customer: await t.given.customer(), createdAt: at(1) });

    await logIn();

    const rows = await sessions();
    const endedNow = rows.filter(({ revokedAt }) => revokedAt?.getTime() === t.clock.now().getTime());
    expect(endedNow.map(({ createdAt }) => createdAt)).toEqual([at(9)]);
    expect(rows.find(({ tokenHash }) => tokenHash.equals(hashToken(neighbour)))?.revokedAt).toBeNull();
  });

  it('keeps the session of the log-in, even if the clocks of other processes are ahead', async () => {
    const customer = await ada();
    for (let count = 0; count < 10; count += 1)
      await t.given.session({ customer, createdAt: new Date('2026-06-20T00:00:00Z') });
    const api = t.api.stranger();
    await api.post('/login', { email: 'ada@x.example', password: PASSWORD });
    expect((await api.get('/account')).body.customer.id).toBe(customer.id);
    expect(await live()).toHaveLength(10);
  });

  it('keeps at most ten after many simultaneous log-ins', async () => {
    await ada();
    const body = { email: 'ada@x.example', password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => t.api.stranger().post('/login', body)),
    );
    expect(answers.every((answer) => answer.body.status === 'ok')).toBe(true);
    expect(await live()).toHaveLength(10);
  });

  it('takes one statement for the customer, two for the limit and two for the session, without a transaction', async () => {
    await ada();
    const counter = countStatements();
    await logIn();
    const sent = counter.stop().map((text) => STATEMENTS.find((one) => one.text === text)?.name);
    expect(sent).toEqual([
      'sessions.find_applicant',
      'limits.take',
      'limits.settle',
      'access.open_session',
      'access.end_surplus',
    ]);
  });

  it('reports that social login is not supported if the fan club has enabled no provider', async () => {
    await ada();
    await t.given.loginProvider({ enabled: false });
    const body = { social_signed_request: 'x.y', email: 'ada@x.example', password: PASSWORD };
    expect((await t.api.post('/login', body)).body).toEqual({
      status: 'error',
      messages: ['Social login is not supported by this website'],
    });
  });

  it.each(['', '  ', null, 7])('ignores a signed request of %j', async (social_signed_request) => {
    await ada();
    const body = { social_signed_request, email: 'ada@x.example', password: PASSWORD };
    expect((await t.api.post('/login', body)).body.status).toBe('ok');
  });

  it.each(['GET', 'PUT', 'HEAD'])('is an unknown path for %s', async (method) => {
    await t.given.fanclub();
    expect((await t.api.request(method, '/login')).code).toBe(404);
  });
});

describe('GET /logout', () => {
  it('ends the session and clears the cookie', async () => {
    const customer = await ada();
    await logIn();
    const held = t.api.cookies;

    const { code, headers, text } = await t.api.get('/logout');

    expect([code, text]).toEqual([200, '{"status":"ok"}']);
    expect(headers.getSetCookie()).toEqual([
      `__Host-fanclub_session_${customer.fanclubId}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ` +
        'HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(t.api.cookies).toBe('');
    expect((await t.api.get('/account/status')).body.logged_in).toBe(false);
    const [name, value] = held.split('=');
    expect((await t.api.withCookie(name, value).get('/account')).body.customer).toBeNull();
  });

  it('ends only this session of the customer', async () => {
    const customer = await ada();
    const [here, there] = [await loggedIn(t, customer), await loggedIn(t, customer)];
    await here.get('/logout');
    expect((await there.get('/account')).body.customer.id).toBe(customer.id);
  });

  it('ends the session of the unregistered buyer of a free plan too', async () => {
    const browser = await loggedIn(t, await t.given.unregisteredCustomer());
    await browser.get('/logout');
    expect(await live()).toEqual([]);
  });

  it('succeeds without a session, and ends none of another fan club', async () => {
    const club = await t.given.fanclub();
    const other = await t.given.fanclub({});
    const token = await t.given.session({ customer: await t.given.customer({ fanclubId: other.id }) });
    expect((await t.api.get('/logout')).body).toEqual({ status: 'ok' });
    expect((await withSession(t, club.id, token).get('/logout')).body).toEqual({ status: 'ok' });
    expect(await live()).toHaveLength(1);
  });

  it('has no HEAD, which is an unknown path and ends no session', async () => {
    const browser = await loggedIn(t, await ada());
    const { code, headers } = await browser.request('HEAD', '/logout');
    expect(code).toBe(404);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await browser.get('/account')).body.customer).not.toBeNull();
  });
});
