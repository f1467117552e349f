import * as argon2 from 'argon2';
import fc from 'fast-check';
import { Passwords } from '#libs/password';
import { countStatements } from '#libs/testing';
import { SessionKeeper } from '../../src/platform/access';
import { Customer } from '#domains/accounts/customer.entity';
import { AccountUpdatesService } from '../../src/domains/accounts/account-updates.service';
import { Mails } from '../../src/platform/mail';
import { Session } from '#platform/access/session.entity';
import { OneTimeToken } from '../../src/platform/tokens';
import { PASSWORD, PASSWORD_HASH } from '#samples';
import { examples, it, itInBoth } from '../suite/form';
import type { Answer, Api } from '../support/api';
import { untilWaiting } from '../support/lock-waits';
import { loggedIn, withSession } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const SECRET = 'a good long secret';
const CHANGE = { current_password: PASSWORD, password: SECRET, password_confirmation: SECRET };

const rowOf = ({ id }: Customer) => t.db.getRepository(Customer).findOneByOrFail({ id });
const messages = async (api: Api, body: object) => (await api.post('/account', body)).body.messages;

/** A customer with a session, in a club with a forum. */
async function member(facts: Partial<Customer> = {}) {
  await t.given.fanclub({ forumIntegration: true });
  const customer = await t.given.customer({
    email: 'ada@x.example',
    firstName: 'Ada',
    lastName: 'Byron',
    username: 'ada',
    ...facts,
  });
  return { customer, api: await loggedIn(t, customer) };
}

/** The changed columns of a customer's row, except `updatedAt`. */
async function changesOf(customer: Customer): Promise<Partial<Customer>> {
  const now = Object.entries(await rowOf(customer));
  const before = customer as unknown as Record<string, unknown>;
  return Object.fromEntries(
    now.filter(([name, value]) => name !== 'updatedAt' && String(value) !== String(before[name])),
  );
}

describe('the body of POST /account', () => {
  it('accepts fields inside `customer`, which take precedence over those at top level', async () => {
    const { customer, api } = await member();
    await api.post('/account', { customer: { first_name: 'Augusta' }, first_name: 'Eve', last_name: 'King' });
    expect(await changesOf(customer)).toEqual({ firstName: 'Augusta', lastName: 'King' });
    await api.form('/account', { customer: { first_name: 'Ada', lists_opt_in: 'True' } });
    expect(await rowOf(customer)).toMatchObject({ firstName: 'Ada', listsOptIn: true });
    await api.post('/account', { customer: { first_name: null } });
    expect(await rowOf(customer)).toMatchObject({ firstName: null, lastName: 'King' });
  });

  it('accepts a new password under `customer`', async () => {
    const { api } = await member();
    expect((await api.post('/account', { customer: CHANGE })).body.status).toBe('ok');
    expect((await t.api.post('/login', { email: 'ada@x.example', password: SECRET })).body.status).toBe('ok');
  });

  it('is read at top level when `customer` is not an object', async () => {
    const { customer, api } = await member();
    await api.post('/account', { customer: 'x', first_name: 'Augusta' });
    expect(await changesOf(customer)).toEqual({ firstName: 'Augusta' });
  });

  it('requires no confirmation of a new password', async () => {
    const { api } = await member();
    const unconfirmed = { current_password: PASSWORD, password: SECRET };
    expect((await api.post('/account', unconfirmed)).body.status).toBe('ok');
  });
});

describe('a user name with invisible characters or lookalikes', () => {
  it.each(['a\u200bda2', '\u202eada2', 'аda2'])('is refused: %j', async (username) => {
    const { customer, api } = await member();
    expect(await messages(api, { username })).toEqual(['Username is invalid']);
    expect(await changesOf(customer)).toEqual({});
  });

  it('is accepted when it is the current one, as clients send it with every save', async () => {
    const { customer, api } = await member({ username: 'аda\u200b1' });
    const { body } = await api.post('/account', { username: 'аda\u200b1', first_name: 'Augusta' });
    expect([body.status, await changesOf(customer)]).toEqual(['ok', { firstName: 'Augusta' }]);
  });
});

