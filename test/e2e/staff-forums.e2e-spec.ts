import { Sealer } from '#libs/sealed';
import { Forum, ForumGroup, ForumMember } from '../../src/domains/forums/forum.entity';
import { FORUM_KEY } from '../../src/domains/forums/forums.samples';
import { Discourse } from '../support/discourse';
import { runJob } from '../support/run-job';
import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ PUBLIC_URL: 'http://localhost:3000' });
let discourse: Discourse;
let owner: StaffClient;
let path: string;

beforeEach(async () => {
  discourse = await Discourse.start(FORUM_KEY);
  path = `/fanclubs/${(await t.given.fanclub()).id}/forums`;
  owner = await staffOf(t);
  await t.given.plan({ name: 'Gold' });
});
afterEach(() => discourse.stop());

const body = (changes: object = {}) => ({
  ...{ name: 'Board', url: `${discourse.url}/`, api_key: FORUM_KEY, username: 'admin' },
  groups: [{ name: 'gold', plan_class: 'gold' }, { name: 'members' }],
  ...changes,
});
const create = async (changes: object = {}) => {
  const answer = await owner.post(path, body(changes));
  expect(answer.status).toBe(201);
  return { ...answer, one: `${path}/${answer.body.id}`, etag: answer.headers.etag as string };
};
const stored = () => t.db.getRepository(Forum).findOneByOrFail({});

it('a forum is connected, tried, followed, switched off and deleted; its key is never shown and its members stay', async () => {
  const { body: created, one, etag } = await create();
  expect(created).toMatchObject({
    url: discourse.url,
    enabled: true,
    application_id: null,
    checked_at: null,
  });
  expect(t.app.get(Sealer).open((await stored()).apiKeySealed)).toBe(FORUM_KEY);
  expect((await owner.post(`${one}/test`)).body).toEqual({
    works: false,
    problem: 'gold: The forum has no group of this name.',
  });
  discourse.group('gold');
  discourse.group('members');
  expect((await owner.post(`${one}/test`)).body).toEqual({ works: true, problem: null });
  const customer = await t.given.customer();
  await t.given.subscription({ customer, plan: await t.given.plan({ name: 'Silver' }) });
  const user = discourse.account(String(customer.id));
  await runJob(t, 'forums.follow');
  expect((await owner.get(one)).body).toMatchObject({
    ...{ added: 1, removed: 0, in_groups: 1, by_hand: 0, without_account: 0, failure: null, problem: null },
    ...{ checked_at: t.clock.now().toISOString(), changed_at: t.clock.now().toISOString() },
  });
  const off = await owner.patch(one, { enabled: false, api_key: 'another' }, etag);
  expect([off.status, off.body.enabled]).toEqual([200, false]);
  await t.db.query(
    "UPDATE subscriptions SET end_date = now() - interval '2 years', start_date = now() - interval '3 years'",
  );
  const { length } = discourse.asked;
  await runJob(t, 'forums.follow');
  expect([discourse.asked.length, discourse.in('members')]).toEqual([length, [user]]);
  const on = await owner.patch(one, { enabled: true }, off.headers.etag as string);
  await runJob(t, 'forums.follow');
  expect((await owner.get(one)).body).toMatchObject({
    ...{ failure: 'forbidden', problem: 'The forum refuses the API key, its user, or what they may do.' },
    failing_since: t.clock.now().toISOString(),
  });
  // Whatever staff change is tried at once.
  const back = await owner.patch(one, { api_key: FORUM_KEY }, on.headers.etag as string);
  expect(back.body).toMatchObject({ failure: null, next_attempt_at: null });
  expect((await owner.delete(one)).status).toBe(204);
  expect(discourse.in('members')).toEqual([user]);
  expect(await t.db.getRepository(ForumMember).count()).toBe(0);
  const { data } = (await owner.get(path.replace('forums', 'audits'))).body;
  expect(
    data.map(({ action }: { action: string }) => action).filter((one: string) => /forum/.test(one)),
  ).toEqual(['forum.deleted', ...Array.from({ length: 3 }, () => 'forum.changed'), 'forum.created']);
  expect(JSON.stringify([created, off.body, data])).not.toContain(FORUM_KEY);
  expect(JSON.stringify(data)).toContain('"api_key":"changed"');
});

