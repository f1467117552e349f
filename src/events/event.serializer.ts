import { countryName, offsetStamp, zone } from '#libs/format';
import type { Viewer } from '../access';
import type { EventPage } from './event.rules';
import { asSeenBy } from './link.rules';
import type { PublishedEvent, PublishedLink, Venue } from './published-event';

/** The specification's "Link". */
export interface LinkShape {
  name: string;
  status: string;
  exclusive: boolean;
  url: string;
  host: string;
  codes: readonly string[];
  code_instructions: string | null;
  affiliate_id: number | null;
  publish_start: string | null;
  publish_end: string | null;
}

/** The venue inside the specification's "Event"; null for what the fan club has not told. */
export interface VenueShape {
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  postalcode: string | null;
  country: string;
  country_name: string;
  lat: string | null;
  lon: string | null;
}

/** The specification's "Event". */
export interface EventShape {
  id: number;
  title: string;
  date: string;
  start: string;
  doors_open: string | null;
  description: string;
  tags: readonly string[];
  /** `short` and `offset` as of the event's start (decisions 2.11). */
  timezone: { tz: string; short: string; long: string; offset: string };
  venue: VenueShape;
  links: LinkShape[];
  contests: { id: number; name: string }[];
}

/** GET /events. */
export interface EventListShape {
  events: EventShape[];
  pagination: { current_page: number; total_pages: number };
}

/** Prints a page of events for a viewer. */
export function eventListShape(page: EventPage, viewer: Viewer): EventListShape {
  return {
    events: page.events.map((event) => eventShape(event, viewer)),
    pagination: { current_page: page.currentPage, total_pages: page.totalPages },
  };
}

/** Prints an event, with of its links what the viewer may see. */
export function eventShape(event: PublishedEvent, viewer: Viewer): EventShape {
  const { tz, short, long, offset } = zone(event.timeZone, event.start);
  return {
    id: event.id,
    title: event.title,
    date: offsetStamp(event.date, event.timeZone),
    start: offsetStamp(event.start, event.timeZone),
    doors_open: stampOrNull(event.doorsOpen, event.timeZone),
    description: event.description,
    tags: event.tags,
    timezone: { tz, short, long, offset },
    venue: venueShape(event.venue),
    links: event.links.map((link) => linkShape(asSeenBy(viewer, link), event.timeZone)),
    contests: event.contests.map(({ id, name }) => ({ id, name })),
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

/** Prints a link that {@link asSeenBy} has already fitted to the viewer. */
function linkShape(link: PublishedLink, timeZone: string): LinkShape {
  return {
    name: link.name,
    status: link.status,
    exclusive: link.exclusive,
    url: link.url,
    host: link.host,
    codes: link.codes,
    code_instructions: link.codeInstructions,
    affiliate_id: link.affiliateId,
    publish_start: stampOrNull(link.publishStart, timeZone),
    publish_end: stampOrNull(link.publishEnd, timeZone),
  };
}

function stampOrNull(at: Date | null, timeZone: string): string | null {
  return at === null ? null : offsetStamp(at, timeZone);
}
