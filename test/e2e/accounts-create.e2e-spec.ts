import fc from 'fast-check';
import { Passwords } from '#libs/password';
import { countStatements } from '#libs/testing';
import { hashToken } from '#libs/token';
import { Customer } from '#domains/accounts/customer.entity';
import { Mails } from '../../src/platform/mail';
import { Session } from '#platform/access/session.entity';
import { OneTimeToken } from '../../src/platform/tokens';
import { examples, it, itInBoth } from '../suite/form';
import { mailsOf } from '../support/mails-of';
import { testApp } from '../support/start-test-app';

const t = testApp();

const ADA = { email: 'Ada@x.example', birthdate: '1990-12-10' };
const SECRET = 'a good long secret';
const BOTH = { password: SECRET, password_confirmation: SECRET };

const create = (fields: object = {}) => t.api.post('/accounts', { ...ADA, ...fields });
const messages = async (fields: object = {}) => (await create(fields)).body.messages;
const customers = () => t.db.getRepository(Customer).find({ order: { id: 'ASC' } });
const refused = (...sentences: string[]) => ({ status: 'error', messages: sentences });

const NO_KEYS = {
  expired: true,
  trial_membership: false,
  at_renewal_cap: false,
  invalid_email_message: null,
  authentications: [],
};

describe('POST /accounts', () => {
  it('creates a registered, unconfirmed customer, and does not log in the visitor', async () => {
    const club = await t.given.fanclub();
    const { code, headers, body } = await create({
      email: ' Ada@x.example ',
      first_name: ' Ada ',
      last_name: 'Byron',
      accept_terms: true,
      password_attributes: BOTH,
      id: 77,
      registered: false,
      blacklisted: true,
      confirmed_at: '2020-01-01',
    });

    expect(code).toBe(200);
    const [customer, ...others] = await customers();
    expect(others).toEqual([]);
    expect(Object.entries(body.customer)).toEqual(
      Object.entries({
        id: customer.id,
        first_name: 'Ada',
        last_name: 'Byron',
        email: 'Ada@x.example',
        new_email: null,
        birthdate: '1990-12-10',
        age: 35,
        fanclub_id: club.id,
        expired: true,
        trial_membership: false,
        at_renewal_cap: false,
        email_aliases: ['Ada@x.example'],
        invalid_email_message: null,
        authentications: [],
      }),
    );
    expect(customer).toMatchObject({
      fanclubId: club.id,
      email: 'Ada@x.example',
      registered: true,
      confirmedAt: null,
      blacklisted: false,
      listsOptIn: false,
      acceptedTermsAt: t.clock.now(),
    });
    expect(customer.id).not.toBe(77);
    expect(await t.app.get(Passwords).verify(SECRET, customer.passwordHash, 'test')).toBe(true);
    expect(headers.getSetCookie()).toEqual([]);
    expect(await t.db.getRepository(Session).count()).toBe(0);
  });

  it('queues a mail with a confirmation link, and stores only the token’s digest', async () => {
    const club = await t.given.fanclub();
    await create({ first_name: 'Ada', password_attributes: BOTH });
    const [{ link }] = await mailsOf(t);
    const token = new URL(link).searchParams.get('token')!;
    expect(await mailsOf(t)).toEqual([
      {
        kind: 'confirm_address',
        to: 'Ada@x.example',
        firstName: 'Ada',
        link: `https://api.example.test/fanclubs/${club.id}/confirm?token=${token}`,
      },
    ]);
    const [stored] = await t.db.getRepository(OneTimeToken).find();
    expect(stored).toMatchObject({ purpose: 'confirm_address', email: 'Ada@x.example' });
    expect(stored.tokenHash).toEqual(hashToken(token));

    const everything = await Promise.all(
      ['customers', 'one_time_tokens', 'mails'].map((table) =>
        t.db.query(`SELECT row_to_json(x)::text AS row FROM ${table} x`),
      ),
    );
    expect(JSON.stringify(everything)).not.toContain(token);
    expect(JSON.stringify(everything)).not.toContain(SECRET);
  });

  it('does not let the customer log in before confirming', async () => {
    const { supportEmail } = await t.given.fanclub();
    await create({ password_attributes: BOTH });
    const { body } = await t.api.post('/login', { email: ADA.email, password: SECRET });
    expect(body.messages).toEqual([
      `The email address Ada@x.example has not been confirmed. Please use the link in your confirmation email or contact ${supportEmail} for assistance.`,
    ]);
  });

  it('creates an account without a password when none is sent', async () => {
    await create({ password_attributes: null });
    expect(await customers()).toMatchObject([{ passwordHash: null, acceptedTermsAt: null }]);
  });

  it('takes seven statements besides BEGIN and COMMIT, three when refused, none without an address', async () => {
    await t.given.fanclub();
    const counter = countStatements();
    await create({ password_attributes: BOTH });
    expect(counter.count).toBe(9);
    counter.reset();
    await create();
    expect(counter.count).toBe(3);
    counter.reset();
    await create({ email: '' });
    expect(counter.stop()).toHaveLength(0);
  });
});

