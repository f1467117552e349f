import { endOfLocalDay, localDate } from '#libs/format';
import type { EventRow, LinkRow } from './events.queries';
import type { TicketLink } from './ticket-link.entity';

/** A published link with all its fields; `visibleLink` removes those that a viewer may not see. */
export type PublishedLink = Omit<LinkRow, 'publishStart' | 'publishEnd'> &
  Readonly<Pick<TicketLink, 'publishStart' | 'publishEnd'>>;

/** The fields of an event that are the same for all viewers. */
export interface EventFacts extends Omit<EventRow, 'links'> {
  /** The day of `date` at the venue, `YYYY-MM-DD`. */
  readonly localDate: string;
  /** The last instant of that day. */
  readonly dayEnd: Date;
}

/** A published event. Nothing in it depends on the viewer or the time. */
export interface PublishedEvent {
  readonly facts: EventFacts;
  /** Apart from the facts, so that no serializer of these can print the codes. */
  readonly links: readonly PublishedLink[];
}

/** Reports and omits events with an invalid date or time zone, so that the fan club's other content stays readable. */
export function publishedEvents(
  rows: readonly EventRow[],
  report: (fault: string) => void,
): PublishedEvent[] {
  return rows.flatMap((row) => {
    try {
      return [publishedEvent(row)];
    } catch (error) {
      report(`event ${row.id} is omitted: ${(error as Error).message}`);
      return [];
    }
  });
}

/** @throws RangeError, TypeError if the date or the time zone is invalid */
export function publishedEvent({ links, ...row }: EventRow): PublishedEvent {
  const localDay = {
    localDate: localDate(row.date, row.timeZone),
    dayEnd: endOfLocalDay(row.date, row.timeZone),
  };
  return {
    facts: { ...row, ...localDay },
    links: links.map((link) => ({
      ...link,
      publishStart: instant(link.publishStart),
      publishEnd: instant(link.publishEnd),
    })),
  };
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
