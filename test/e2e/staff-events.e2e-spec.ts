import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const NEW_EVENT = {
  title: 'Oslo, Rockefeller',
  start: '2026-09-01T19:00:00+02:00',
  time_zone: 'Europe/Oslo',
  description: '<p>Doors <b>18:00</b></p><script>alert(1)</script>',
  venue: { name: 'Rockefeller', city: 'Oslo', country: 'NO' },
  links: [{ name: 'Presale', url: 'https://tickets.example/oslo', exclusive: true, codes: ['GOLD'] }],
};

const path = async (rest = ''): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/events${rest}`;

it('lets staff add an event, which visitors see at once without its codes', async () => {
  const kim = await staffOf(t, 'manager');
  const made = await kim.post(await path(), NEW_EVENT);
  expect(made).toMatchObject({ status: 201, body: { title: 'Oslo, Rockefeller' } });
  const { id } = made.body as { id: number };
  expect(made.headers.location).toBe(`/staff/api${await path(`/${id}`)}`);

  const { body } = await t.api.get('/events');
  expect(body.events).toMatchObject([
    { id, title: 'Oslo, Rockefeller', description: '<p>Doors <b>18:00</b></p>', links: [{ codes: [] }] },
  ]);
});

it('lets one of two editors change an event, and tells the other', async () => {
  const [kim, lee] = [await staffOf(t), await staffOf(t, 'manager')];
  const made = await kim.post(await path(), NEW_EVENT);
  const { id } = made.body as { id: number };
  const [first, second] = [await kim.get(await path(`/${id}`)), await lee.get(await path(`/${id}`))];
  expect(first.headers.etag).toBe(second.headers.etag);
  const changed = await kim.patch(await path(`/${id}`), { title: 'Oslo' }, String(first.headers.etag));
  expect(changed).toMatchObject({ status: 200, body: { title: 'Oslo', links: [{ name: 'Presale' }] } });
  const refused = await lee.patch(await path(`/${id}`), { title: 'Bergen' }, String(second.headers.etag));
  expect(refused).toMatchObject({ status: 412, body: { type: '/staff/problems/changed' } });
  const again = await lee.patch(await path(`/${id}`), { title: 'Bergen' }, String(changed.headers.etag));
  expect(again.status).toBe(200);
});

it('moves the date of an event with its start, unless the date is given', async () => {
  const kim = await staffOf(t);
  const { body, headers } = await kim.post(await path(), NEW_EVENT);
  const one = await path(`/${body.id}`);
  const moved = await kim.patch(one, { start: '2026-10-10T20:00:00+02:00' }, String(headers.etag));
  expect(moved.body).toMatchObject({ start: '2026-10-10T18:00:00.000Z', date: '2026-10-10T18:00:00.000Z' });
  const apart = { start: '2026-11-10T20:00:00.000Z', date: '2026-11-09T20:00:00.000Z' };
  expect((await kim.patch(one, apart, String(moved.headers.etag))).body).toMatchObject(apart);
  const { body: later, headers: version } = await kim.get(one);
  expect(later).toMatchObject(apart);
  const both = await kim.patch(one, { start: '2026-11-11T20:00:00Z' }, String(version.etag));
  expect(both.body).toMatchObject({ date: '2026-11-10T20:00:00.000Z' });
  expect((await kim.patch(one, { start: 'x' }, String(both.headers.etag))).status).toBe(422);
});

it('deletes the links that a changed list does not name, and none without a list', async () => {
  const kim = await staffOf(t);
  const [presale, general] = [NEW_EVENT.links[0], { name: 'General', url: 'https://shop.example/oslo' }];
  const made = await kim.post(await path(), { ...NEW_EVENT, links: [presale, general] });
  const { id } = made.body as { id: number };
  const change = async (body: object) => {
    const { headers } = await kim.get(await path(`/${id}`));
    return kim.patch(await path(`/${id}`), body, String(headers.etag));
  };
  expect((await change({ title: 'Oslo' })).body).toMatchObject({
    links: [{ name: 'Presale' }, { name: 'General' }],
  });
  const { links } = (await change({ links: [{ ...general, name: 'At the door' }, presale] })).body as {
    links: { name: string; codes: string[] }[];
  };
  expect(links.map(({ name, codes }) => [name, codes])).toEqual([
    ['At the door', []],
    ['Presale', ['GOLD']],
  ]);
  expect((await change({ links: [] })).body).toMatchObject({ links: [] });
  const { body } = await t.api.get('/events');
  expect(body.events).toMatchObject([{ id, links: [] }]);
});

it('points to the faults of a body', async () => {
  const kim = await staffOf(t);
  const faulty = { ...NEW_EVENT, titel: 'x', start: 'soon', links: [{ name: 'A', url: 'nowhere' }] };
  const { status, body } = await kim.post(await path(), faulty);
  expect(status).toBe(422);
  const { errors } = body as { errors: { pointer: string }[] };
  expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['#/links/0/url', '#/start', '#/titel']);
  expect((await kim.get(await path())).body).toEqual({ data: [], total: 0 });
});

it('lists, searches and sorts events, and refuses what it does not know', async () => {
  const kim = await staffOf(t);
  for (const city of ['Oslo', 'Bergen', 'Paris']) {
    await kim.post(await path(), { ...NEW_EVENT, title: city, links: [] });
  }
  const titles = async (query: string): Promise<unknown> => {
    const { body } = await kim.get(await path(`?${query}`));
    return (body as { data: { title: string }[] }).data.map(({ title }) => title);
  };
  expect(await titles('sort=-title')).toEqual(['Paris', 'Oslo', 'Bergen']);
  expect(await titles('sort=title&per_page=2&page=2')).toEqual(['Paris']);
  expect(await titles('q=berg')).toEqual(['Bergen']);
  expect(await titles('published=false')).toEqual([]);
  for (const query of ['sort=venue', 'per_page=201', 'unknown=1', 'page=0']) {
    expect((await kim.get(await path(`?${query}`))).status).toBe(400);
  }
});

it('is on record with the changed fields', async () => {
  const kim = await staffOf(t);
  const made = await kim.post(await path(), NEW_EVENT);
  const { id } = made.body as { id: number };
  await kim.patch(await path(`/${id}`), { title: 'Oslo' }, String(made.headers.etag));
  const rows = await t.db.query(
    'SELECT action, subject_id, staff_id, before, after FROM staff_audits ORDER BY id',
  );
  expect(rows).toMatchObject([
    { action: 'event.created', subject_id: id, staff_id: kim.person.id, before: null },
    { action: 'event.changed', before: { title: NEW_EVENT.title }, after: { title: 'Oslo' } },
  ]);
  await expect(t.db.query(`UPDATE staff_audits SET action = 'x'`)).rejects.toThrow('cannot be changed');
});
