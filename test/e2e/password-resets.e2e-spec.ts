import { InvalidFields } from '#libs/envelope';
import { Passwords } from '#libs/password';
import { countStatements } from '#libs/testing';
import { hashToken } from '#libs/token';
import { fill } from '#libs/validation';
import { anonymous } from '../../src/platform/access';
import { VISITOR } from '../../src/platform/audit';
import { Customer } from '#domains/accounts/customer.entity';
import { ConfirmationsService, NewPassword, PasswordResetsService } from '../../src/domains/accounts';
import { Published } from '../../src/platform/published';
import { Session } from '#platform/access/session.entity';
import { LinkExpired, OneTimeToken } from '../../src/platform/tokens';
import { PASSWORD, PASSWORD_HASH } from '#samples';
import { SOURCE } from '#platform/access/viewer.fixtures';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { testApp } from '../support/start-test-app';

const t = testApp();

const SECRET = 'a good long secret';
const BOTH = { password: SECRET, password_confirmation: SECRET };

const resets = () => {
  const service = t.app.get(PasswordResetsService);
  const visitor = (fanclub: { id: number }) => ({ fanclub, actor: VISITOR, source: SOURCE });
  return {
    request: (fanclub: { id: number }, email: string) => service.request(visitor(fanclub), email),
    reset: (fanclub: { id: number }, token: string, password: unknown) =>
      service.reset(visitor(fanclub), token, fill(NewPassword, password)),
    removesConnections: (fanclub: { id: number }, token: string) =>
      service.removesConnections(fanclub, token),
  };
};
const rowOf = ({ id }: Customer) => t.db.getRepository(Customer).findOneByOrFail({ id });
const tokens = () => t.db.getRepository(OneTimeToken).find();

/** The token of the newest mail. */
const mailed = async () => new URL((await mailsOf(t)).at(-1)!.link).searchParams.get('token')!;

/** A customer who forgot the password, and the token of the mail. */
async function resetRequested(facts: Partial<Customer> = {}) {
  const club = await t.given.fanclub();
  const customer = await t.given.customer({ email: 'Ada@x.example', firstName: 'Ada', ...facts });
  await resets().request(club, 'ada@x.example');
  return { club, customer, token: await mailed() };
}

