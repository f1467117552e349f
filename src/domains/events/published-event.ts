import { endOfLocalDay, localDate, requireInstants } from '#libs/format';
import { readableRows } from '#platform/published';
import type { PublishedPool } from '#domains/presale-codes';
import type { EventRow, LinkRow, PoolRow } from './events.queries';
import type { TicketLink } from './ticket-link.entity';

/** A published link with all its fields; `visibleLink` removes those that a viewer may not see. */
export type PublishedLink = Omit<LinkRow, 'publishStart' | 'publishEnd' | 'pool'> &
  Readonly<Pick<TicketLink, 'publishStart' | 'publishEnd'>> & { readonly pool: PublishedPool | null };

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
  /** Separate from the facts, so that their serializers cannot print codes. */
  readonly links: readonly PublishedLink[];
}

/** @throws RangeError if a time or the time zone of the event is invalid. Ticket links with invalid times are omitted. */
export function publishedEvent({ links, ...row }: EventRow): PublishedEvent {
  const { id, date, start, doorsOpen, createdAt, updatedAt, timeZone } = row;
  requireInstants({ date, start, doorsOpen, createdAt, updatedAt });
  return {
    facts: { ...row, localDate: localDate(date, timeZone), dayEnd: endOfLocalDay(date, timeZone) },
    links: readableRows(links, ({ name }) => `ticket link "${name}" of event ${id}`, publishedLink),
  };
}

function publishedLink(link: LinkRow): PublishedLink {
  const [publishStart, publishEnd] = [link.publishStart, link.publishEnd].map(instant);
  requireInstants({ publishStart, publishEnd });
  return { ...link, publishStart, publishEnd, pool: link.pool && publishedPool(link.pool) };
}

function publishedPool({ opensAt, closesAt, ...pool }: PoolRow): PublishedPool {
  const window = { opensAt: new Date(opensAt), closesAt: instant(closesAt) };
  requireInstants(window);
  return { ...pool, ...window };
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