describe('a wrong field', () => {
  it.each<[string, object]>([
    ['url', { url: 'https://10.0.0.1/' }],
    ['url', { url: 'http://forum.example' }],
    ['url', { url: 'https://forum.example/?page=1' }],
    ['url', { url: 'forum.example' }],
    ['api_key', { api_key: 'two\nlines' }],
    ['username', { username: 'Ada Lovelace' }],
    ['application_id', { application_id: 1 }],
    ['groups/1/plan_class', { groups: [{ name: 'members' }, { name: 'gold', plan_class: 'golden' }] }],
    ['groups/0/name', { groups: [{ name: '../u/ada' }] }],
    ['groups/0/name', { groups: [{ name: '..' }] }],
    ['groups', { groups: [{ name: 'members' }, { name: 'members', plan_class: null }] }],
    ['groups/0', { groups: [null] }],
  ])('is named: %s', async (field, changes) => {
    const answer = await owner.post(path, body(changes));
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, `#/${field}`]);
  });

  it('is the key that is missing for another address, where nothing of the former forum counts', async () => {
    const { one, etag, body: created } = await create();
    await t.given.forumMember({ forum: await stored() });
    await t.db.query('UPDATE forum_groups SET group_number = 41');
    const moved = await owner.patch(one, { url: 'https://other.example' }, etag);
    expect([moved.status, moved.body.errors[0].pointer]).toEqual([422, '#/api_key']);
    const url = 'https://other.example';
    expect((await owner.patch(one, { url, api_key: 'another' }, etag)).body).toMatchObject({
      ...{ url, in_groups: 0, groups: created.groups },
    });
    const groups = await t.db.getRepository(ForumGroup).find();
    expect(groups.map(({ groupNumber }) => groupNumber)).toEqual([null, null]);
  });
});

it('a group that keeps its name keeps its number, so that nobody leaves it for a minute', async () => {
  const { one, etag } = await create({ groups: [{ name: 'gold', plan_class: 'gold' }, { name: 'members' }] });
  await t.db.query("UPDATE forum_groups SET group_number = 41 WHERE name = 'gold'");
  await owner.patch(one, { groups: [{ name: 'gold' }] }, etag);
  expect(await t.db.getRepository(ForumGroup).find()).toMatchObject([
    { name: 'gold', planClass: null, groupNumber: 41 },
  ]);
});

it('an application in which members of a forum log in cannot be deleted, and must be of the fan club', async () => {
  const application = await t.given.application();
  await create({ application_id: application.id });
  const refused = await owner.delete(`${path.replace('forums', 'applications')}/${application.id}`);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'This application is still in use by a forum, so it cannot be deleted.',
  ]);
  const { id: fanclubId } = await t.given.anotherFanclub();
  const { id } = await t.given.application({ fanclubId });
  expect((await owner.post(path, body({ name: 'Other', application_id: id }))).status).toBe(422);
});

it('a fan club has at most five forums, each with a name and an address of its own', async () => {
  await create();
  expect((await owner.post(path, body({ name: 'Other' }))).body.detail).toBe(
    'This forum is connected already.',
  );
  const elsewhere = { url: 'https://forum.example' };
  expect((await owner.post(path, body(elsewhere))).body.detail).toBe(
    'There is a forum of this name already.',
  );
  for (let n = 0; n < 4; n += 1) await t.given.forum();
  expect((await owner.post(path, body({ ...elsewhere, name: 'Sixth' }))).status).toBe(409);
});