describe('asking for a new password', () => {
  it('mails a link to the address, and stores only the token’s digest', async () => {
    const { club, customer, token } = await resetRequested();
    expect(await mailsOf(t)).toEqual([
      {
        kind: 'reset_password',
        to: 'Ada@x.example',
        firstName: 'Ada',
        link: `https://api.example.test/fanclubs/${club.id}/reset-password?token=${token}`,
      },
    ]);
    expect(await tokens()).toMatchObject([
      {
        customerId: customer.id,
        purpose: 'reset_password',
        email: 'Ada@x.example',
        tokenHash: hashToken(token),
      },
    ]);
  });

  it.each([
    ['with an unconfirmed address', { confirmedAt: null }],
    ['without a password', { passwordHash: null }],
    ['whose mail bounced', { invalidEmail: true }],
  ])('mails a link to a customer %s', async (_, facts) => {
    await resetRequested(facts);
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it.each([
    ['unknown', { email: 'bob@x.example' }],
    ['a pending one of another customer', { email: 'bob@x.example', newEmail: 'ada@x.example' }],
    ['an unregistered customer’s', { registered: false }],
    ['a blacklisted customer’s', { blacklisted: true }],
  ])('only does the same work for an address that is %s', async (_, facts) => {
    const club = await t.given.fanclub();
    await t.given.customer({ email: 'known@x.example' });
    await t.given.customer({ email: 'ada@x.example', ...facts });
    const counter = countStatements();
    await resets().request(club, 'known@x.example');
    const known = counter.statements;
    counter.reset();
    await resets().request(club, 'ada@x.example');
    const asked = counter.stop();
    expect({ count: asked.length, known, asked }).toEqual({ count: known.length, known, asked });
    expect((await mailsOf(t)).map(({ to }) => to)).toEqual(['known@x.example']);
    expect(await tokens()).toHaveLength(1);
  });

  it('does nothing for a former address, or one of another fan club', async () => {
    const customer = await t.given.customer({ email: 'bob@x.example' });
    await t.given.emailAlias({ customer, email: 'ada@x.example' });
    const club = await t.given.fanclub();
    const other = await t.given.fanclub({});
    await t.given.customer({ fanclubId: other.id, email: 'ada@x.example' });
    await resets().request(club, 'ada@x.example');
    expect(await mailsOf(t)).toEqual([]);
  });

  it.each(['', 'ada', 'a\0@x.example', 'a\ud800@x.example'])('does nothing for %j', async (email) => {
    const club = await t.given.fanclub();
    await resets().request(club, email);
    expect(await mailsOf(t)).toEqual([]);
  });

  it('invalidates the older link', async () => {
    const { club, token } = await resetRequested();
    await resets().request(club, 'ADA@x.example');
    await expect(resets().reset(club, token, BOTH)).rejects.toThrow(LinkExpired);
    await resets().reset(club, await mailed(), BOTH);
  });
});

describe('resetting the password', () => {
  it('sets it, ends all sessions and opens none', async () => {
    const { club, customer, token } = await resetRequested();
    const member = await loggedIn(t, customer);
    const stranger = await loggedIn(t, await t.given.customer());

    await resets().reset(club, token, BOTH);

    expect((await member.get('/account')).body.customer).toBeNull();
    expect((await stranger.get('/account')).body.customer).not.toBeNull();
    expect(await t.db.getRepository(Session).count()).toBe(2);
    const logIn = async (password: string) =>
      (await t.api.post('/login', { email: customer.email, password })).body.status;
    expect([await logIn(PASSWORD), await logIn(SECRET)]).toEqual(['error', 'ok']);
  });

  it('confirms the address that got the link, and marks it as valid', async () => {
    const { club, customer, token } = await resetRequested({ confirmedAt: null, invalidEmail: true });
    await resets().reset(club, token, BOTH);
    expect(await rowOf(customer)).toMatchObject({ confirmedAt: t.clock.now(), invalidEmail: false });
  });

  it('keeps an earlier confirmation', async () => {
    const { club, customer, token } = await resetRequested();
    await resets().reset(club, token, BOTH);
    expect((await rowOf(customer)).confirmedAt).toEqual(customer.confirmedAt);
  });

  it('sets a first password', async () => {
    const { club, customer, token } = await resetRequested({ passwordHash: null });
    await resets().reset(club, token, BOTH);
    const { passwordHash } = await rowOf(customer);
    expect(await t.app.get(Passwords).verify(SECRET, passwordHash, 'test')).toBe(true);
  });

  it('cancels a pending change of address and invalidates its link', async () => {
    const customer = await t.given.customer({ email: 'ada@x.example' });
    const club = await t.given.fanclub();
    await (await loggedIn(t, customer)).post('/account', { email: 'thief@x.example' });
    const stolen = new URL((await mailsOf(t))[0].link).searchParams.get('token')!;
    await resets().request(club, 'ada@x.example');
    await resets().reset(club, await mailed(), BOTH);
    const thief = anonymous((await t.app.get(Published).byId(club.id))!, SOURCE);
    const confirming = t.app.get(ConfirmationsService).confirmNewAddress(thief, stolen, SECRET);
    await expect(confirming).rejects.toThrow(LinkExpired);
    expect(await rowOf(customer)).toMatchObject({ email: 'ada@x.example', newEmail: null });
    // The remaining link restores the owner's address, not the thief's.
    expect(await tokens()).toMatchObject([{ purpose: 'recover_account', email: 'ada@x.example' }]);
  });

  it.each([
    [{ password: '', password_confirmation: '' }, ["Password can't be blank"]],
    [{ password: undefined, password_confirmation: undefined }, ["Password can't be blank"]],
    [{ password: ['x'], password_confirmation: {} }, ["Password can't be blank"]],
    [
      { password: 'short', password_confirmation: 'shirt' },
      ['Password is too short (minimum is 8 characters)', "Password confirmation doesn't match Password"],
    ],
    [
      { password: 'p'.repeat(129), password_confirmation: 'p'.repeat(129) },
      ['Password is too long (maximum is 128 characters)'],
    ],
  ])('refuses %j, and the link stays valid', async (password, messages) => {
    const { club, customer, token } = await resetRequested();
    const error: unknown = await resets()
      .reset(club, token, password)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidFields);
    expect((error as InvalidFields).messages).toEqual(messages);
    expect((await rowOf(customer)).passwordHash).toBe(PASSWORD_HASH);
    await resets().reset(club, token, BOTH);
  });

  it('works for one of ten simultaneous requests, and never again', async () => {
    const { club, token } = await resetRequested();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => resets().reset(club, token, BOTH)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(resets().reset(club, token, BOTH)).rejects.toThrow(LinkExpired);
  });

  it('fails after an hour', async () => {
    const { club, customer, token } = await resetRequested();
    t.clock.set('2026-06-15T13:00:00Z');
    await expect(resets().reset(club, token, BOTH)).rejects.toThrow(LinkExpired);
    expect((await rowOf(customer)).passwordHash).toBe(PASSWORD_HASH);
    t.clock.set('2026-06-15T12:59:59Z');
    await resets().reset(club, token, BOTH);
  });

  it('fails with a link of another fan club, of another purpose, or that was never issued, without a hash', async () => {
    const { club, customer, token } = await resetRequested();
    const other = await t.given.fanclub({});
    const confirming = await t.given.oneTimeToken({ customer });
    const hash = jest.spyOn(t.app.get(Passwords), 'hash');
    try {
      await expect(resets().reset(other, token, BOTH)).rejects.toThrow(LinkExpired);
      for (const wrong of [confirming, '', 'x', '\0']) {
        await expect(resets().reset(club, wrong, BOTH)).rejects.toThrow(LinkExpired);
      }
      expect(hash).not.toHaveBeenCalled();
    } finally {
      hash.mockRestore();
    }
  });

  it.each([
    ['has changed the address', { email: 'other@x.example' }],
    ['is blacklisted', { blacklisted: true }],
  ])('fails for a customer who %s', async (_, facts) => {
    const { club, customer, token } = await resetRequested();
    await t.db.getRepository(Customer).update(customer.id, facts);
    await expect(resets().reset(club, token, BOTH)).rejects.toThrow(LinkExpired);
    expect((await rowOf(customer)).passwordHash).toBe(PASSWORD_HASH);
  });

  it('takes ten statements', async () => {
    const { club, token } = await resetRequested();
    const counter = countStatements();
    await resets().reset(club, token, BOTH);
    // The token; BEGIN, lock, use, disconnect, reset, revoke, the event, end the sessions, COMMIT.
    expect(counter.stop()).toHaveLength(10);
  });
});
