import type { Customer } from '#domains/accounts/customer.entity';
import { daysFrom } from '#samples';
import { secondsAfter } from '#libs/clock';
import { ErasuresService } from '../../src/domains/privacy/erasures.service';
import { Sql } from '../../src/platform/database';
import { Forum, ForumGroup, ForumMember } from '../../src/domains/forums/forum.entity';
import { FORUM_KEY } from '../../src/domains/forums/forums.samples';
import type { Plan } from '../../src/domains/plans/plan.entity';
import { Discourse } from '../support/discourse';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { recordLog } from '../support/worker';

const t = testApp({ PUBLIC_URL: 'http://localhost:3000' });
let discourse: Discourse;
let gold: Plan;
let silver: Plan;

beforeEach(async () => {
  discourse = await Discourse.start(FORUM_KEY);
  await t.given.fanclub();
  gold = await t.given.plan({ name: 'Gold' });
  silver = await t.given.plan({ name: 'Silver' });
});
afterEach(() => discourse.stop());

/** What a minute does. */
const follow = (signal?: AbortSignal) => runJob(t, 'forums.follow', signal);
const nextMinute = (): Promise<number> => {
  t.clock.advance(60);
  return follow();
};
const places = () => t.db.getRepository(ForumMember).find({ order: { id: 'ASC' } });
const forumOf = ({ id }: Forum) => t.db.getRepository(Forum).findOneByOrFail({ id });

/** A forum with groups, each for a class of plans or for all members. */
async function connect(groups: Record<string, string | null>, changes: Partial<Forum> = {}): Promise<Forum> {
  const forum = await t.given.forum({ url: discourse.url, ...changes });
  for (const [name, planClass] of Object.entries(groups))
    await t.given.forumGroup({ forum, name, planClass, groupNumber: null });
  return forum;
}

/** A member with an account at the forum. */
async function memberOf(plan: Plan, changes: Partial<Customer> = {}) {
  const customer = await t.given.customer({ fanclubId: plan.fanclubId, ...changes });
  const subscription = await t.given.subscription({
    customer,
    plan,
    startDate: daysFrom(t.clock.now(), -10),
  });
  return { customer, subscription, user: discourse.account(String(customer.id)) };
}

const end = ({ subscription }: { subscription: { id: number } }) =>
  t.db.query('UPDATE subscriptions SET end_date = $1 WHERE id = $2', [t.clock.now(), subscription.id]);

it('an expired member leaves the group within a minute; other groups and people added by hand stay', async () => {
  await connect({ gold: 'gold' });
  const ada = await memberOf(gold);
  const bo = await memberOf(gold);
  const moderator = discourse.account('a moderator');
  discourse.group('gold', moderator, bo.user);
  discourse.group('book_club', ada.user, bo.user);
  expect(await follow()).toBe(1);
  expect(discourse.in('gold')).toEqual([ada.user, bo.user, moderator]);
  t.clock.advance(30);
  await end(ada);
  await end(bo);
  t.clock.advance(30);
  expect(await follow()).toBe(1);
  // Bo was in the group before, so somebody else has put Bo there.
  expect(discourse.in('gold')).toEqual([bo.user, moderator]);
  expect(discourse.in('book_club')).toEqual([ada.user, bo.user]);
  expect(await places()).toEqual([]);
  const asked = discourse.asked.length;
  expect([await nextMinute(), discourse.asked.length]).toEqual([0, asked]);
});

it('an upgrade changes the groups, and the season after has its own plan of the same class', async () => {
  await connect({ members: null, gold: 'gold', silver: 'silver' });
  for (const name of ['members', 'gold', 'silver']) discourse.group(name);
  const { customer, user } = await memberOf(silver);
  await follow();
  expect(['members', 'gold', 'silver'].map((name) => discourse.in(name))).toEqual([[user], [], [user]]);
  await t.given.subscription({ customer, plan: gold, startDate: t.clock.now() });
  await nextMinute();
  expect(['members', 'gold', 'silver'].map((name) => discourse.in(name))).toEqual([[user], [user], []]);
  t.clock.advance(1);
  const salesPeriod = await t.given.salesPeriod();
  const next = await t.given.plan({ name: 'Gold', salesPeriod });
  await t.given.subscription({ customer, plan: next, startDate: t.clock.now() });
  expect(await nextMinute()).toBe(0);
  expect(discourse.in('gold')).toEqual([user]);
});

