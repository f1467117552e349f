import { InvalidFields } from '#libs/envelope';
import { Passwords } from '#libs/password';
import { countStatements } from '#libs/testing';
import { anonymous } from '../../src/platform/access';
import { Customer, EmailAlias } from '#domains/accounts/customer.entity';
import { ConfirmationsService, EmailTaken, newPassword, type NewPassword } from '../../src/domains/accounts';
import { Published } from '../../src/platform/published';
import { LinkExpired, OneTimeToken } from '../../src/platform/tokens';
import { PASSWORD, PASSWORD_HASH } from '#samples';
import { SOURCE } from '#platform/access/viewer.fixtures';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { testApp } from '../support/start-test-app';

const t = testApp();

const SECRET = 'a good long secret';
const BOTH = { password: SECRET, password_confirmation: SECRET };
const LONG_AGO = new Date('2025-01-01T00:00:00Z');

const confirmations = () => t.app.get(ConfirmationsService);
/** A visitor without a session. */
const stranger = async ({ id }: { id: number }) => anonymous((await t.app.get(Published).byId(id))!, SOURCE);
/** Confirms with the account's password, or with a newly chosen one. */
const confirm = async (club: { id: number }, token: string, chosen: NewPassword | null = null) =>
  confirmations().confirmAddress(await stranger(club), token, {
    password: PASSWORD,
    chosen: chosen && newPassword(chosen),
  });
const confirmNew = async (club: { id: number }, token: string) =>
  confirmations().confirmNewAddress(await stranger(club), token, PASSWORD);
/** What the page asks a visitor without a session; null for an invalid link. */
const asks = async (club: { id: number }, token: string) =>
  confirmations()
    .forAddress(await stranger(club), token)
    .then(
      (found) => found.asks,
      (error: unknown) => {
        expect(error).toBeInstanceOf(LinkExpired);
        return null;
      },
    );
const rowOf = ({ id }: Customer) => t.db.getRepository(Customer).findOneByOrFail({ id });
const aliasesOf = async ({ id }: Customer) =>
  (await t.db.getRepository(EmailAlias).find({ where: { customerId: id }, order: { id: 'ASC' } })).map(
    ({ email }) => email,
  );
const liveTokens = () => t.db.getRepository(OneTimeToken).count();

/** The messages of a refusal, or undefined after success. */
const refusal = (work: Promise<unknown>): Promise<readonly string[] | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      expect(error).toBeInstanceOf(InvalidFields);
      return (error as InvalidFields).messages;
    },
  );

/** An unconfirmed customer, and the token of the mail. */
async function unconfirmed(facts: Partial<Customer> = {}) {
  const club = await t.given.fanclub();
  const customer = await t.given.customer({
    email: 'Ada@x.example',
    confirmedAt: null,
    passwordHash: null,
    invalidEmail: true,
    ...facts,
  });
  return { club, customer, token: await t.given.oneTimeToken({ customer }) };
}

/** A customer with a pending address, and the token of the mail to it. */
async function waiting(facts: Partial<Customer> = {}) {
  const club = await t.given.fanclub();
  const customer = await t.given.customer({
    email: 'Ada@x.example',
    newEmail: 'New@x.example',
    invalidEmail: true,
    confirmedAt: LONG_AGO,
    ...facts,
  });
  const facet = { purpose: 'confirm_new_address', email: customer.newEmail! } as const;
  return { club, customer, token: await t.given.oneTimeToken({ customer, ...facet }) };
}

