import type { Customer } from '#domains/accounts/customer.entity';
import { daysFrom } from '#samples';
import { Forum, ForumGroup, ForumMember } from '../../src/domains/forums/forum.entity';
import { ForumRun } from '../../src/domains/forums/forum-run';
import { FORUM_KEY } from '../../src/domains/forums/forums.samples';
import type { Plan } from '../../src/domains/plans/plan.entity';
import { Discourse } from '../support/discourse';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ PUBLIC_URL: 'http://localhost:3000' });
let discourse: Discourse;
let gold: Plan;
let silver: Plan;
let forum: Forum;

beforeEach(async () => {
  discourse = await Discourse.start(FORUM_KEY);
  await t.given.fanclub();
  gold = await t.given.plan({ name: 'Gold' });
  silver = await t.given.plan({ name: 'Silver' });
  forum = await t.given.forum({ url: discourse.url });
  for (const name of ['gold', 'silver']) {
    await t.given.forumGroup({ forum, name, planClass: name, groupNumber: null });
    discourse.group(name);
  }
});
afterEach(() => discourse.stop());

/** What a run does after so many seconds. */
const later = (seconds: number): Promise<number> => {
  t.clock.advance(seconds);
  return runJob(t, 'forums.follow');
};
const stored = () => t.db.getRepository(Forum).findOneByOrFail({ id: forum.id });
const states = async () =>
  (await t.db.getRepository(ForumMember).find({ order: { id: 'ASC' } })).map(({ state }) => state);

/** A member with an account at the forum. */
async function memberOf(plan: Plan) {
  const customer = await t.given.customer();
  const subscription = await t.given.subscription({
    customer,
    plan,
    startDate: daysFrom(t.clock.now(), -10),
  });
  return { customer, subscription, user: discourse.account(String(customer.id)) };
}
type Member = Awaited<ReturnType<typeof memberOf>>;

const end = (...members: Member[]) =>
  t.db.query('UPDATE subscriptions SET end_date = $1 WHERE id = ANY ($2)', [
    t.clock.now(),
    members.map(({ subscription }) => subscription.id),
  ]);

/** Has an owner change the forum. */
async function change(body: object) {
  const owner = await staffOf(t);
  const path = `/fanclubs/${forum.fanclubId}/forums/${forum.id}`;
  const { headers } = await owner.get(path);
  const answer = await owner.patch(path, body, headers.etag as string);
  expect(answer.status).toBe(200);
  return answer.body;
}

it('a member whom the forum does not let go, and a group that it refuses, stop nobody else', async () => {
  const [ada, bo, cy] = [await memberOf(gold), await memberOf(gold), await memberOf(silver)];
  expect(await later(0)).toBe(3);
  discourse.instead = ({ method, path, body }) => {
    if (method === 'GET') return null;
    if (path.startsWith(`/groups/${discourse.numberOf('silver')}/`)) return { status: 403 };
    return method === 'DELETE' && body.includes(String(ada.user)) ? { status: 422 } : null;
  };
  await end(ada, bo, cy);
  const [dee, eve] = [await memberOf(silver), await memberOf(gold)];
  expect(await later(60)).toBe(2);
  expect([discourse.in('gold'), discourse.in('silver')]).toEqual([[ada.user, eve.user], [cy.user]]);
  expect(await stored()).toMatchObject({ failure: 'forbidden', added: 1, removed: 1 });
  discourse.instead = null;
  await later(3_600);
  expect([discourse.in('gold'), discourse.in('silver')]).toEqual([[eve.user], [dee.user]]);
  expect(await stored()).toMatchObject({ failure: null, failures: 0 });
});

it('a member whom the forum does not let go is shown, without a pause for others', async () => {
  const ada = await memberOf(gold);
  await later(0);
  discourse.instead = ({ method }) => (method === 'DELETE' ? { status: 422 } : null);
  await end(ada);
  await later(60);
  const { length } = discourse.asked;
  expect([await later(30), discourse.asked.length]).toEqual([0, length]);
  expect(await stored()).toMatchObject({ failure: 'refused', nextAt: null });
  const bo = await memberOf(gold);
  await later(60);
  expect(discourse.in('gold')).toEqual([ada.user, bo.user]);
});

it('a run sends at most 50 requests, and keeps no place for which it sent none', async () => {
  for (let n = 0; n < 45; n += 1) await memberOf(gold);
  await later(0);
  expect(discourse.asked.length).toBeLessThanOrEqual(50);
  expect(await states()).not.toContain('adding');
  await later(60);
  expect(discourse.in('gold')).toHaveLength(45);
});

