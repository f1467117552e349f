import { hashToken, newToken } from '#libs/token';
import { Sql, type Statements } from '../../src/platform/database/sql';
import { OneTimeToken, OneTimeTokens, TOKEN_LIFETIMES, type TokenPurpose } from '../../src/platform/tokens';
import { testApp } from '../support/start-test-app';

const t = testApp();

const tokens = (): OneTimeTokens => t.app.get(OneTimeTokens);
const within = <T>(work: (tx: Statements) => Promise<T>): Promise<T> => t.app.get(Sql).transaction(work);

async function issued(purpose: Exclude<TokenPurpose, 'confirm_contact'> = 'confirm_address') {
  const { id: customerId, fanclubId, email } = await t.given.customer();
  const issue = { fanclubId, purpose, customerId, email: email! };
  return { ...issue, again: issue, token: await within((tx) => tokens().issue(tx, issue)) };
}

const use = (fanclubId: number, purpose: TokenPurpose, token: string) =>
  within((tx) => tokens().use(tx, fanclubId, purpose, token));

describe('a one-time token', () => {
  it('returns its customer and the address that got it, once', async () => {
    const { fanclubId, purpose, token, customerId, email } = await issued();
    const owner = { customerId, contactId: null, email };
    expect(await tokens().find(fanclubId, purpose, token)).toEqual(owner);
    expect(await use(fanclubId, purpose, token)).toEqual(owner);
    expect(await use(fanclubId, purpose, token)).toBeNull();
    expect(await tokens().find(fanclubId, purpose, token)).toBeNull();
  });

  it('is accepted from one of many simultaneous requests', async () => {
    const { fanclubId, purpose, token } = await issued();
    const owners = await Promise.all(Array.from({ length: 20 }, () => use(fanclubId, purpose, token)));
    expect(owners.filter((owner) => owner !== null)).toHaveLength(1);
  });

  it('stays valid when the transaction that used it fails', async () => {
    const { fanclubId, purpose, token } = await issued();
    const failing = within(async (tx) => {
      await tokens().use(tx, fanclubId, purpose, token);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await use(fanclubId, purpose, token)).not.toBeNull();
  });

  it('replaces the older one with the same purpose, and no other', async () => {
    const { fanclubId, token, again } = await issued('reset_password');
    const other = await within((tx) => tokens().issue(tx, { ...again, purpose: 'confirm_address' }));
    const newer = await within((tx) => tokens().issue(tx, again));
    expect(await use(fanclubId, 'reset_password', token)).toBeNull();
    expect(await use(fanclubId, 'confirm_address', other)).not.toBeNull();
    expect(await use(fanclubId, 'reset_password', newer)).not.toBeNull();
  });

  it.each(Object.entries(TOKEN_LIFETIMES))('for %s lives %d seconds', async (purpose, seconds) => {
    const contact = await t.given.contact();
    const { fanclubId, customerId, email } = await issued();
    const owner = purpose === 'confirm_contact' ? { contactId: contact.id } : { customerId };
    const issue = { fanclubId, purpose: purpose as TokenPurpose, email, ...owner } as const;
    const token = await within((tx) => tokens().issue(tx, issue as Parameters<OneTimeTokens['issue']>[1]));
    t.clock.advance(seconds - 1);
    expect(await tokens().find(fanclubId, issue.purpose, token)).toMatchObject(owner);
    t.clock.advance(1);
    expect(await tokens().find(fanclubId, issue.purpose, token)).toBeNull();
    expect(await use(fanclubId, issue.purpose, token)).toBeNull();
  });

  it('is valid for its purpose and fan club only, until it is revoked', async () => {
    const { fanclubId, purpose, token, customerId } = await issued();
    const other = await t.given.fanclub({});
    expect(await use(other.id, purpose, token)).toBeNull();
    expect(await use(fanclubId, 'reset_password', token)).toBeNull();
    expect(await use(fanclubId, purpose, newToken())).toBeNull();
    expect(await use(fanclubId, purpose, '\0')).toBeNull();
    await within((tx) => tokens().revoke(tx, fanclubId, purpose, customerId));
    expect(await use(fanclubId, purpose, token)).toBeNull();
  });

  it('is stored as a hash only', async () => {
    const { token } = await issued();
    const [row] = await t.db.getRepository(OneTimeToken).find();
    expect(row.tokenHash).toEqual(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });
});
