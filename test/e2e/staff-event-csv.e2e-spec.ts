import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

/** An event with three links, on its second day. */
async function madeEvent() {
  const kim = await staffOf(t, 'manager');
  const { body } = await kim.post(await path('events'), {
    title: 'Gig',
    date: '2026-06-14T20:00:00Z',
    start: '2026-06-15T20:00:00Z',
    time_zone: 'Europe/Oslo',
    venue: { name: 'Hall', country: 'NO' },
    links: ['A', 'B', 'C'].map((name) => ({ name, url: `https://${name.toLowerCase()}.example` })),
  });
  const { id } = body as { id: number };
  const upload = async (...lines: string[]) =>
    kim.send('POST', await path('events/import'), lines.join('\n'), { 'content-type': 'text/csv' });
  const event = async () => (await kim.get(await path(`events/${id}`))).body;
  const links = async () =>
    ((await event()).links as { name: string; url: string }[]).map(({ name }) => name);
  return { id, upload, event, links };
}

it('moves the date with the start, unless the file gives it', async () => {
  const { id, upload, event } = await madeEvent();
  expect((await upload('id,start', `${id},2026-09-02T20:00:00Z`)).body).toMatchObject({ changed: 1 });
  expect(await event()).toMatchObject({
    date: '2026-09-01T20:00:00.000Z',
    start: '2026-09-02T20:00:00.000Z',
  });
  await upload('id,start,date', `${id},2026-10-02T20:00:00Z,2026-10-02T08:00:00Z`);
  expect(await event()).toMatchObject({ date: '2026-10-02T08:00:00.000Z' });
});

it('finds an event by its title and start in any form, and keeps its date', async () => {
  const { upload, event } = await madeEvent();
  for (const start of ['2026-06-15T22:00:00+02:00', '2026-06-15T20:00:00Z']) {
    const { body } = await upload('title,start,description', `Gig,${start},From ${start}`);
    expect([start, body]).toMatchObject([start, { new: 0, changed: 1, faults: [] }]);
    expect(await event()).toMatchObject({ date: '2026-06-14T20:00:00.000Z', description: `From ${start}` });
  }
});

it('keeps the places of links, unless it has all of them', async () => {
  const { id, upload, event, links } = await madeEvent();
  const head = 'id,link_name,link_url';
  await upload(head, `${id},C,https://cc.example`, `${id},D,https://d.example`);
  expect(await links()).toEqual(['A', 'B', 'C', 'D']);
  expect((await event()).links[2].url).toBe('https://cc.example');
  const wrong = await upload(head, `${id},D,https://d.example`, `${id},B,nowhere`);
  expect(wrong.body.faults).toMatchObject([{ line: 3, column: 'link_url' }]);
  await upload(head, ...['D', 'C', 'B', 'A'].map((name) => `${id},${name},https://x.example`));
  expect(await links()).toEqual(['D', 'C', 'B', 'A']);
});
