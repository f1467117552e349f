import { hashToken, newToken } from '#libs/token';
import { Sql, type Statements } from '../../src/platform/database/sql';
import {
  LinkExpired,
  OneTimeToken,
  OneTimeTokens,
  TOKEN_LIFETIMES,
  type TokenPurpose,
} from '../../src/platform/tokens';
import { testApp } from '../support/start-test-app';

const t = testApp();

const tokens = (): OneTimeTokens => t.app.get(OneTimeTokens);
const within = <T>(work: (tx: Statements) => Promise<T>): Promise<T> => t.app.get(Sql).transaction(work);

async function issued(purpose: Exclude<TokenPurpose, 'confirm_contact'> = 'confirm_address') {
  const { id: ownerId, fanclubId, email } = await t.given.customer();
  const issue = { fanclubId, purpose, ownerId, email: email! };
  return { ...issue, again: issue, token: await within((tx) => tokens().issue(tx, issue)) };
}

const use = (fanclubId: number, purpose: TokenPurpose, token: string) =>
  within((tx) => tokens().use(tx, fanclubId, purpose, token));

describe('a one-time token', () => {
  it('returns its owner and the address that got it, until it is used', async () => {
    const { fanclubId, purpose, token, ownerId, email } = await issued();
    expect(await tokens().find(fanclubId, purpose, token)).toEqual({ ownerId, email });
    await use(fanclubId, purpose, token);
    await expect(use(fanclubId, purpose, token)).rejects.toThrow(LinkExpired);
    await expect(tokens().find(fanclubId, purpose, token)).rejects.toThrow(LinkExpired);
  });

  it('is accepted from one of many simultaneous requests', async () => {
    const { fanclubId, purpose, token } = await issued();
    const uses = await Promise.allSettled(Array.from({ length: 20 }, () => use(fanclubId, purpose, token)));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('stays valid when the transaction that used it fails', async () => {
    const { fanclubId, purpose, token } = await issued();
    const failing = within(async (tx) => {
      await tokens().use(tx, fanclubId, purpose, token);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    await use(fanclubId, purpose, token);
  });

  it('replaces the older one with the same purpose, and no other', async () => {
    const { fanclubId, token, again } = await issued('reset_password');
    const other = await within((tx) => tokens().issue(tx, { ...again, purpose: 'confirm_address' }));
    const newer = await within((tx) => tokens().issue(tx, again));
    await expect(use(fanclubId, 'reset_password', token)).rejects.toThrow(LinkExpired);
    await use(fanclubId, 'confirm_address', other);
    await use(fanclubId, 'reset_password', newer);
  });

  it.each(Object.entries(TOKEN_LIFETIMES))('for %s lives %d seconds', async (purpose, seconds) => {
    const contact = await t.given.contact();
    const { again } = await issued();
    const ownerId = purpose === 'confirm_contact' ? contact.id : again.ownerId;
    const issue = { ...again, purpose: purpose as TokenPurpose, ownerId };
    const token = await within((tx) => tokens().issue(tx, issue));
    t.clock.advance(seconds - 1);
    expect(await tokens().find(issue.fanclubId, issue.purpose, token)).toMatchObject({ ownerId });
    t.clock.advance(1);
    await expect(tokens().find(issue.fanclubId, issue.purpose, token)).rejects.toThrow(LinkExpired);
    await expect(use(issue.fanclubId, issue.purpose, token)).rejects.toThrow(LinkExpired);
  });

  it('is valid for its purpose and fan club only, until it is revoked', async () => {
    const { fanclubId, purpose, token, ownerId } = await issued();
    const other = await t.given.fanclub({});
    await expect(use(other.id, purpose, token)).rejects.toThrow(LinkExpired);
    await expect(use(fanclubId, 'reset_password', token)).rejects.toThrow(LinkExpired);
    await expect(use(fanclubId, purpose, newToken())).rejects.toThrow(LinkExpired);
    await expect(use(fanclubId, purpose, '\0')).rejects.toThrow(LinkExpired);
    await within((tx) => tokens().revoke(tx, fanclubId, purpose, ownerId));
    await expect(use(fanclubId, purpose, token)).rejects.toThrow(LinkExpired);
  });

  it('is stored as a hash only', async () => {
    const { token } = await issued();
    const [row] = await t.db.getRepository(OneTimeToken).find();
    expect(row.tokenHash).toEqual(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });
});