describe('accounts', () => {
  it('are found by the external id of the OpenID provider, once the member has logged in there', async () => {
    const application = await t.given.application({ firstParty: true });
    await connect({ gold: 'gold' }, { applicationId: application.id });
    discourse.group('gold');
    const { customer } = await memberOf(gold);
    expect([await follow(), discourse.asked.some(({ path }) => path.startsWith('/u/'))]).toEqual([0, false]);
    await t.given.consentTo({ application, customer, lastUsedAt: t.clock.now() });
    // The member is asked for a user name there, which takes some minutes.
    expect([await nextMinute(), (await places()).map(({ state }) => state)]).toEqual([0, ['unknown']]);
    const user = discourse.account(`oidc/${customer.id}`);
    expect(await nextMinute()).toBe(1);
    expect(discourse.in('gold')).toEqual([user]);
    await t.db.query('DELETE FROM oidc_consents');
    expect([await nextMinute(), discourse.in('gold')]).toEqual([1, []]);
  });

  it('that do not exist are looked up again after longer pauses, and at once after a log-in', async () => {
    const application = await t.given.application({ firstParty: true });
    const forum = await connect({ gold: 'gold' }, { applicationId: application.id });
    discourse.group('gold');
    const { customer } = await memberOf(gold);
    await t.given.consentTo({ application, customer, lastUsedAt: t.clock.now() });
    await follow();
    for (const pause of [60, 300, 1800]) {
      const { length } = discourse.asked;
      t.clock.advance(pause - 1);
      await follow();
      expect(discourse.asked).toHaveLength(length);
      t.clock.advance(1);
      await follow();
      expect(discourse.asked).toHaveLength(length + 1);
    }
    expect(await forumOf(forum)).toMatchObject({ failure: null, checkedAt: t.clock.now() });
    discourse.account(`oidc/${customer.id}`);
    t.clock.advance(1);
    await t.db.query('UPDATE oidc_consents SET last_used_at = $1', [t.clock.now()]);
    expect(await follow()).toBe(1);
  });

  it.each<[string, (customer: Customer) => Promise<unknown>]>([
    [
      'erased',
      ({ id, fanclubId }) =>
        t.app.get(Sql).transaction((tx) => t.app.get(ErasuresService).erase(tx, fanclubId, id, null)),
    ],
    [
      'merged into another',
      async ({ id, fanclubId }) => {
        const into = await t.given.customer({ email: 'other@example.test' });
        const owner = await staffOf(t);
        const path = `/fanclubs/${fanclubId}/members/${into.id}/merges/${id}`;
        expect((await owner.post(path, { reason: 'the same person' })).status).toBe(204);
        discourse.account(String(into.id));
      },
    ],
    [
      'put on the blacklist',
      ({ id }) => t.db.query('UPDATE customers SET blacklisted = true WHERE id = $1', [id]),
    ],
  ])('of members who are %s leave the group', async (what, change) => {
    await connect({ gold: 'gold' });
    discourse.group('gold');
    const { customer, user } = await memberOf(gold);
    await follow();
    expect(discourse.in('gold')).toEqual([user]);
    await change(customer);
    await nextMinute();
    // The membership goes on with the other account.
    const other = what.startsWith('merged') ? [user + 1] : [];
    expect(discourse.in('gold')).toEqual(other);
    expect((await places()).map(({ userNumber }) => userNumber)).toEqual(other);
  });
});

