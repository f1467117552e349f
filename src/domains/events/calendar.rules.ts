import type { EventFacts, PublishedEvent } from './published-event';
import { scheduleOf } from './link.rules';

/** An event for calendar programs, which have no session. It has nothing that only members may see. */
export interface CalendarEvent {
  readonly facts: EventFacts;
  /** The first ticket link for everybody that is current now; null without one. */
  readonly ticketUrl: string | null;
}

/** Days for which a past event stays. Calendar programs delete an event that is gone, also from the user's past. */
const DAYS_KEPT = 365;
const DAY = 24 * 60 * 60 * 1000;

/** The upcoming events, and the past ones of a year. */
export function calendarEvents(published: readonly PublishedEvent[], now: Date): CalendarEvent[] {
  const oldest = now.getTime() - DAYS_KEPT * DAY;
  return published
    .filter(({ facts }) => facts.dayEnd.getTime() >= oldest)
    .map((event) => ({ facts: event.facts, ticketUrl: ticketUrlOf(event, now) }));
}

function ticketUrlOf({ facts, links }: PublishedEvent, now: Date): string | null {
  const current = links.find(
    (link) =>
      !link.exclusive && link.status !== 'Sold Out' && scheduleOf(link, facts.dayEnd, now) === 'current',
  );
  return current?.url ?? null;
}
