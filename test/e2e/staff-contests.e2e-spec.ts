import type { Contest } from '../../src/domains/contests/contest.entity';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const CONTEST = {
  name: 'Meet & Greet',
  starts_at: '2026-06-01T00:00:00Z',
  ends_at: '2026-07-01T00:00:00Z',
  time_zone: 'Europe/Oslo',
  details: '<p>Say hello</p><script>alert(1)</script>',
};

const path = async (rest = ''): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/contests${rest}`;

/** A contest with the entries of Ada and Zoe. */
async function entered() {
  const contest = await t.given.contest();
  const ada = await t.given.entry({
    contest,
    customer: await t.given.customer({ firstName: 'Ada', lastName: 'Byron', birthdate: '1990-12-10' }),
  });
  const zoe = await t.given.entry({
    contest,
    customer: await t.given.customer({ firstName: 'Zoe', lastName: 'Adams' }),
  });
  return { contest, ada, zoe };
}

const entries = async ({ id }: Contest, query = ''): Promise<string> => path(`/${id}/entries${query}`);

it('lets staff announce a contest and withdraw it, which visitors see at once', async () => {
  const kim = await staffOf(t, 'manager');
  const event = await t.given.event();
  const plan = await t.given.plan();
  const made = await kim.post(await path(), { ...CONTEST, event: event.id, plans: [plan.id] });
  expect(made).toMatchObject({
    status: 201,
    body: { details: '<p>Say hello</p>', event: event.id, plans: [plan.id], published: true },
  });
  const { id } = made.body as { id: number };
  const listed = async (): Promise<unknown> => (await t.api.get('/contests')).body.contests;
  expect(await listed()).toMatchObject([{ id, name: 'Meet & Greet', running: true }]);
  const to = await path(`/${id}`);
  const early = { ends_at: '2026-05-01T00:00:00Z' };
  expect(await kim.patch(to, early, String(made.headers.etag))).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/ends_at' }] },
  });
  const withdrawn = await kim.patch(to, { published: false }, String(made.headers.etag));
  expect(withdrawn).toMatchObject({ status: 200, body: { published: false, name: 'Meet & Greet' } });
  expect(await listed()).toEqual([]);
  expect((await kim.get(await path('?published=false'))).body).toMatchObject({ data: [{ id }], total: 1 });
});

it('lists the entries with the names as of the entry', async () => {
  const lee = await staffOf(t, 'support');
  const { contest, ada, zoe } = await entered();
  await t.given.entry();
  expect((await lee.get(await entries(contest))).body).toEqual({
    data: [
      {
        ...{ id: ada.id, member_id: ada.customerId, entered_at: ada.enteredAt.toISOString() },
        ...{ first_name: 'Ada', last_name: 'Byron', birthdate: '1990-12-10' },
        ...{ selected: false, confirmed: false, forfeited: false, exclusion: null },
      },
      expect.objectContaining({ id: zoe.id, first_name: 'Zoe' }),
    ],
    total: 2,
  });
  const ids = async (query: string): Promise<number[]> => {
    const { status, body } = await lee.get(await entries(contest, query));
    expect(status).toBe(200);
    return (body as { data: { id: number }[] }).data.map(({ id }) => id);
  };
  expect(await ids('?sort=last_name')).toEqual([zoe.id, ada.id]);
  expect(await ids('?sort=-id&per_page=1')).toEqual([zoe.id]);
  expect(await ids('?sort=-id&per_page=1&page=2')).toEqual([ada.id]);
  expect(await ids('?q=ada%20by')).toEqual([ada.id]);
  expect(await ids(`?ids=${zoe.id}`)).toEqual([zoe.id]);
  for (const query of ['?sort=birthdate', '?excluded=perhaps', '?name=Ada']) {
    expect((await lee.get(await entries(contest, query))).status).toBe(400);
  }
});

it('masks the names for viewers, who can neither search nor sort by them', async () => {
  const viewer = await staffOf(t, 'viewer');
  const { contest, ada, zoe } = await entered();
  await t.given.contestExclusion({ entryId: ada.id });
  const { status, body } = await viewer.get(await entries(contest));
  expect(status).toBe(200);
  const { data } = body as { data: object[] };
  expect(data).toMatchObject([
    { id: ada.id, first_name: 'A.', last_name: 'B.' },
    { id: zoe.id, first_name: 'Z.', last_name: 'A.' },
  ]);
  for (const entry of data) expect(entry).not.toHaveProperty('birthdate');
  for (const query of ['?q=Byron', '?sort=last_name', '?sort=-last_name']) {
    expect((await viewer.get(await entries(contest, query))).status).toBe(403);
  }
  const parcels = await staffOf(t, 'fulfilment');
  expect((await parcels.get(await entries(contest))).status).toBe(403);
});

it('excludes an entry with a reason, once, and takes it back', async () => {
  const kim = await staffOf(t, 'manager');
  const { contest, ada, zoe } = await entered();
  const to = await path(`/${contest.id}/exclusions`);
  const exclusion = { entry_id: ada.id, reason: 'Works for the venue' };
  expect(await kim.post(to, exclusion)).toMatchObject({ status: 201, body: exclusion });
  expect((await kim.post(to, exclusion)).status).toBe(409);
  const listed = async (query: string): Promise<unknown> =>
    ((await kim.get(await entries(contest, query))).body as { data: object[] }).data;
  expect(await listed('?excluded=true')).toMatchObject([
    { id: ada.id, exclusion: { reason: exclusion.reason, by: kim.person.name, at: expect.any(String) } },
  ]);
  expect(await listed('?excluded=false')).toMatchObject([{ id: zoe.id, exclusion: null }]);
  expect((await kim.delete(`${to}/${ada.id}`)).status).toBe(204);
  expect((await kim.delete(`${to}/${ada.id}`)).status).toBe(404);
  expect(await listed('?excluded=true')).toEqual([]);
  const rows = await t.db.query(
    `SELECT action, subject_id, customer_id, before, after FROM staff_audits WHERE subject_type = 'contest_entry' ORDER BY id`,
  );
  const subject = { subject_id: ada.id, customer_id: ada.customerId };
  expect(rows).toEqual([
    { action: 'entry.excluded', ...subject, before: null, after: { reason: exclusion.reason } },
    { action: 'entry.included', ...subject, before: { reason: exclusion.reason }, after: null },
  ]);
});

it('shows members no trace of an exclusion', async () => {
  const kim = await staffOf(t, 'manager');
  const { contest, ada } = await entered();
  const before = (await t.api.get(`/contests/${contest.id}`)).text;
  await kim.post(await path(`/${contest.id}/exclusions`), { entry_id: ada.id, reason: 'x' });
  expect((await t.api.get(`/contests/${contest.id}`)).text).toBe(before);
});

it('refuses exclusions without a reason, of other contests and fan clubs, and by role', async () => {
  const kim = await staffOf(t, 'manager');
  const { contest, ada } = await entered();
  const elsewhere = await t.given.entry();
  const { id: fanclubId } = await t.given.anotherFanclub();
  const foreign = await t.given.entry({ contest: await t.given.contest({ fanclubId }) });
  const to = await path(`/${contest.id}/exclusions`);
  for (const [body, pointer] of [
    [{ entry_id: ada.id, reason: '' }, '#/reason'],
    [{ entry_id: ada.id, reason: ' \n' }, '#/reason'],
    [{ entry_id: elsewhere.id, reason: 'x' }, '#/entry_id'],
    [{ entry_id: foreign.id, reason: 'x' }, '#/entry_id'],
    [{ entry_id: 999_999_999, reason: 'x' }, '#/entry_id'],
    [{ entry_id: 1e300, reason: 'x' }, '#/entry_id'],
  ] as const) {
    expect(await kim.post(to, body)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  }
  const theirs = await path(`/${foreign.contestId}/exclusions`);
  expect((await kim.post(theirs, { entry_id: foreign.id, reason: 'x' })).status).toBe(404);
  expect((await kim.get(await path(`/${foreign.contestId}/entries`))).status).toBe(404);
  expect((await kim.delete(`${to}/${foreign.id}`)).status).toBe(404);
  expect(await t.db.query('SELECT id FROM contest_exclusions')).toEqual([]);
});
