import type { Event, TicketLink } from '../../src/domains/events';
import type { Affiliate } from '../../src/domains/subscriptions';
import type { New, Seed } from './seed';

export interface TicketLinkInput extends Partial<TicketLink> {
  event: Event;
  affiliate?: Affiliate;
}

/** A link that is shown to everybody until the end of the event's day. */
export function ticketLinkFactory(
  { n }: Seed,
  { event, affiliate, ...overrides }: TicketLinkInput,
): New<TicketLink> {
  return {
    fanclubId: event.fanclubId,
    eventId: event.id,
    name: `Tickets ${n}`,
    status: 'Show',
    exclusive: false,
    url: `https://tickets.example.test/${n}`,
    host: 'tickets.example.test',
    codes: [],
    codeInstructions: null,
    affiliateId: affiliate?.id ?? null,
    publishStart: null,
    publishEnd: null,
    position: n,
    ...overrides,
  };
}