describe('POST /account', () => {
  it('changes the fields that were sent, and answers with the updated account', async () => {
    const { customer, api } = await member({ newEmail: 'soon@x.example' });
    await t.given.emailAlias({ customer, email: 'former@x.example' });
    await t.given.loginProvider();
    await t.given.authentication({ customer });
    await t.given.subscription({ customer });
    const { code, cookies, body } = await api.post('/account', {
      first_name: ' Augusta ',
      username: 'AUGUSTA',
      birthdate: '2000-01-01',
      id: 99,
      email_aliases: [],
    });
    expect(code).toBe(200);
    expect(Object.entries(body.customer)).toEqual(
      Object.entries({
        id: customer.id,
        first_name: 'Augusta',
        last_name: 'Byron',
        email: 'ada@x.example',
        new_email: 'soon@x.example',
        birthdate: '1990-01-31',
        age: 36,
        username: 'AUGUSTA',
        fanclub_id: customer.fanclubId,
        expired: false,
        trial_membership: false,
        at_renewal_cap: false,
        email_aliases: ['ada@x.example', 'former@x.example'],
        invalid_email_message: null,
        authentications: [{ name: 'social' }],
      }),
    );
    expect(await changesOf(customer)).toEqual({ firstName: 'Augusta', username: 'AUGUSTA' });
    expect(cookies).toEqual([]);
    expect(await mailsOf(t)).toEqual([]);
  });

  it('asks a logged-out visitor to log in', async () => {
    expect(await messages(t.api, { first_name: 'Eve' })).toEqual([
      'Please log in to access your online benefits.',
    ]);
  });

  it.each([undefined, {}, { unknown: 1, key: 'x' }])(
    'changes nothing for %j, without further statements',
    async (body) => {
      const { customer, api } = await member();
      const counter = countStatements();
      const answer = await api.post('/account', body);
      expect(counter.stop()).toHaveLength(1);
      expect(answer.body).toMatchObject({ status: 'ok', customer: { id: customer.id, first_name: 'Ada' } });
      expect(await changesOf(customer)).toEqual({});
    },
  );

  it('removes a name that is sent blank', async () => {
    const { customer, api } = await member();
    const { body } = await api.post('/account', { first_name: ' ', last_name: null });
    expect(body.customer).toMatchObject({ first_name: null, last_name: null });
    expect(await changesOf(customer)).toEqual({ firstName: null, lastName: null });
  });

  it('changes no other customer, of this fan club or another', async () => {
    const { api } = await member();
    const others = [
      await t.given.customer(),
      await t.given.customer({ fanclubId: (await t.given.fanclub({})).id }),
    ];
    await api.post('/account', { first_name: 'X', username: 'x', lists_opt_in: 'True', ...CHANGE });
    for (const other of others) expect(await changesOf(other)).toEqual({});
  });

  it('reports all errors together, in order, and then writes nothing', async () => {
    const { customer, api } = await member();
    const body = {
      email: 'ada',
      first_name: {},
      last_name: 'x\0',
      username: null,
      current_password: 'wrong',
      password: 'short',
      password_confirmation: 'shirt',
      lists_opt_in: true,
      lists_opt_in_source: [],
    };
    expect(await messages(api, body)).toEqual([
      'Email does not appear to be valid',
      'First name is invalid',
      'Last name is invalid',
      "Username can't be blank",
      'Current password is incorrect',
      'Password is too short (minimum is 8 characters)',
      "Password confirmation doesn't match Password",
      'Lists opt in source is invalid',
    ]);
    expect(await messages(api, { first_name: 'Augusta', email: '' })).toEqual(["Email can't be blank"]);
    expect(await changesOf(customer)).toEqual({});
    expect(await mailsOf(t)).toEqual([]);
  });

  itInBoth('changes exactly the fields that were sent, in any combination', async () => {
    const { customer, api } = await member();
    const fields = {
      email: fc.constant('new@x.example'),
      first_name: fc.constant('Augusta'),
      last_name: fc.constant('King'),
      username: fc.constant('augusta'),
      lists_opt_in: fc.constant('True'),
    };
    const written: Record<string, Partial<Customer>> = {
      email: { newEmail: 'new@x.example' },
      first_name: { firstName: 'Augusta' },
      last_name: { lastName: 'King' },
      username: { username: 'augusta' },
      lists_opt_in: { listsOptIn: true, listsOptInChangedAt: t.clock.now() },
    };
    await fc.assert(
      fc.asyncProperty(fc.record(fields, { requiredKeys: [] }), async (body) => {
        await t.db.getRepository(Customer).save(customer);
        expect((await api.post('/account', body)).body.status).toBe('ok');
        expect(await changesOf(customer)).toEqual(
          Object.assign({}, ...Object.keys(body).map((name) => written[name])),
        );
      }),
      { numRuns: examples(32) },
    );
  });

  it('keeps the changes of simultaneous updates of different fields', async () => {
    const { customer, api } = await member();
    await Promise.all([
      api.post('/account', { first_name: 'Augusta' }),
      api.post('/account', { last_name: 'King' }),
      api.post('/account', { lists_opt_in: 'True' }),
    ]);
    expect(await rowOf(customer)).toMatchObject({ firstName: 'Augusta', lastName: 'King', listsOptIn: true });
  });

  itInBoth('answers any JSON value in any field without an internal error', async () => {
    const { api } = await member();
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.constant('\0'),
      fc.constant('a\ud800@x.example'),
    );
    const names = ['email', 'first_name', 'last_name', 'username', 'lists_opt_in', 'lists_opt_in_source'];
    const body = fc.record(
      Object.fromEntries(
        [...names, 'current_password', 'password', 'password_confirmation'].map((name) => [name, value]),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (fields) => {
        const answer = await api.post('/account', fields);
        expect(answer.code).toBe(200);
        expect(answer.body.messages ?? []).not.toContain('An error has occurred, please try again later.');
      }),
      { numRuns: examples(60) },
    );
  });

  it('sends only the statements that its changes need', async () => {
    const { api } = await member();
    const count = async (body: object) => {
      const counter = countStatements();
      expect((await api.post('/account', body)).body.status).toBe('ok');
      return counter.stop().filter((text) => !/^(START|COMMIT)/.test(text)).length;
    };
    // The session and the update; a value that must be compared first takes one more.
    expect(await count({ first_name: 'Augusta', lists_opt_in: 'True' })).toBe(2);
    expect(await count({ username: 'augusta' })).toBe(3);
    expect(await count({ email: 'ADA@x.example' })).toBe(2);
    // In addition: two counts, token and mail for the new address, token and mail for the current one, and the event.
    expect(await count({ email: 'new@x.example' })).toBe(10);
    // In addition: an older link, the old sessions, the new one, the event, and two for the count of wrong passwords.
    expect(await count(CHANGE)).toBe(9);
  });
});

