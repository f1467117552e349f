import { endOfLocalDay, localDate } from '#libs/format';
import type { EventRow, LinkRow } from './events.queries';

/** A ticketing link as stored. `asSeenBy` decides what a viewer may see of it. Hidden links are not published. */
export interface PublishedLink extends Omit<LinkRow, 'publishStart' | 'publishEnd'> {
  /** Null: from the beginning. */
  readonly publishStart: Date | null;
  /** Null: until the end of the event's day. */
  readonly publishEnd: Date | null;
}

/** What everybody may know about an event. */
export interface EventFacts extends Omit<EventRow, 'links'> {
  /** The day of `date` at the venue, `YYYY-MM-DD`. */
  readonly localDate: string;
  /** The last instant of that day. */
  readonly dayEnd: Date;
}

/** A published event with everything about it that depends neither on the viewer nor on the time. */
export interface PublishedEvent extends EventFacts {
  readonly links: readonly PublishedLink[];
}

/**
 * The events of rows, except those whose day cannot be computed: a mistake in one event must not make the whole fan club
 * unreadable. Reports each such event.
 */
export function publishedEvents(
  rows: readonly EventRow[],
  report: (mistake: string) => void,
): PublishedEvent[] {
  return rows.flatMap((row) => {
    try {
      return [publishedEvent(row)];
    } catch (error) {
      report(`event ${row.id} is left out: ${(error as Error).message}`);
      return [];
    }
  });
}

/** The event of a row. @throws RangeError, TypeError if its date or its time zone is invalid */
export function publishedEvent(row: EventRow): PublishedEvent {
  return {
    ...row,
    localDate: localDate(row.date, row.timeZone),
    dayEnd: endOfLocalDay(row.date, row.timeZone),
    links: row.links.map((link) => ({
      ...link,
      publishStart: instant(link.publishStart),
      publishEnd: instant(link.publishEnd),
    })),
  };
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
