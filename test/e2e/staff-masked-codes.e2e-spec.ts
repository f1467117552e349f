import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

it('shows codes of ticket links whole to managers and support, and masked to viewers: in lists, records, files and previews', async () => {
  const event = await t.given.event({ title: 'Oslo' });
  await t.given.ticketLink({ eventId: event.id, name: 'Presale', codes: ['GOLD-2026'] });
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