describe('a concurrent change during an update', () => {
  /** Runs `meanwhile` after the session has been read and before the account is written. */
  async function interrupted(api: Api, body: object, meanwhile: () => Promise<unknown>) {
    const updates = t.app.get(AccountUpdatesService);
    const update = updates.update.bind(updates);
    const late = jest.spyOn(updates, 'update').mockImplementation(async (...args) => {
      await meanwhile();
      return update(...args);
    });
    try {
      return await messages(api, body);
    } finally {
      late.mockRestore();
    }
  }

  it.each([{ first_name: 'Eve' }, { email: 'eve@x.example' }])(
    'by a ban: the update writes nothing: %j',
    async (body) => {
      const { customer, api } = await member();
      const ban = () => t.db.getRepository(Customer).update(customer.id, { blacklisted: true });
      expect(await interrupted(api, body, ban)).toEqual(['Please log in to access your online benefits.']);
      expect(await changesOf(customer)).toEqual({ blacklisted: true });
      expect(await mailsOf(t)).toEqual([]);
    },
  );

  it('by the end of the account: the update asks to log in', async () => {
    const { customer, api } = await member();
    const end = async () => {
      await t.db.getRepository(Session).delete({ customerId: customer.id });
      await t.db.getRepository(Customer).delete(customer.id);
    };
    expect(await interrupted(api, { username: 'eve' }, end)).toEqual([
      'Please log in to access your online benefits.',
    ]);
  });

  it('by another new password: that password stays', async () => {
    const { customer, api } = await member();
    const passwords = t.app.get(Passwords);
    const other = await passwords.hash('the other secret', 'test');
    const hash = passwords.hash.bind(passwords);
    const late = jest.spyOn(passwords, 'hash').mockImplementation(async (plain, client) => {
      await t.db.getRepository(Customer).update(customer.id, { passwordHash: other });
      return hash(plain, client);
    });
    try {
      expect(await messages(api, CHANGE)).toEqual(['Current password is incorrect']);
    } finally {
      late.mockRestore();
    }
    expect((await rowOf(customer)).passwordHash).toBe(other);
  });
});

