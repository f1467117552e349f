import { cachedJson, type Json } from '#libs/envelope';
import { countryName, offsetStamp, zone } from '#libs/format';
import type { ContestOfEvent, Event, Pagination, TicketLink, Venue as VenueShape } from './dto/event.answer';
import type { EventPage, VisibleEvent } from './event.rules';
import type { Venue } from './events.queries';
import type { VisibleLink } from './link.rules';
import type { EventFacts } from './published-event';

/** Prints a page of events. */
export function eventListShape(page: EventPage): { events: Json[]; pagination: Pagination } {
  return {
    events: page.events.map(eventJson),
    pagination: { current_page: page.currentPage, total_pages: page.totalPages },
  };
}

/** Prints an event (contract 6.14). The fields that are the same for all viewers come first, from the cache. */
export function eventJson({ event, links }: VisibleEvent): Json {
  const others: { links: Json[]; contests: ContestOfEvent[] } = {
    links: links.map((link) => linkJson(link, event.timeZone)),
    contests: event.contests.map(({ id, name }) => ({ id, name })),
  };
  return factsJson(event).with(others);
}

const factsJson = cachedJson(factsShape);
const linkJson = cachedJson(linkShape);

function factsShape(event: EventFacts): Omit<Event, 'links' | 'contests'> {
  // `short` and `offset` as of the event's start (contract 2.11).
  const { tz, short, long, offset } = zone(event.timeZone, event.start);
  return {
    id: event.id,
    title: event.title,
    date: offsetStamp(event.date, event.timeZone),
    start: offsetStamp(event.start, event.timeZone),
    doors_open: stampOrNull(event.doorsOpen, event.timeZone),
    description: event.description,
    tags: [...event.tags],
    timezone: { tz, short, long, offset },
    venue: venueShape(event.venue),
  };
}

function venueShape(venue: Venue): VenueShape {
  return {
    name: venue.name,
    address: venue.address,
    city: venue.city,
    state: venue.state,
    postalcode: venue.postalcode,
    country: venue.country,
    country_name: countryName(venue.country),
    lat: venue.lat,
    lon: venue.lon,
  };
}

function linkShape(link: VisibleLink, timeZone: string): TicketLink {
  return {
    name: link.name,
    status: link.status,
    exclusive: link.exclusive,
    url: link.url,
    host: link.host,
    codes: [...link.codes],
    code_instructions: link.codeInstructions,
    affiliate_id: link.affiliateId,
    publish_start: stampOrNull(link.publishStart, timeZone),
    publish_end: stampOrNull(link.publishEnd, timeZone),
  };
}

function stampOrNull(at: Date | null, timeZone: string): string | null {
  return at === null ? null : offsetStamp(at, timeZone);
}
