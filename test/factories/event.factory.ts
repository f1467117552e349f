import type { Event } from '../../src/domains/events';
import { daysFrom, hoursFrom, type New, type Seed } from './seed';

export interface EventInput extends Partial<Event> {
  fanclubId: number;
}

/** A published event in Los Angeles in 30 days' time, at seven in the evening there when it is noon of UTC now. */
export function eventFactory({ n, now }: Seed, overrides: EventInput): New<Event> {
  const start = overrides.start ?? hoursFrom(daysFrom(now, 30), 14);
  return {
    title: `Event ${n}`,
    date: start,
    start,
    doorsOpen: hoursFrom(start, -1),
    description: `<p>Description of event ${n}</p>`,
    tags: [],
    timeZone: 'America/Los_Angeles',
    published: true,
    venueName: `Venue ${n}`,
    venueAddress: `${n} Broadway`,
    venueCity: 'Los Angeles',
    venueState: 'CA',
    venuePostalcode: '90001',
    venueCountry: 'US',
    venueLat: '34.0522',
    venueLon: '-118.2437',
    ...overrides,
  };
}