describe('a new e-mail address', () => {
  it('stays pending until it is confirmed, and both addresses get a mail', async () => {
    const { customer, api } = await member();
    const { body } = await api.post('/account', { email: ' New@x.example ' });
    expect(body.customer).toMatchObject({ email: 'ada@x.example', new_email: 'New@x.example' });
    expect(body.customer.email_aliases).toEqual(['ada@x.example']);
    expect(await changesOf(customer)).toEqual({ newEmail: 'New@x.example' });
    const pages = `https://api.example.test/fanclubs/${customer.fanclubId}`;
    expect(await mailsOf(t)).toEqual([
      {
        kind: 'confirm_new_address',
        to: 'New@x.example',
        firstName: 'Ada',
        link: expect.stringMatching(new RegExp(`^${pages}/confirm-email\\?token=[\\w-]{43}$`)),
      },
      {
        kind: 'address_change_notice',
        to: 'ada@x.example',
        firstName: 'Ada',
        link: expect.stringMatching(new RegExp(`^${pages}/recover-account\\?token=[\\w-]{43}$`)),
      },
    ]);
  });

  it.each(['ada@x.example', 'ADA@X.EXAMPLE', ' ada@x.example '])(
    'that equals the current one changes nothing and cancels a pending change: %j',
    async (email) => {
      const { customer, api } = await member();
      await api.post('/account', { email: 'soon@x.example' });
      const mails = await mailsOf(t);
      expect((await api.post('/account', { email })).body.customer.new_email).toBeNull();
      expect(await changesOf(customer)).toEqual({});
      expect(await mailsOf(t)).toEqual(mails);
      const page = await new Pages(t.origin).open(mails[0].link);
      expect([page.status, page.heading]).toEqual([404, 'This link no longer works']);
    },
  );

  it('is refused when another customer has it, but may be another customer’s former or pending one, or one’s own former one', async () => {
    const { customer, api } = await member();
    const other = await t.given.customer({ email: 'Bob@x.example', newEmail: 'soon@x.example' });
    await t.given.emailAlias({ customer: other, email: 'former@x.example' });
    await t.given.emailAlias({ customer, email: 'mine@x.example' });
    const abroad = await t.given.fanclub({});
    await t.given.customer({ fanclubId: abroad.id, email: 'abroad@x.example' });

    expect(await messages(api, { email: 'bob@X.example' })).toEqual(['Email has already been taken']);
    expect(await changesOf(customer)).toEqual({});
    for (const email of ['soon@x.example', 'former@x.example', 'mine@x.example', 'abroad@x.example']) {
      expect((await api.post('/account', { email })).body.customer.new_email).toBe(email);
    }
  });

  it.each(['', ' ', null])('cannot be %j', async (email) => {
    const { api } = await member();
    expect(await messages(api, { email })).toEqual(["Email can't be blank"]);
  });

  it('replaces a pending one, whose link stops working', async () => {
    const { api } = await member();
    await api.post('/account', { email: 'first@x.example' });
    await api.post('/account', { email: 'second@x.example' });
    const purpose = 'confirm_new_address';
    expect(await t.db.getRepository(OneTimeToken).findBy({ purpose })).toMatchObject([
      { email: 'second@x.example' },
    ]);
    expect((await mailsOf(t)).map(({ to }) => to)).toEqual([
      'first@x.example',
      'ada@x.example',
      'second@x.example',
      'ada@x.example',
    ]);
  });

  it('that is requested again is mailed again, without a second notice', async () => {
    const { api } = await member();
    await api.post('/account', { email: 'new@x.example' });
    await api.post('/account', { email: 'NEW@x.example' });
    const mails = await mailsOf(t);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['confirm_new_address', 'new@x.example'],
      ['address_change_notice', 'ada@x.example'],
      ['confirm_new_address', 'NEW@x.example'],
    ]);
    expect(mails[2].link).not.toBe(mails[0].link);
  });

  it('is refused when it is a former address that another customer can still restore', async () => {
    const { api } = await member();
    const former = await t.given.customer({ email: 'former@x.example' });
    await t.given.oneTimeToken({ customer: former, purpose: 'recover_account' });
    await t.db.getRepository(Customer).update(former.id, { email: 'moved@x.example' });
    const fields = { email: 'former@x.example', birthdate: '1990-01-31', username: 'thief' };
    const signUp = async () => (await t.api.stranger().post('/accounts', fields)).body;

    expect(await messages(api, { email: 'FORMER@x.example' })).toEqual(['Email has already been taken']);
    expect((await signUp()).messages).toEqual(['Email has already been taken']);
    const own = await (await loggedIn(t, former)).post('/account', { email: 'former@x.example' });
    expect(own.body.status).toBe('ok');
    t.clock.advance(7 * 24 * 3600);
    expect((await signUp()).status).toBe('ok');
  });

  it('is not pending when its mail could not be queued', async () => {
    const { customer, api } = await member();
    const failing = jest.spyOn(t.app.get(Mails), 'queue').mockRejectedValue(new Error('gone'));
    try {
      expect(await messages(api, { email: 'new@x.example', first_name: 'X' })).toEqual([
        'An error has occurred, please try again later.',
      ]);
    } finally {
      failing.mockRestore();
    }
    expect(await changesOf(customer)).toEqual({});
    expect(await t.db.getRepository(OneTimeToken).count()).toBe(0);
  });
});