describe('a forum', () => {
  it('that was away for hours gets everything when it is back', async () => {
    const forum = await connect({ gold: 'gold' });
    discourse.group('gold');
    const ada = await memberOf(gold);
    await follow();
    discourse.instead = () => ({ status: 502, body: '<html>' });
    await end(ada);
    const bo = await memberOf(gold);
    const since = secondsAfter(t.clock.now(), 60);
    let asked = 0;
    for (let minute = 0; minute < 240; minute += 1) {
      const { length } = discourse.asked;
      await nextMinute();
      asked += discourse.asked.length - length;
    }
    expect(asked).toBeLessThan(40);
    expect(await forumOf(forum)).toMatchObject({ failure: 'broken', failingSince: since });
    expect(discourse.in('gold')).toEqual([ada.user]);
    discourse.instead = null;
    for (let minute = 0; minute < 10; minute += 1) await nextMinute();
    expect(discourse.in('gold')).toEqual([bo.user]);
    expect(await forumOf(forum)).toMatchObject({
      ...{ failure: null, failingSince: null, failures: 0, nextAt: null, added: 1, removed: 1 },
    });
  });

  it('that asks to wait is asked when it says, and goes on where it was', async () => {
    const forum = await connect({ gold: 'gold' });
    discourse.group('gold');
    for (let n = 0; n < 25; n += 1) await memberOf(gold);
    let left = 14;
    discourse.instead = () => {
      left -= 1;
      return left < 0 ? { status: 429, headers: { 'retry-after': '150' } } : null;
    };
    expect(await follow()).toBe(10);
    expect(await forumOf(forum)).toMatchObject({ failure: null, nextAt: secondsAfter(t.clock.now(), 150) });
    const { length } = discourse.asked;
    expect([await nextMinute(), await nextMinute(), discourse.asked.length]).toEqual([0, 0, length]);
    left = 100;
    expect(await nextMinute()).toBe(15);
    expect(discourse.in('gold')).toHaveLength(25);
  });

  it('that answers nothing delays no other club', async () => {
    const other = await Discourse.start(FORUM_KEY);
    await connect({ gold: 'gold' });
    discourse.instead = () => 'never';
    const { id: fanclubId } = await t.given.anotherFanclub();
    const plan = await t.given.plan({ fanclubId, name: 'Gold' });
    const forum = await t.given.forum({ fanclubId, url: other.url });
    await t.given.forumGroup({ forum, name: 'gold', planClass: 'gold', groupNumber: null });
    const group = other.group('gold');
    const customer = await t.given.customer({ fanclubId });
    await t.given.subscription({ customer, plan });
    other.account(String(customer.id));
    const stop = new AbortController();
    const run = follow(stop.signal);
    const until = performance.now() + 5_000;
    while (group.size === 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(group.size).toBe(1);
    stop.abort();
    await run;
    await other.stop();
  });

  it('gets members of its own fan club only', async () => {
    await connect({ members: null });
    discourse.group('members');
    const { user } = await memberOf(gold);
    const { id: fanclubId } = await t.given.anotherFanclub();
    await memberOf(await t.given.plan({ fanclubId, name: 'Gold' }));
    await follow();
    expect(discourse.in('members')).toEqual([user]);
  });

  it.each([
    ['forbidden', {}, { apiKey: 'another key' }],
    ['not_discourse', { status: 404, body: '<html>' }, {}],
    ['not_discourse', { status: 301, headers: { location: 'http://127.0.0.1:1/' } }, {}],
    ['not_discourse', { status: 200, body: { user: { id: 7 } } }, {}],
    ['unreadable_key', {}, { apiKeySealed: 'sealed elsewhere' }],
    ['refused_address', {}, { url: 'https://10.0.0.1' }],
  ])('that cannot be used is recorded as %s, without its key in a log', async (failure, answer, changes) => {
    const forum = await t.given.forum({ url: discourse.url, ...changes });
    await t.given.forumGroup({ forum, name: 'gold', groupNumber: 41 });
    await memberOf(gold);
    if ('status' in answer) discourse.instead = () => answer;
    const { log, lines } = recordLog();
    expect(await runJob(t, 'forums.follow', undefined, {}, log)).toBe(0);
    expect(await forumOf(forum)).toMatchObject({ failure, failures: 1, checkedAt: null });
    expect(lines).toMatchObject([{ forum: forum.id, failure, msg: 'forum not followed up' }]);
    expect(JSON.stringify(lines)).not.toMatch(/(?<!unreadable_)key|127\.0\.0\.1|10\.0\.0\.1/);
  });
});

describe('groups', () => {
  it('that do not exist, or that Discourse fills, are left alone until their name is right', async () => {
    const forum = await connect({ glod: 'gold', trust_level_1: null });
    discourse.group('gold');
    discourse.group('trust_level_1');
    discourse.automatic.add('trust_level_1');
    const { user } = await memberOf(gold);
    expect(await follow()).toBe(0);
    const faults = await t.db.getRepository(ForumGroup).find({ order: { id: 'ASC' } });
    expect(faults.map(({ fault }) => fault)).toEqual(['unknown_group', 'automatic_group']);
    discourse.group('glod');
    await nextMinute();
    await nextMinute();
    expect([discourse.in('glod'), discourse.in('trust_level_1')]).toEqual([[user], []]);
    expect(await forumOf(forum)).toMatchObject({ failure: null });
  });

  it('that are not named any more, or were deleted, lose whom the service has added', async () => {
    const forum = await connect({ gold: 'gold', members: null });
    discourse.group('gold');
    discourse.group('members');
    const { user } = await memberOf(gold);
    expect(await follow()).toBe(2);
    await t.db.query("DELETE FROM forum_groups WHERE name = 'gold'");
    expect([await nextMinute(), discourse.in('gold'), discourse.in('members')]).toEqual([1, [], [user]]);
    discourse.groups.delete('members');
    await end({ subscription: (await t.db.query<{ id: number }[]>('SELECT id FROM subscriptions'))[0] });
    expect([await nextMinute(), await places()]).toEqual([0, []]);
    expect(await forumOf(forum)).toMatchObject({ failure: null });
  });

  it('are compared each night: who is entitled comes back, and who was added stays the service’s', async () => {
    await connect({ gold: 'gold' });
    const group = discourse.group('gold');
    const [ada, bo] = [await memberOf(gold), await memberOf(gold)];
    group.add(bo.user);
    await follow();
    group.clear();
    expect([await nextMinute(), group.size]).toEqual([0, 0]);
    expect(await runJob(t, 'forums.compare')).toBe(1);
    await nextMinute();
    expect((await places()).map(({ state }) => state).sort()).toEqual(['adding', 'unknown']);
    expect([await nextMinute(), group.size]).toEqual([2, 2]);
    // A list that misses somebody takes nothing away.
    await runJob(t, 'forums.compare');
    discourse.instead = ({ path }) =>
      /members/.test(path) && path.includes('limit')
        ? { status: 200, body: { members: [], meta: { total: 0 } } }
        : null;
    await nextMinute();
    discourse.instead = null;
    expect(await nextMinute()).toBe(0);
    expect((await places()).map(({ state }) => state)).toEqual(['added', 'added']);
    await end(ada);
    await end(bo);
    expect([await nextMinute(), group.size]).toEqual([2, 0]);
  });

  it('have one of several accounts refused without an effect on the others', async () => {
    await connect({ gold: 'gold' });
    discourse.group('gold');
    const [ada, bo] = [await memberOf(gold), await memberOf(gold)];
    await follow();
    // Versions of Discourse before 2.6 refuse all if one has left.
    discourse.groups.get('gold')!.delete(ada.user);
    discourse.instead = ({ method, body }) =>
      method === 'DELETE' && body.includes(String(ada.user)) ? { status: 400 } : null;
    await end(ada);
    await end(bo);
    expect([await nextMinute(), discourse.in('gold'), await places()]).toEqual([1, [], []]);
  });

  it('are the same after a worker died between a request and its record', async () => {
    await connect({ gold: 'gold' });
    const group = discourse.group('gold');
    const ada = await memberOf(gold);
    const stop = new AbortController();
    discourse.instead = ({ method }) => {
      if (method !== 'PUT') return null;
      group.add(ada.user);
      stop.abort();
      return 'never';
    };
    await follow(stop.signal);
    expect((await places()).map(({ state }) => state)).toEqual(['adding']);
    discourse.instead = null;
    await nextMinute();
    expect((await places()).map(({ state }) => state)).toEqual(['added']);
    await end(ada);
    expect([await nextMinute(), group.size]).toEqual([1, 0]);
  });
});
