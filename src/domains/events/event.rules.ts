import type { Viewer } from '#platform/access';
import { DEFAULT_PAGE_SIZE, type ListEventsQuery } from './dto/list-events.query';
import { asSeenBy, scheduleOf, type VisibleLink } from './link.rules';
import type { EventFacts, PublishedEvent, PublishedLink } from './published-event';

/** An event as a viewer may see it. In a list, `links` holds only those that were asked for. */
export interface VisibleEvent {
  readonly event: EventFacts;
  readonly links: readonly VisibleLink[];
}

/** One page of a list of events. */
export interface EventPage {
  readonly events: readonly VisibleEvent[];
  readonly currentPage: number;
  /** 0 without any event. */
  readonly totalPages: number;
}

/** An event with what the viewer may see of these links, by default of all. */
export function visibleEvent(event: PublishedEvent, viewer: Viewer, links = event.links): VisibleEvent {
  return { event, links: links.map((link) => asSeenBy(viewer, link)) };
}

/** An event is past from the day after its local date, by its own zone; until then it is upcoming (decisions 6.1). */
export const isPast = (event: PublishedEvent, now: Date): boolean => now > event.dayEnd;

/**
 * The page that GET /events answers with, of all published events by date. The parameters that are about links leave
 * events listed and thin out the links inside (decisions 6.2).
 */
export function eventPage(
  published: readonly PublishedEvent[],
  query: ListEventsQuery,
  viewer: Viewer,
  now: Date,
): EventPage {
  const found = published.filter((event) => isAskedFor(event, query, now));
  const ordered = query.order === 'DESC' ? found.toReversed() : found;
  const size = query.limit ?? DEFAULT_PAGE_SIZE;
  const page = query.page ?? 1;
  return {
    events: ordered
      .slice((page - 1) * size, page * size)
      .map((event) => visibleEvent(event, viewer, linksAskedFor(event, query, now))),
    currentPage: found.length === 0 ? 1 : page,
    totalPages: Math.ceil(found.length / size),
  };
}

function isAskedFor(event: PublishedEvent, query: ListEventsQuery, now: Date): boolean {
  const { start_date: first, end_date: last, scope, tags } = query;
  if (first !== undefined && event.localDate < first) return false;
  if (last !== undefined && event.localDate > last) return false;
  if (scope !== undefined && isPast(event, now) !== (scope === 'past')) return false;
  return tags === undefined || tags.some((tag) => event.tags.includes(tag));
}

function linksAskedFor(event: PublishedEvent, query: ListEventsQuery, now: Date): readonly PublishedLink[] {
  if (query.scope === 'past') return [];
  if (query.links === undefined && query.schedule === undefined) return event.links;
  const parts = query.links?.map((part) => part.toLowerCase());
  return event.links.filter((link) => {
    const name = link.name.toLowerCase();
    if (parts && !parts.some((part) => name.includes(part))) return false;
    return isScheduled(link, event.dayEnd, query.schedule, now);
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