describe('a new user name', () => {
  it.each(['', null, '  '])('cannot be %j', async (username) => {
    const { api } = await member();
    expect(await messages(api, { username })).toEqual(["Username can't be blank"]);
  });

  it.each(['', null, '  '])('is not needed if there was none: %j changes nothing', async (username) => {
    const { customer, api } = await member({ username: null });
    const { body } = await api.post('/account', { username, first_name: 'Augusta' });
    expect(body.customer).toMatchObject({ username: null, first_name: 'Augusta' });
    expect(await changesOf(customer)).toEqual({ firstName: 'Augusta' });
  });

  it('is refused when another customer has it, in any letter case', async () => {
    const { customer, api } = await member();
    await t.given.customer({ username: 'Bob' });
    expect(await messages(api, { username: 'bOB' })).toEqual(['Username has already been taken']);
    expect(await changesOf(customer)).toEqual({});
  });

  it('goes to one of ten simultaneous requests', async () => {
    await t.given.fanclub({ forumIntegration: true });
    const apis: Api[] = [];
    for (let n = 0; n < 10; n += 1)
      apis.push(await loggedIn(t, await t.given.customer({ username: `old${n}` })));
    const answers = await Promise.all(apis.map((api) => api.post('/account', { username: 'Wanted' })));
    const lost = answers.filter(({ body }) => body.status === 'error').map(({ body }) => body.messages);
    expect(lost).toEqual(Array.from({ length: 9 }, () => ['Username has already been taken']));
  });

  it('is ignored if the fan club has no forum', async () => {
    const customer = await t.given.customer({ username: 'ada' });
    const api = await loggedIn(t, customer);
    for (const username of ['', null, 'other', 7]) {
      const { body } = await api.post('/account', { username });
      expect(body.customer).not.toHaveProperty('username');
    }
    expect(await changesOf(customer)).toEqual({});
  });
});

