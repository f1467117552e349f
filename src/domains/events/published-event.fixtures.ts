import { nullsOf } from '#platform/database/row.fixtures';
import type { OwnCodes } from '#domains/presale-codes';
import type { PresaleReader } from './link.rules';
import { PUBLISHED_EVENTS } from './events.queries';
import { type PublishedEvent, publishedEvent, type PublishedLink } from './published-event';

/** A link for all visitors, for tests of pure code. */
export function publishedLink(overrides: Partial<PublishedLink> = {}): PublishedLink {
  return {
    id: 1,
    name: 'Tickets',
    status: 'Show',
    exclusive: false,
    url: 'https://tickets.example/1',
    host: 'tickets.example',
    codes: [],
    codeInstructions: null,
    affiliateId: null,
    publishStart: null,
    publishEnd: null,
    planIds: [],
    pool: null,
    ...overrides,
  };
}

/** How links print pools for a viewer with these codes. */
export const presaleReader = (now = new Date(), codes: OwnCodes = new Map()): PresaleReader => ({
  codes,
  now,
  claimPage: (link) => `https://service.example/links/${link}/code`,
});

/** A published event in Los Angeles, by default at 19:00 local time on July 15, 2026. */
export function eventOn(
  date: string | Date = '2026-07-16T02:00:00Z',
  {
    timeZone = 'America/Los_Angeles',
    links = [],
    ...overrides
  }: Partial<PublishedEvent['facts'] & Pick<PublishedEvent, 'links'>> = {},
): PublishedEvent {
  const at = new Date(date);
  const { facts } = publishedEvent({
    ...nullsOf(PUBLISHED_EVENTS),
    id: 1,
    title: 'Summer night',
    date: at,
    start: at,
    description: '<p>Bring a lantern.</p>',
    tags: [],
    timeZone,
    venue: {
      name: 'The Wharf',
      address: '1 Pier Road',
      city: 'Los Angeles',
      state: 'CA',
      postalcode: '90001',
      country: 'US',
      lat: '34.0522',
      lon: '-118.2437',
    },
    links: [],
    contests: [],
    createdAt: new Date('2026-01-10T12:00:00Z'),
    updatedAt: new Date('2026-01-10T12:00:00Z'),
  });
  return { facts: { ...facts, ...overrides }, links };
}
