import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const EVENT = {
  title: 'Summer tour',
  start: '2026-09-01T19:00:00Z',
  doors_open: '2026-09-01T18:00:00Z',
  time_zone: 'Europe/Oslo',
  description: '<p>Live &amp; loud</p>',
  tags: ['tour'],
  venue: { name: 'Rockefeller', city: 'Oslo', country: 'NO' },
};

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

type Kim = Awaited<ReturnType<typeof staffOf>>;

async function made(kim: Kim, body: object): Promise<number> {
  const answer = await kim.post(await path('events'), body);
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: number }).id;
}

const eventsNow = async (): Promise<unknown> => (await t.api.get('/events')).body.events;

it('copies an event to the dates of a tour, with its links, as drafts', async () => {
  const kim = await staffOf(t, 'manager');
  const plan = await t.given.plan();
  const affiliate = await t.given.affiliate();
  const link = { name: 'Presale', url: 'https://tickets.example/1', exclusive: true, codes: ['GOLD'] };
  const window = { publish_start: '2026-08-01T10:00:00Z', publish_end: '2026-08-20T10:00:00Z' };
  const id = await made(kim, {
    ...EVENT,
    links: [{ ...link, ...window, plans: [plan.id], affiliate: affiliate.id }],
  });
  const starts = ['2026-09-03T19:00:00Z', '2026-09-10T21:30:00+02:00'];
  const copied = await kim.post(await path(`events/${id}/copies`), { starts });
  expect(copied).toMatchObject({ status: 201, body: { total: 2 } });
  const { start: _, doors_open: __, ...same } = EVENT;
  const kept = { ...link, plans: [plan.id], affiliate: affiliate.id };
  expect((copied.body as { data: object[] }).data).toMatchObject([
    {
      ...same,
      ...{ published: false, start: '2026-09-03T19:00:00.000Z', date: '2026-09-03T19:00:00.000Z' },
      doors_open: '2026-09-03T18:00:00.000Z',
      links: [
        { ...kept, publish_start: '2026-08-03T10:00:00.000Z', publish_end: '2026-08-22T10:00:00.000Z' },
      ],
    },
    {
      ...same,
      ...{ published: false, start: '2026-09-10T19:30:00.000Z', date: '2026-09-10T19:30:00.000Z' },
      doors_open: '2026-09-10T18:30:00.000Z',
      links: [
        { ...kept, publish_start: '2026-08-10T10:30:00.000Z', publish_end: '2026-08-29T10:30:00.000Z' },
      ],
    },
  ]);
  expect(await eventsNow()).toMatchObject([{ id }]);
  const [copy] = (copied.body as { data: { id: number }[] }).data;
  const { headers } = await kim.get(await path(`events/${copy.id}`));
  await kim.patch(await path(`events/${copy.id}`), { published: true }, String(headers.etag));
  expect(await eventsNow()).toMatchObject([{ id }, { id: copy.id, links: [{ codes: [] }] }]);
  const actions = await t.db.query('SELECT action FROM staff_audits ORDER BY id');
  expect(actions.map(({ action }: { action: string }) => action)).toEqual([
    'event.created',
    'event.created',
    'event.created',
    'event.changed',
  ]);
});

it('copies to all dates or to none, and points to the one in the way', async () => {
  const kim = await staffOf(t, 'manager');
  const id = await made(kim, EVENT);
  const copy = async (starts: unknown) => kim.post(await path(`events/${id}/copies`), { starts });
  const good = '2026-09-03T19:00:00Z';
  for (const bad of [
    'soon',
    '2026-09-04',
    '2026-09-04T19:00:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30T19:00:00Z',
  ]) {
    expect(await copy([good, bad])).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/starts/1' }] },
    });
  }
  for (const starts of [[], [1], good, Array(101).fill(good), [good, good], undefined]) {
    expect((await copy(starts)).status).toBe(422);
  }
  expect(await copy([good, EVENT.start])).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/starts/1' }] },
  });
  expect((await kim.get(await path('events'))).body).toMatchObject({ data: [{ id }], total: 1 });
  expect((await kim.post(await path('events/999999/copies'), { starts: [good] })).status).toBe(404);
});

it('offers the venues of former events, the last one first', async () => {
  const kim = await staffOf(t, 'manager');
  const other = { name: 'Paradiso', city: 'Amsterdam', country: 'NL' };
  await made(kim, EVENT);
  await made(kim, { ...EVENT, start: '2026-09-20T19:00:00Z', venue: other, time_zone: 'Europe/Amsterdam' });
  const last = await made(kim, {
    ...EVENT,
    start: '2026-10-01T19:00:00Z',
    venue: { ...EVENT.venue, name: 'ROCKEFELLER', address: 'Torggata 16' },
  });
  await t.given.event({ fanclubId: (await t.given.anotherFanclub()).id });
  const viewer = await staffOf(t, 'viewer');
  const { body } = await viewer.get(await path('venues'));
  expect(body).toMatchObject({
    data: [
      {
        ...{ id: last, name: 'ROCKEFELLER', address: 'Torggata 16', city: 'Oslo', time_zone: 'Europe/Oslo' },
        ...{ events: 2, last_start: '2026-10-01T19:00:00.000Z' },
      },
      { ...other, events: 1 },
    ],
    total: 2,
  });
  const names = async (query: string): Promise<string[]> => {
    const answer = await viewer.get(await path(`venues?${query}`));
    return (answer.body as { data: { name: string }[] }).data.map(({ name }) => name);
  };
  expect(await names('q=amster')).toEqual(['Paradiso']);
  expect(await names('country=NO')).toEqual(['ROCKEFELLER']);
  expect(await names('sort=name')).toEqual(['Paradiso', 'ROCKEFELLER']);
  expect((await viewer.get(await path('venues?sort=lat'))).status).toBe(400);
});