describe('a new password', () => {
  it('requires the current one, ends all other sessions and renews this one', async () => {
    const { customer, api } = await member();
    const elsewhere = await loggedIn(t, customer);
    const stranger = await loggedIn(t, await t.given.customer());
    const before = api.cookies;
    await t.given.oneTimeToken({ customer, purpose: 'reset_password' });

    const { body, cookies } = await api.post('/account', CHANGE);

    expect(body.status).toBe('ok');
    expect(cookies).toHaveLength(1);
    expect(api.cookies).not.toBe(before);
    expect((await api.get('/account')).body.customer.id).toBe(customer.id);
    expect((await elsewhere.get('/account')).body.customer).toBeNull();
    expect((await stranger.get('/account')).body.customer).not.toBeNull();
    const [name, value] = before.split(/=(.*)/);
    expect((await t.api.withCookie(name, value).get('/account')).body.customer).toBeNull();
    expect(await t.db.getRepository(OneTimeToken).count()).toBe(0);

    const logIn = async (password: string) =>
      (await t.api.stranger().post('/login', { email: customer.email, password })).body.status;
    expect([await logIn(PASSWORD), await logIn(SECRET)]).toEqual(['error', 'ok']);
    expect((await rowOf(customer)).passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('keeps the free-plan order of the session', async () => {
    const { customer } = await member();
    const order = await t.given.order({ customer });
    const token = await t.given.session({ customer, order });
    await withSession(t, customer.fanclubId, token).post('/account', CHANGE);
    const live = (await t.db.getRepository(Session).find()).filter(({ revokedAt }) => revokedAt === null);
    expect(live).toMatchObject([{ customerId: customer.id, orderId: order.id }]);
  });

  it.each([
    ['wrong', 'wrong'],
    ['missing', undefined],
    ['blank', ' '],
    ['no text', 12345678],
  ])('is refused when the current one is %s', async (_, current_password) => {
    const { customer, api } = await member();
    expect(await messages(api, { ...CHANGE, current_password })).toEqual(['Current password is incorrect']);
    expect(await changesOf(customer)).toEqual({});
    expect((await api.get('/account')).body.customer.id).toBe(customer.id);
  });

  it('is refused for a customer without a password, who has to use the reset', async () => {
    const { api } = await member({ passwordHash: null });
    for (const current_password of ['', 'anything']) {
      expect(await messages(api, { ...CHANGE, current_password })).toEqual(['Current password is incorrect']);
    }
  });

  it.each([
    [
      { password: 'short', password_confirmation: 'short' },
      'Password is too short (minimum is 8 characters)',
    ],
    [
      { password: 'p'.repeat(129), password_confirmation: 'p'.repeat(129) },
      'Password is too long (maximum is 128 characters)',
    ],
    [{ password_confirmation: 'else' }, "Password confirmation doesn't match Password"],
    [{ password_confirmation: '' }, "Password confirmation doesn't match Password"],
    [{ password: '' }, "Password can't be blank"],
    [{ password: 12345678 }, "Password can't be blank"],
  ])('follows the rules: %j', async (fields, message) => {
    const { customer, api } = await member();
    expect(await messages(api, { ...CHANGE, ...fields })).toEqual([message]);
    expect(await changesOf(customer)).toEqual({});
  });

  it('is ignored when it is blank, and no password is verified', async () => {
    const { customer, api } = await member();
    const { verifications } = t.app.get(Passwords);
    for (const blank of ['', ' ', null, undefined]) {
      const body = { password: blank, password_confirmation: blank, current_password: blank };
      expect((await api.post('/account', body)).body.status).toBe('ok');
      expect((await api.post('/account', { ...body, current_password: 'wrong' })).body.status).toBe('ok');
    }
    expect(t.app.get(Passwords).verifications).toBe(verifications);
    expect(await changesOf(customer)).toEqual({});
  });

  it('is set even if a simultaneous log-in has rehashed the current one', async () => {
    const { customer, api } = await member();
    const outdated = await argon2.hash(PASSWORD, { memoryCost: 4096, timeCost: 2, parallelism: 1 });
    await t.db.query('UPDATE customers SET password_hash = $1', [outdated]);
    let update: Promise<Answer> | undefined;
    await t.db.transaction(async (manager) => {
      await manager.query('UPDATE customers SET password_hash = $1 WHERE id = $2', [
        PASSWORD_HASH,
        customer.id,
      ]);
      update = api.post('/account', CHANGE);
      await untilWaiting(t, 1);
    });
    expect((await update)?.body.status).toBe('ok');
  });

  it('is set by one of two simultaneous requests with the same current one', async () => {
    const { customer } = await member();
    const apis = [await loggedIn(t, customer), await loggedIn(t, customer)];
    const passwords = ['the first secret', 'the second secret'];
    const answers = await Promise.all(
      apis.map((api, n) =>
        api.post('/account', { ...CHANGE, password: passwords[n], password_confirmation: passwords[n] }),
      ),
    );
    const winner = answers.findIndex(({ body }) => body.status === 'ok');
    const { body } = answers[1 - winner];
    // The loser is refused in its own transaction, or finds its session ended already.
    expect(['Current password is incorrect', 'Please log in to access your online benefits.']).toContain(
      body.messages[0],
    );
    const { passwordHash } = await rowOf(customer);
    expect(await t.app.get(Passwords).verify(passwords[winner], passwordHash, 'test')).toBe(true);
    const live = (await t.db.getRepository(Session).find()).filter(({ revokedAt }) => revokedAt === null);
    expect(live).toHaveLength(1);
  });

  it('is not stored if the sessions cannot be ended', async () => {
    const { customer, api } = await member();
    const failing = jest.spyOn(t.app.get(SessionKeeper), 'endAll').mockRejectedValue(new Error('gone'));
    try {
      expect(await messages(api, CHANGE)).toEqual(['An error has occurred, please try again later.']);
    } finally {
      failing.mockRestore();
    }
    expect(await changesOf(customer)).toEqual({});
  });
});

describe('the marketing preference', () => {
  it.each([
    ['True', true],
    [true, true],
    ['False', false],
    [false, false],
  ])('%j is %j; source and time of the change are stored', async (lists_opt_in, listsOptIn) => {
    const { customer, api } = await member({ listsOptIn: !listsOptIn, listsOptInSource: 'import' });
    await api.post('/account', { lists_opt_in, lists_opt_in_source: ' footer ' });
    expect(await changesOf(customer)).toEqual({
      listsOptIn,
      listsOptInSource: 'footer',
      listsOptInChangedAt: t.clock.now(),
    });
  });

  it.each(['true', 'false', 'TRUE', '1', '0', 1, 0, '', null, {}, ['True']])(
    '%j changes neither the preference nor its source and time',
    async (lists_opt_in) => {
      const { customer, api } = await member({ listsOptIn: true });
      const { body } = await api.post('/account', { lists_opt_in, lists_opt_in_source: 7 });
      expect(body.status).toBe('ok');
      expect(await changesOf(customer)).toEqual({});
    },
  );

  it('keeps source and time of the last change when the same value is sent again', async () => {
    const { customer, api } = await member({
      listsOptIn: true,
      listsOptInSource: 'shop',
      listsOptInChangedAt: new Date('2025-01-01T00:00:00Z'),
    });
    await api.post('/account', { lists_opt_in: 'True', lists_opt_in_source: 'footer' });
    expect(await changesOf(customer)).toEqual({});
    await api.post('/account', { lists_opt_in: 'False' });
    expect(await changesOf(customer)).toEqual({
      listsOptIn: false,
      listsOptInSource: null,
      listsOptInChangedAt: t.clock.now(),
    });
  });

  it('does not change when only the source is sent', async () => {
    const { customer, api } = await member({ listsOptIn: true, listsOptInSource: 'shop' });
    await api.post('/account', { lists_opt_in_source: 'footer' });
    expect(await changesOf(customer)).toEqual({});
  });
});
