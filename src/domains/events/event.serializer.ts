import { Json } from '#libs/envelope';
import { countryName, offsetStamp, zone } from '#libs/format';
import { remembered } from '#libs/snapshot';
import type { Viewer } from '#platform/access';
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

/** What the specification's "Event" begins with. */
interface FactsShape {
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
}

/** GET /events. */
export interface EventListShape {
  events: Json;
  pagination: { current_page: number; total_pages: number };
}

/** Prints a page of events for a viewer. */
export function eventListShape(page: EventPage, viewer: Viewer): EventListShape {
  return {
    events: Json.list(page.events.map(({ event, links }) => eventJson(event, viewer, links))),
    pagination: { current_page: page.currentPage, total_pages: page.totalPages },
  };
}

/** Prints the specification's "Event", with of its links, or of those given, what the viewer may see. */
export function eventJson(event: PublishedEvent, viewer: Viewer, links = event.links): Json {
  const printed = links.map((link) => linkText(asSeenBy(viewer, link), event.timeZone)).join(',');
  return new Json(`${factsText(event)},"links":[${printed}],"contests":${contestsText(event)}}`);
}

/** The JSON of the facts, without its closing brace: more follows. */
const factsText = remembered((event: PublishedEvent) => JSON.stringify(factsShape(event)).slice(0, -1));

const contestsText = remembered(({ contests }: PublishedEvent) =>
  JSON.stringify(contests.map(({ id, name }) => ({ id, name }))),
);

/** A link is printed in the time zone of its one event. */
const linkText = remembered((link: PublishedLink, timeZone: string) =>
  JSON.stringify(linkShape(link, timeZone)),
);

function factsShape(event: PublishedEvent): FactsShape {
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