describe('confirming an address', () => {
  it('lets a new customer log in, from the mailed link to the log-in', async () => {
    const club = await t.given.fanclub();
    const fields = {
      email: 'Ada@x.example',
      birthdate: '1990-12-10',
      password_attributes: { password: PASSWORD, password_confirmation: PASSWORD },
    };
    await t.api.post('/accounts', fields);
    const token = new URL((await mailsOf(t))[0].link).searchParams.get('token')!;

    expect(await asks(club, token)).toBe('password');
    await confirm(club, token);

    const { body } = await t.api.post('/login', { email: 'ada@x.example', password: PASSWORD });
    expect(body.customer.email).toBe('Ada@x.example');
  });

  it('sets the first password, which is required if there is none', async () => {
    const { club, customer, token } = await unconfirmed();
    expect(await asks(club, token)).toBe('first_password');
    expect(await refusal(confirm(club, token))).toEqual(["Password can't be blank"]);
    expect(await refusal(confirm(club, token, { password: 'short', password_confirmation: '' }))).toEqual([
      'Password is too short (minimum is 8 characters)',
      "Password confirmation doesn't match Password",
    ]);
    expect(await rowOf(customer)).toMatchObject({ confirmedAt: null, passwordHash: null });

    await confirm(club, token, BOTH);
    const row = await rowOf(customer);
    expect(row).toMatchObject({ confirmedAt: t.clock.now(), invalidEmail: false, email: 'Ada@x.example' });
    expect(await t.app.get(Passwords).verify(SECRET, row.passwordHash, 'test')).toBe(true);
  });

  it('keeps the password that proved the ownership', async () => {
    const { club, customer, token } = await unconfirmed({ passwordHash: PASSWORD_HASH });
    await confirm(club, token);
    expect(await rowOf(customer)).toMatchObject({ passwordHash: PASSWORD_HASH, confirmedAt: t.clock.now() });
  });

  it('verifies the password again if a simultaneous log-in has rehashed it', async () => {
    const { club, customer, token } = await unconfirmed({ passwordHash: PASSWORD_HASH });
    const newHash = await t.app.get(Passwords).hash(PASSWORD, 'test');
    const passwords = t.app.get(Passwords);
    const verify = passwords.verify.bind(passwords);
    const late = jest.spyOn(passwords, 'verify').mockImplementation(async (...asked) => {
      const proven = await verify(...asked);
      await t.db.getRepository(Customer).update(customer.id, { passwordHash: newHash });
      return proven;
    });
    try {
      await confirm(club, token);
    } finally {
      late.mockRestore();
    }
    expect(await rowOf(customer)).toMatchObject({ passwordHash: newHash, confirmedAt: t.clock.now() });
  });

  it('keeps the time of an earlier confirmation', async () => {
    const { club, customer, token } = await unconfirmed({
      confirmedAt: LONG_AGO,
      passwordHash: PASSWORD_HASH,
    });
    await confirm(club, token);
    expect((await rowOf(customer)).confirmedAt).toEqual(LONG_AGO);
  });

  it('works once', async () => {
    const { club, token } = await unconfirmed({ passwordHash: PASSWORD_HASH });
    await confirm(club, token);
    await expect(confirm(club, token)).rejects.toThrow(LinkExpired);
    expect(await asks(club, token)).toBeNull();
  });

  it('works for one of ten simultaneous requests', async () => {
    const { club, token } = await unconfirmed();
    const attempts = Array.from({ length: 10 }, () => confirm(club, token, BOTH));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LinkExpired);
    }
  });

  it('keeps the link valid when it fails', async () => {
    const { club, customer, token } = await unconfirmed();
    const failing = jest.spyOn(t.app.get(Passwords), 'hash').mockResolvedValue('x\0');
    try {
      await expect(confirm(club, token, BOTH)).rejects.toThrow();
    } finally {
      failing.mockRestore();
    }
    expect(await rowOf(customer)).toMatchObject({ confirmedAt: null, invalidEmail: true });
    await confirm(club, token, BOTH);
  });

  describe('does nothing', () => {
    const isInvalid = async (club: { id: number }, token: string) => {
      expect(await asks(club, token)).toBeNull();
      await expect(confirm(club, token, BOTH)).rejects.toThrow(LinkExpired);
    };

    it('with a link that expired after seven days', async () => {
      const { club, customer, token } = await unconfirmed();
      t.clock.set('2026-06-22T11:59:59Z');
      expect(await asks(club, token)).toBe('first_password');
      t.clock.set('2026-06-22T12:00:00Z');
      await isInvalid(club, token);
      expect((await rowOf(customer)).confirmedAt).toBeNull();
    });

    it('with a link of another fan club, of another purpose, or that was never issued', async () => {
      const { club, customer, token } = await unconfirmed();
      await isInvalid(await t.given.fanclub({}), token);
      await isInvalid(club, await t.given.oneTimeToken({ customer, purpose: 'reset_password' }));
      for (const other of ['', 'x', '\0', `${token}x`]) await isInvalid(club, other);
      expect((await rowOf(customer)).confirmedAt).toBeNull();
    });

    it.each([
      ['whose address has changed since', { email: 'other@x.example' }],
      ['who is blacklisted', { blacklisted: true }],
      ['who is not registered', { registered: false }],
    ])('for a customer %s', async (_, facts) => {
      const { club, customer, token } = await unconfirmed();
      await t.db.getRepository(Customer).update(customer.id, facts);
      await isInvalid(club, token);
      expect((await rowOf(customer)).confirmedAt).toBeNull();
    });
  });

  it('takes eleven statements, and one if the link is invalid', async () => {
    const { club, token } = await unconfirmed();
    const visitor = await stranger(club);
    const chosen = { password: PASSWORD, chosen: newPassword(BOTH) };
    const counter = countStatements();
    await confirmations().confirmAddress(visitor, token, chosen);
    // The token, its customer; BEGIN, lock, use, confirm, the event, COMMIT; the connections, reset and sessions of others.
    expect(counter.count).toBe(11);
    counter.reset();
    await expect(confirmations().confirmAddress(visitor, token, chosen)).rejects.toThrow(LinkExpired);
    expect(counter.stop()).toHaveLength(1);
  });
});

