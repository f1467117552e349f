import { endOfLocalDay, localDate } from '#libs/format';
import type { EventRow, LinkRow } from './events.queries';

/** A ticketing link as stored. `asSeenBy` decides what a viewer may see of it. Hidden links are not published. */
export interface PublishedLink {
  readonly name: string;
  readonly status: LinkRow['status'];
  /** Address, codes, instructions and affiliate are for entitled viewers only. */
  readonly exclusive: boolean;
  readonly url: string;
  readonly host: string;
  readonly codes: readonly string[];
  /** HTML. */
  readonly codeInstructions: string | null;
  readonly affiliateId: number | null;
  /** Null: from the beginning. */
  readonly publishStart: Date | null;
  /** Null: until the event's day is over. */
  readonly publishEnd: Date | null;
  /** Plans whose subscribers are entitled; empty: those of every plan with exclusive access. */
  readonly planIds: readonly number[];
}

/** Where an event takes place; null where the club did not say. */
export interface Venue {
  readonly name: string;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalcode: string | null;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly lat: string | null;
  readonly lon: string | null;
}

/** What everybody may know of an event. */
export interface EventFacts {
  readonly id: number;
  readonly title: string;
  readonly date: Date;
  readonly start: Date;
  readonly doorsOpen: Date | null;
  /** HTML. */
  readonly description: string;
  readonly tags: readonly string[];
  /** IANA zone of the venue. */
  readonly timeZone: string;
  /** The day of `date` at the venue, `YYYY-MM-DD`. */
  readonly localDate: string;
  /** The last instant of that day. */
  readonly dayEnd: Date;
  readonly venue: Venue;
  /** Published contests only, by start. */
  readonly contests: readonly { readonly id: number; readonly name: string }[];
}

/** A published event with everything about it that depends neither on the viewer nor on the time. */
export interface PublishedEvent extends EventFacts {
  readonly links: readonly PublishedLink[];
}

/**
 * The events of rows, but those whose day cannot be told: a mistake in one event must not keep a fan club from being read, which
 * is read whole. Tells of each such event.
 */
export function publishedEvents(
  rows: readonly EventRow[],
  tell: (mistake: string) => void,
): PublishedEvent[] {
  return rows.flatMap((row) => {
    try {
      return [publishedEvent(row)];
    } catch (error) {
      tell(`event ${row.id} is left out: ${(error as Error).message}`);
      return [];
    }
  });
}

/** The event of a row. @throws RangeError, TypeError where its date or its time zone is none */
export function publishedEvent(row: EventRow): PublishedEvent {
  return {
    id: row.id,
    title: row.title,
    date: row.date,
    start: row.start,
    doorsOpen: row.doors_open,
    description: row.description,
    tags: row.tags,
    timeZone: row.time_zone,
    localDate: localDate(row.date, row.time_zone),
    dayEnd: endOfLocalDay(row.date, row.time_zone),
    venue: {
      name: row.venue_name,
      address: row.venue_address,
      city: row.venue_city,
      state: row.venue_state,
      postalcode: row.venue_postalcode,
      country: row.venue_country,
      lat: row.venue_lat,
      lon: row.venue_lon,
    },
    links: row.links.map(publishedLink),
    contests: row.contests,
  };
}

function publishedLink(row: LinkRow): PublishedLink {
  return {
    name: row.name,
    status: row.status,
    exclusive: row.exclusive,
    url: row.url,
    host: row.host,
    codes: row.codes,
    codeInstructions: row.code_instructions,
    affiliateId: row.affiliate_id,
    publishStart: instant(row.publish_start),
    publishEnd: instant(row.publish_end),
    planIds: row.plan_ids,
  };
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
