import { Session } from '#platform/access/session.entity';
import { loggedIn, withSession } from '../support/logged-in';
import type { Api } from '../support/api';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026; sessions live 30 days, or 7 without a request.
const t = testApp();

const isLoggedIn = async (api: Api): Promise<boolean> => (await api.get('/account')).body.customer !== null;

async function session(): Promise<Session> {
  return t.db.getRepository(Session).findOneByOrFail({});
}

describe('a session', () => {
  it('is extended by every request, up to its absolute end', async () => {
    const api = await loggedIn(t, await t.given.customer());
    const { expiresAt } = await session();
    expect(expiresAt).toEqual(new Date('2026-07-15T12:00:00Z'));

    for (const day of ['2026-06-21', '2026-06-27', '2026-07-03', '2026-07-09', '2026-07-14']) {
      t.clock.set(`${day}T12:00:00Z`);
      expect([day, await isLoggedIn(api)]).toEqual([day, true]);
    }
    t.clock.set('2026-07-15T12:00:00Z');
    expect(await isLoggedIn(api)).toBe(false);
  });

  it('ends after seven days without a request', async () => {
    const api = await loggedIn(t, await t.given.customer());
    t.clock.set('2026-06-22T12:00:00Z');
    expect(await isLoggedIn(api)).toBe(false);
  });

  it('writes its last use at most every five minutes', async () => {
    const api = await loggedIn(t, await t.given.customer());
    const seenAt = async (now: string): Promise<string> => {
      t.clock.set(now);
      await api.get('/account');
      return (await session()).lastSeenAt.toISOString();
    };
    expect(await seenAt('2026-06-15T12:04:59Z')).toBe('2026-06-15T12:00:00.000Z');
    expect(await seenAt('2026-06-15T12:05:00Z')).toBe('2026-06-15T12:05:00.000Z');
  });

  it('ends on every endpoint when its customer is blacklisted', async () => {
    const customer = await t.given.customer();
    await t.given.subscription({ customer });
    const api = await loggedIn(t, customer);
    expect((await api.get('/account/benefits')).body.status).toBe('ok');

    await t.db.query('UPDATE customers SET blacklisted = true');

    expect(await isLoggedIn(api)).toBe(false);
    expect((await api.get('/account/benefits')).body.messages).toEqual([
      'Please log in to access your online benefits.',
    ]);
  });

  it('does not open for an altered, cut or foreign cookie', async () => {
    const customer = await t.given.customer();
    const [name, value] = (await loggedIn(t, customer)).cookies.split('=') as [string, string];
    const other = await t.given.fanclub({});
    const forged = [
      [name, `${value.slice(0, -4)}AAAA`],
      [name, value.slice(0, -8)],
      [name, `${value}A`],
      [name, 'x'.repeat(4_000)],
      [name, '%E0%A4%A'],
      [`__Host-fanclub_session_${other.id}`, value],
    ] as const;
    for (const [cookie, content] of forged)
      expect([cookie, content, await isLoggedIn(t.api.withCookie(cookie, content))]).toEqual([
        cookie,
        content,
        false,
      ]);
    expect(await isLoggedIn(t.api.withCookie(name, value))).toBe(true);
  });

  it('is found among the cookies of other fan clubs', async () => {
    const customer = await t.given.customer();
    const own = await loggedIn(t, customer);
    const other = await t.given.fanclub({});
    const theirs = withSession(t, other.id, await t.given.session({ fanclubId: other.id }));
    const cookie = `${theirs.cookies}; ${own.cookies}`;
    const { body } = await t.api.get('/account', { headers: { cookie } });
    expect(body.customer.id).toBe(customer.id);
  });
});