describe('confirming a new address', () => {
  it('makes it the current one and the old one an alias, from the request to the mailed link', async () => {
    const customer = await t.given.customer({ email: 'Ada@x.example', invalidEmail: true });
    await t.given.emailAlias({ customer, email: 'first@x.example' });
    const club = await t.given.fanclub();
    const api = await loggedIn(t, customer);
    await api.post('/account', { email: 'New@x.example' });
    const token = new URL((await mailsOf(t))[0].link).searchParams.get('token')!;

    await confirmNew(club, token);

    expect((await api.get('/account')).body.customer).toMatchObject({
      email: 'New@x.example',
      new_email: null,
      email_aliases: ['New@x.example', 'first@x.example', 'Ada@x.example'],
      invalid_email_message: null,
    });
    expect(await rowOf(customer)).toMatchObject({ confirmedAt: customer.confirmedAt, invalidEmail: false });
  });

  it('logs no session out, and confirms an unconfirmed customer', async () => {
    const { club, customer, token } = await waiting({ confirmedAt: null });
    const api = await loggedIn(t, customer);
    expect((await api.get('/account')).body.customer).toBeNull();
    await confirmNew(club, token);
    expect((await api.get('/account')).body.customer.email).toBe('New@x.example');
  });

  it('removes it from the aliases, and adds the old one only once', async () => {
    const { club, customer, token } = await waiting();
    for (const email of ['NEW@x.example', 'ada@X.example', 'other@x.example']) {
      await t.given.emailAlias({ customer, email });
    }
    await confirmNew(club, token);
    expect(await aliasesOf(customer)).toEqual(['ada@X.example', 'other@x.example']);
  });

  it('keeps the aliases of other customers', async () => {
    const { club, token } = await waiting();
    const other = await t.given.customer();
    await t.given.emailAlias({ customer: other, email: 'new@x.example' });
    await confirmNew(club, token);
    expect(await aliasesOf(other)).toEqual(['new@x.example']);
  });

  it('is refused when another customer has taken the address, and changes nothing', async () => {
    const { club, customer, token } = await waiting();
    await t.given.customer({ email: 'new@X.example' });
    await expect(confirmNew(club, token)).rejects.toThrow(EmailTaken);
    expect(new EmailTaken().messages).toEqual(['Email has already been taken']);
    expect(await rowOf(customer)).toMatchObject({ email: 'Ada@x.example', newEmail: 'New@x.example' });
    expect(await aliasesOf(customer)).toEqual([]);
    expect(await liveTokens()).toBe(1);
  });

  it('succeeds for one of two customers with the same pending address', async () => {
    const [one, two] = [await waiting(), await waiting({ email: 'bob@x.example' })];
    const outcomes = await Promise.allSettled([one, two].map(({ club, token }) => confirmNew(club, token)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(loser?.reason).toBeInstanceOf(EmailTaken);
  });

  it('works once, and for one of ten simultaneous requests', async () => {
    const { club, customer, token } = await waiting();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => confirmNew(club, token)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(confirmNew(club, token)).rejects.toThrow(LinkExpired);
    expect(await aliasesOf(customer)).toEqual(['Ada@x.example']);
  });

  it('does not block a simultaneous request for another address, and is not blocked by it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { club, customer, token } = await waiting({
        email: `ada${round}@x.example`,
        newEmail: `new${round}@x.example`,
      });
      const api = await loggedIn(t, customer);
      const [confirmed, asked] = await Promise.allSettled([
        confirmNew(club, token),
        api.post('/account', { email: `newer${round}@x.example` }),
      ]);
      expect(asked).toMatchObject({ value: { body: { status: 'ok' } } });
      if (confirmed.status === 'rejected') expect(confirmed.reason).toBeInstanceOf(LinkExpired);
      expect((await rowOf(customer)).newEmail).toBe(`newer${round}@x.example`);
    }
  });

  it('fails with a link that was replaced', async () => {
    const { club, customer } = await waiting();
    const api = await loggedIn(t, customer);
    for (const email of ['one@x.example', 'two@x.example']) await api.post('/account', { email });
    const links = (await mailsOf(t)).filter(({ kind }) => kind === 'confirm_new_address');
    const [one, two] = links.map(({ link }) => new URL(link).searchParams.get('token')!);
    await expect(confirmNew(club, one)).rejects.toThrow(LinkExpired);
    await confirmNew(club, two);
    expect((await rowOf(customer)).email).toBe('two@x.example');
  });

  it('fails with a link that expired after two days, or of another fan club', async () => {
    const customer = await t.given.customer();
    const club = await t.given.fanclub();
    await (await loggedIn(t, customer)).post('/account', { email: 'new@x.example' });
    const token = new URL((await mailsOf(t))[0].link).searchParams.get('token')!;
    const other = await t.given.fanclub({});
    await expect(confirmNew(other, token)).rejects.toThrow(LinkExpired);
    t.clock.set('2026-06-17T12:00:00Z');
    await expect(confirmNew(club, token)).rejects.toThrow(LinkExpired);
    expect((await rowOf(customer)).email).toBe(customer.email);
  });

  it.each([
    ['has requested another address since', { newEmail: 'other@x.example' }],
    ['has cancelled the change', { newEmail: null }],
    ['is blacklisted', { blacklisted: true }],
  ])('fails for a customer who %s', async (_, facts) => {
    const { club, customer, token } = await waiting();
    await t.db.getRepository(Customer).update(customer.id, facts);
    await expect(confirmNew(club, token)).rejects.toThrow(LinkExpired);
    expect((await rowOf(customer)).email).toBe('Ada@x.example');
  });

  it('invalidates a link that was mailed to the old address', async () => {
    const { club, customer, token } = await waiting({ confirmedAt: null });
    const old = await t.given.oneTimeToken({ customer });
    await confirmNew(club, token);
    await expect(confirm(club, old, BOTH)).rejects.toThrow(LinkExpired);
  });
});
