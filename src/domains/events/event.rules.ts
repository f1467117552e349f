import type { Viewer } from '#platform/access';
import { DEFAULT_PAGE_SIZE, type ListEventsQuery } from './dto/list-events.query';
import { type PresaleReader, scheduleOf, type VisibleLink, visibleLink } from './link.rules';
import type { EventFacts, PublishedEvent, PublishedLink } from './published-event';

/** An event with the links that the query selects, as the viewer may see them. */
export interface VisibleEvent {
  readonly event: EventFacts;
  readonly links: readonly VisibleLink[];
}

/** One page of a list of events. */
export interface EventPage {
  readonly events: readonly VisibleEvent[];
  readonly currentPage: number;
  /** 0 if no event matches. */
  readonly totalPages: number;
}

export function visibleEvent(
  event: PublishedEvent,
  viewer: Viewer,
  presale: PresaleReader,
  links = event.links,
): VisibleEvent {
  return { event: event.facts, links: links.map((link) => visibleLink(link, viewer, presale)) };
}

/** An event is upcoming until the end of its local day, then past (contract 6.1). */
export const isPast = ({ facts }: PublishedEvent, now: Date): boolean => now > facts.dayEnd;

/** The page of GET /events. Parameters about links select links, not events (contract 6.2). */
export function eventPage(
  published: readonly PublishedEvent[],
  query: ListEventsQuery,
  viewer: Viewer,
  presale: PresaleReader,
): EventPage {
  const { now } = presale;
  const found = published.filter((event) => matchesQuery(event, query, now));
  const ordered = query.order === 'DESC' ? found.toReversed() : found;
  const size = query.limit ?? DEFAULT_PAGE_SIZE;
  const page = query.page ?? 1;
  return {
    events: ordered
      .slice((page - 1) * size, page * size)
      .map((event) => visibleEvent(event, viewer, presale, selectLinks(event, query, now))),
    currentPage: found.length === 0 ? 1 : page,
    totalPages: Math.ceil(found.length / size),
  };
}

function matchesQuery(event: PublishedEvent, query: ListEventsQuery, now: Date): boolean {
  const { start_date: first, end_date: last, scope, tags } = query;
  const { localDate, tags: own } = event.facts;
  if (first !== undefined && localDate < first) return false;
  if (last !== undefined && localDate > last) return false;
  if (scope !== undefined && isPast(event, now) !== (scope === 'past')) return false;
  return tags === undefined || tags.some((tag) => own.includes(tag));
}

function selectLinks(event: PublishedEvent, query: ListEventsQuery, now: Date): readonly PublishedLink[] {
  if (query.scope === 'past') return [];
  if (query.links === undefined && query.schedule === undefined) return event.links;
  const parts = query.links?.map((part) => part.toLowerCase());
  return event.links.filter((link) => {
    const name = link.name.toLowerCase();
    if (parts && !parts.some((part) => name.includes(part))) return false;
    return isScheduled(link, event.facts.dayEnd, query.schedule, now);
  });
}

function isScheduled(
  link: PublishedLink,
  dayEnd: Date,
  wanted: ListEventsQuery['schedule'],
  now: Date,
): boolean {
  if (wanted === undefined) return true;
  const schedule = scheduleOf(link, dayEnd, now);
  return wanted === 'active' ? schedule !== 'past' : schedule === wanted;
}