describe('the body of POST /accounts', () => {
  const post = async (body: unknown) => (await t.api.post('/accounts', body)).body;

  it.each([
    ['under `customer`', { customer: { ...ADA, password_attributes: BOTH } }],
    ['at top level', { ...ADA, password_attributes: BOTH }],
    ['partly under `customer`', { customer: ADA, password_attributes: BOTH }],
    ['under `customer`, the password beside them', { customer: { ...ADA, ...BOTH } }],
    ['at top level, with the password beside them', { ...ADA, ...BOTH }],
    ['under `customer`, the password beside it', { customer: ADA, ...BOTH }],
    ['at top level, with the password but no confirmation', { ...ADA, password: SECRET }],
    [
      'at top level, `password_attributes` before another password',
      { ...ADA, password_attributes: BOTH, password: 'x' },
    ],
    [
      'at top level beside a `customer` that is not an object',
      { customer: 'Ada', ...ADA, password_attributes: BOTH },
    ],
  ])('has its fields %s', async (_, body) => {
    expect((await post(body)).customer).toMatchObject({ ...ADA, ...NO_KEYS });
    expect((await customers())[0].passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('prefers the fields under `customer` to those at top level', async () => {
    const body = { customer: { email: 'ada@x.example' }, email: 'eve@x.example', birthdate: ADA.birthdate };
    expect((await post(body)).customer.email).toBe('ada@x.example');
  });

  it.each([
    {},
    { unknown: 1 },
    { customer: null },
    { customer: 'x' },
    { customer: [] },
    { customer: 7 },
    undefined,
  ])('lacks the customer when it is %j', async (body) =>
    expect(await post(body)).toEqual(refused('Customer parameter is required.')),
  );

  it('has a customer when `customer` is empty, or any field is sent', async () => {
    const blank = refused("Email can't be blank", "Birthdate can't be blank");
    expect(await post({ customer: {} })).toEqual(blank);
    expect(await post({ last_name: 'Byron' })).toEqual(blank);
    expect(await post({ password: SECRET })).toEqual(blank);
    expect((await t.api.form('/accounts', { customer: { last_name: 'Byron' } })).body).toEqual(blank);
  });

  itInBoth('may hold any JSON value in any field without an internal error', async () => {
    await t.given.fanclub({ forumIntegration: true });
    const names = ['email', 'first_name', 'last_name', 'birthdate', 'username', 'accept_terms', 'customer'];
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.constant('\0'),
      fc.constant('a\ud800@x.example'),
    );
    const password = fc.record({ password: value, password_confirmation: value }, { requiredKeys: [] });
    const body = fc.record(
      {
        ...Object.fromEntries(names.map((name) => [name, value])),
        password_attributes: fc.oneof(value, password),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (fields, nested) => {
        const answer = await t.api.post('/accounts', nested ? { customer: { ...ADA, ...fields } } : fields);
        expect(answer.code).toBe(200);
        expect(answer.body.messages ?? []).not.toContain('An error has occurred, please try again later.');
      }),
      { numRuns: examples(60) },
    );
  });
});

describe('the messages of POST /accounts', () => {
  it('come all together, in order', async () => {
    await t.given.fanclub({ forumIntegration: true });
    const body = {
      email: 'ada',
      first_name: [7],
      last_name: 'x'.repeat(256),
      birthdate: '2020-01-01',
      username: ' ',
      password_attributes: { password: 'short', password_confirmation: 'shirt' },
      accept_terms: 'no',
    };
    expect((await t.api.post('/accounts', body)).body).toEqual(
      refused(
        'Email does not appear to be valid',
        'First name is invalid',
        'Last name is too long (maximum is 255 characters)',
        'You are not old enough',
        "Username can't be blank",
        'Password is too short (minimum is 8 characters)',
        "Password confirmation doesn't match Password",
        'Must accept terms of service',
      ),
    );
    expect(await customers()).toEqual([]);
    expect(await mailsOf(t)).toEqual([]);
  });

  it.each([
    [{ email: undefined }, "Email can't be blank"],
    [{ email: '  ' }, "Email can't be blank"],
    [{ email: ['ada@x.example'] }, 'Email does not appear to be valid'],
    [{ birthdate: null }, "Birthdate can't be blank"],
    [{ birthdate: '1990-02-30' }, 'Birthdate is not a valid date'],
    [{ birthdate: '2026-06-16' }, 'Birthdate is not a valid date'],
    [{ birthdate: '2013-06-16' }, 'You are not old enough'],
    [{ password_attributes: {} }, "Password can't be blank"],
    [{ password_attributes: 'secret' }, "Password can't be blank"],
    [{ password_attributes: { password: 12345678 } }, "Password can't be blank"],
    [{ password_attributes: { password: '' } }, "Password can't be blank"],
    [
      { password_attributes: { password: 'p'.repeat(7), password_confirmation: 'p'.repeat(7) } },
      'Password is too short (minimum is 8 characters)',
    ],
    [
      { password_attributes: { password: 'p'.repeat(129), password_confirmation: 'p'.repeat(129) } },
      'Password is too long (maximum is 128 characters)',
    ],
    [
      { password_attributes: { password: SECRET, password_confirmation: '' } },
      "Password confirmation doesn't match Password",
    ],
    [{ password: '' }, "Password can't be blank"],
    [{ password_confirmation: SECRET }, "Password can't be blank"],
    [{ password: SECRET, password_confirmation: 'else' }, "Password confirmation doesn't match Password"],
    [{ password: 'short' }, 'Password is too short (minimum is 8 characters)'],
    [{ email: 'a\u200bda@x.example' }, 'Email does not appear to be valid'],
    [{ email: '\u202eada@x.example' }, 'Email does not appear to be valid'],
    [{ accept_terms: '' }, 'Must accept terms of service'],
    [{ accept_terms: false }, 'Must accept terms of service'],
    [{ accept_terms: '0' }, 'Must accept terms of service'],
  ])('for %j are: %s', async (fields, message) => {
    await t.given.fanclub({ minimumAge: 13, timeZone: 'Etc/UTC' });
    expect(await messages(fields)).toEqual([message]);
    expect(await customers()).toEqual([]);
  });

  it.each([undefined, null])('include the confirmation only when one is sent: %j', async (confirmation) => {
    const password_attributes = { password: SECRET, password_confirmation: confirmation };
    expect((await create({ password_attributes })).body.status).toBe('ok');
  });

  it('include the terms only when they are sent', async () => {
    expect((await create({ accept_terms: null })).body.status).toBe('ok');
  });

  it.each(['a\u200bda', '\u202eada', 'аda', 'Ada Λ'])('refuse the user name %j', async (username) => {
    await t.given.fanclub({ forumIntegration: true });
    expect(await messages({ username })).toEqual(['Username is invalid']);
    expect(await customers()).toEqual([]);
  });

  it.each(['true', 'True', '1', 'on'])('accept the terms when a form sends %j', async (accept_terms) => {
    await create({ accept_terms });
    expect(await customers()).toMatchObject([{ acceptedTermsAt: t.clock.now() }]);
  });

  it('follow the fan club’s minimum age and calendar', async () => {
    await t.given.fanclub({ minimumAge: 18, timeZone: 'Pacific/Kiritimati' });
    // June 16 already, fourteen hours ahead of UTC.
    t.clock.set('2026-06-15T12:00:00Z');
    expect(await messages({ birthdate: '2008-06-17' })).toEqual(['You are not old enough']);
    expect((await create({ birthdate: '2008-06-16' })).body.status).toBe('ok');
  });
});

describe('names of other customers', () => {
  it.each([
    ['a customer', {}],
    ['an unconfirmed one', { confirmedAt: null }],
    ['an imported one who has not registered', { registered: false }],
    ['a blacklisted one', { blacklisted: true }],
  ])('are taken by %s, in any letter case, without computing a hash', async (_, facts) => {
    await t.given.customer({ email: 'ADA@X.example', ...facts });
    const hash = jest.spyOn(t.app.get(Passwords), 'hash');
    try {
      expect(await messages({ password_attributes: BOTH })).toEqual(['Email has already been taken']);
      expect(hash).not.toHaveBeenCalled();
    } finally {
      hash.mockRestore();
    }
    expect(await mailsOf(t)).toEqual([]);
  });

  it('are free when they are former or pending, or belong to another fan club', async () => {
    const other = await t.given.customer({ newEmail: 'ada@x.example' });
    await t.given.emailAlias({ customer: other, email: 'ada@x.example' });
    const club = await t.given.fanclub({});
    expect((await create()).body.status).toBe('ok');
    expect((await t.api.post('/accounts', ADA, { key: club.key })).body.customer).toMatchObject({
      ...ADA,
      fanclub_id: club.id,
    });
  });

  it('are both reported, when both are taken', async () => {
    await t.given.fanclub({ forumIntegration: true });
    await t.given.customer({ email: ADA.email });
    await t.given.customer({ username: 'ADA' });
    expect(await messages({ username: 'ada' })).toEqual([
      'Email has already been taken',
      'Username has already been taken',
    ]);
  });

  it('go to one of twenty simultaneous requests; the others are refused and queue no mail', async () => {
    await t.given.fanclub();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    const lost = answers.filter(({ body }) => body.status === 'error').map(({ body }) => body.messages);
    expect(lost).toEqual(Array.from({ length: 19 }, () => ['Email has already been taken']));
    expect(await customers()).toHaveLength(1);
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it('are both reported when the unique keys detect them', async () => {
    await t.given.fanclub({ forumIntegration: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ username: 'ada' })));
    const lost = answers.filter(({ body }) => body.status === 'error').map(({ body }) => body.messages);
    expect(lost).toEqual(
      Array.from({ length: 9 }, () => ['Email has already been taken', 'Username has already been taken']),
    );
  });

  it('are reported separately when only the user name is taken', async () => {
    await t.given.fanclub({ forumIntegration: true });
    const emails = Array.from({ length: 10 }, (_, n) => `ada${n}@x.example`);
    const answers = await Promise.all(emails.map((email) => create({ email, username: 'ada' })));
    const lost = answers.filter(({ body }) => body.status === 'error').map(({ body }) => body.messages);
    expect(lost).toEqual(Array.from({ length: 9 }, () => ['Username has already been taken']));
    expect(await mailsOf(t)).toHaveLength(1);
  });
});

describe('a user name', () => {
  it('is required, shown and stored if the fan club has a forum', async () => {
    await t.given.fanclub({ forumIntegration: true });
    expect(await messages()).toEqual(["Username can't be blank"]);
    const { body } = await create({ username: ' Ada ' });
    expect(Object.keys(body.customer).slice(6, 9)).toEqual(['age', 'username', 'fanclub_id']);
    expect(body.customer.username).toBe('Ada');
    expect(await messages({ email: 'eve@x.example', username: 'aDA' })).toEqual([
      'Username has already been taken',
    ]);
  });

  it('is ignored if it has none', async () => {
    const { body } = await create({ username: { any: 'thing' } });
    expect(body.customer).not.toHaveProperty('username');
    expect(await customers()).toMatchObject([{ username: null }]);
  });
});

describe('a creation that fails', () => {
  it('leaves neither a customer nor a mail', async () => {
    await t.given.fanclub();
    const mails = t.app.get(Mails);
    const queue = mails.queue.bind(mails);
    const failing = jest.spyOn(mails, 'queue').mockImplementation(async (...args) => {
      await queue(...args);
      throw new Error('the connection is gone');
    });
    try {
      expect(await messages()).toEqual(['An error has occurred, please try again later.']);
    } finally {
      failing.mockRestore();
    }
    expect(await customers()).toEqual([]);
    expect(await mailsOf(t)).toEqual([]);
  });
});