it.each([
  ['429', { status: 429 }],
  ['403', { status: 403 }],
])('a member whom somebody adds after the forum answered %s is not ours', async (_, answer) => {
  const ada = await memberOf(gold);
  discourse.instead = ({ method }) => (method === 'PUT' ? answer : null);
  await later(0);
  discourse.instead = null;
  discourse.groups.get('gold')!.add(ada.user);
  await later(3_600);
  expect(await states()).toEqual(['by_hand']);
  await end(ada);
  await later(60);
  expect(discourse.in('gold')).toEqual([ada.user]);
});

it.each(['has another account', 'has no account'])(
  'the account that may have been added leaves the group if the member %s',
  async (what) => {
    const ada = await memberOf(gold);
    discourse.instead = ({ method }) => {
      if (method !== 'PUT') return null;
      discourse.groups.get('gold')!.add(ada.user);
      return { status: 502 };
    };
    await later(0);
    discourse.instead = null;
    discourse.accounts.delete(String(ada.customer.id));
    discourse.accounts.set('somebody else', ada.user);
    const isOther = what.includes('another');
    if (isOther) discourse.accounts.set(String(ada.customer.id), 999);
    await later(60);
    expect(discourse.in('gold')).toEqual(isOther ? [999] : []);
    expect(await states()).toEqual([isOther ? 'added' : 'unknown']);
  },
);

describe('what an owner changes during a run', () => {
  it('ends it: nobody else is removed from a forum that was switched off', async () => {
    const [ada, cy] = [await memberOf(gold), await memberOf(silver)];
    await later(0);
    await end(ada, cy);
    let isFirst = true;
    discourse.instead = async ({ method }) => {
      if (method === 'DELETE' && isFirst) {
        isFirst = false;
        await change({ enabled: false });
      }
      return null;
    };
    await later(60);
    expect([discourse.in('gold'), discourse.in('silver')]).toEqual([[], [cy.user]]);
  });

  it('is not failed by an answer to the former key', async () => {
    await memberOf(gold);
    discourse.instead = async () => {
      await change({ api_key: 'another' });
      return { status: 403 };
    };
    await later(0);
    expect(await stored()).toMatchObject({ failure: null, failures: 0, ranAt: null });
  });
});

it('another application takes out who was added by the former one', async () => {
  const members: Member[] = [await memberOf(gold), await memberOf(gold)];
  await later(0);
  const application = await t.given.application({ firstParty: true });
  const { customer }: { customer: Customer } = members[0];
  await t.given.consentTo({ application, customer, lastUsedAt: t.clock.now() });
  const user = discourse.account(`oidc/${customer.id}`);
  await change({ application_id: application.id });
  await later(60);
  expect(discourse.in('gold')).toEqual([user]);
});

it('a line whose class has no plan any more takes nobody out, and says so', async () => {
  const [ada, bo] = [await memberOf(gold), await memberOf(gold)];
  await later(0);
  await t.db.query(`UPDATE plans SET name = 'Golden' WHERE name = 'Gold'`);
  await end(bo);
  await memberOf(gold);
  await later(60);
  expect(discourse.in('gold')).toEqual([ada.user]);
  const groups = await t.db.getRepository(ForumGroup).find({ order: { id: 'ASC' } });
  expect(groups.map(({ fault }) => fault)).toEqual(['unknown_class', null]);
  const lines = groups.map(({ name, planClass }) => ({ name, plan_class: planClass }));
  expect((await change({ name: 'Board', groups: lines })).group_problems).toEqual([
    'gold: No plan has the class of this line. Choose another one.',
  ]);
  await t.db.query(`UPDATE plans SET name = 'Gold' WHERE name = 'Golden'`);
  expect(await later(60)).toBe(1);
  expect(await t.db.getRepository(ForumGroup).countBy({ fault: 'unknown_class' })).toBe(0);
});

it('a forum that always asks to wait does not look healthy', async () => {
  await memberOf(gold);
  discourse.instead = () => ({ status: 429, headers: { 'retry-after': '20' } });
  await later(0);
  expect(await stored()).toMatchObject({ failure: 'busy', failures: 1, checkedAt: null });
});

it('a run that ends with an error of the service is recorded, and tried again after a pause', async () => {
  const perform = jest.spyOn(ForumRun.prototype, 'perform').mockRejectedValueOnce(new Error('of a test'));
  await later(0);
  perform.mockRestore();
  expect(await stored()).toMatchObject({ failure: 'internal', failures: 1, ranAt: t.clock.now() });
  expect((await stored()).nextAt).not.toBeNull();
});
