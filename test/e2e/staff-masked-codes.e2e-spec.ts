import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

it('shows codes of ticket links whole to managers and support, and masked to viewers: in lists, records, files and previews', async () => {
  const event = await t.given.event({ title: 'Oslo' });
  await t.given.ticketLink({ eventId: event.id, name: 'Presale', codes: ['GOLD-2026'] });
  const url = 'https://tickets.example/?code=GOLD-2026';
  await t.given.ticketLink({
    ...{ eventId: event.id, name: 'Hint', codes: ['GOLD-2026'], url, codeInstructions: '<p>GOLD-2026</p>' },
  });
  const club = `/fanclubs/${event.fanclubId}`;
  const paths = ['events', `events/${event.id}`, 'events.csv', 'preview/events?as=visitor'];
  for (const role of ['manager', 'support', 'viewer'] as const) {
    const person = await staffOf(t, role);
    for (const path of paths) {
      const shown = await person.text(`${club}/${path}`);
      const isWhole = shown.includes('GOLD-2026');
      expect([role, path, shown.includes('GO'), isWhole]).toEqual([role, path, true, role !== 'viewer']);
    }
  }
});

it('answers the changes of managers with whole codes, and with the version that the next change names', async () => {
  const kim = await staffOf(t, 'manager');
  const events = `/fanclubs/${(await t.given.tenant!).id}/events`;
  const links = [{ name: 'Presale', url: 'https://tickets.example/oslo', codes: ['GOLD-2026'] }];
  const start = { start: '2026-09-01T19:00:00+02:00', time_zone: 'Europe/Oslo' };
  const venue = { name: 'Rockefeller', city: 'Oslo', country: 'NO' };
  const made = await kim.post(events, { title: 'Oslo', ...start, venue, links });
  const one = `${events}/${String(made.body.id)}`;
  const first = await kim.patch(one, { title: 'Bergen' }, String(made.headers.etag));
  const second = await kim.patch(one, { title: 'Paris' }, String(first.headers.etag));
  for (const answer of [made, first, second, await kim.get(one)])
    expect(answer.body).toMatchObject({ links: [{ codes: ['GOLD-2026'] }] });
  expect([made.status, first.status, second.status]).toEqual([201, 200, 200]);
});
