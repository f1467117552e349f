import { daysFrom, hoursFrom, inTurn, makersOf, type Samples } from '#samples';
import type { ForPlans } from '#domains/plans/plans.samples';
import type { Affiliate } from '#domains/subscriptions/affiliate.entity';
import { Event } from './event.entity';
import { TicketLinkPlan } from './ticket-link-plan.entity';
import { TicketLink } from './ticket-link.entity';

interface TicketLinkInput extends Partial<TicketLink>, ForPlans {
  event?: Event;
  affiliate?: Affiliate;
}

const makers = makersOf({
  /** A published event in Los Angeles in 30 days' time, at seven in the evening there when it is noon of UTC now. */
  async event(overrides: Partial<Event> = {}): Promise<Event> {
    const { n, now } = this.seed();
    const start = overrides.start ?? hoursFrom(daysFrom(now, 30), 14);
    return this.save(Event, {
      fanclubId: await this.clubOf(overrides),
      title: `Event ${n}`,
      date: start,
      start,
      doorsOpen: hoursFrom(start, -1),
      description: `<p>Description of event ${n}</p>`,
      tags: [],
      timeZone: 'America/Los_Angeles',
      published: true,
      venueName: `Venue ${n}`,
      venueAddress: `${n} Broadway`,
      venueCity: 'Los Angeles',
      venueState: 'CA',
      venuePostalcode: '90001',
      venueCountry: 'US',
      venueLat: '34.0522',
      venueLon: '-118.2437',
      ...overrides,
    });
  },

  /** A link that is shown to everybody until the end of the event's day; `plans` limits who is entitled to an exclusive one. */
  async ticketLink({
    event,
    affiliate,
    plans = [],
    ...overrides
  }: TicketLinkInput = {}): Promise<TicketLink> {
    const fanclubId = await this.clubOf(event, affiliate, plans[0]);
    const { n } = this.seed();
    const row = await this.save(TicketLink, {
      fanclubId,
      eventId: (event ?? (await this.event({ fanclubId }))).id,
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
    });
    const link = { ticketLinkId: row.id, fanclubId };
    await inTurn(plans, ({ id }) => this.save(TicketLinkPlan, { ...link, planId: id }));
    return row;
  },
});

declare module '#samples' {
  interface Given extends EventMakers {}
  interface ClubRows {
    readonly event: Event;
    readonly unpublishedEvent: Event;
  }
}
type EventMakers = typeof makers;

export const samples: Samples = {
  makers,
  examples: { ticketLink: async (given) => given.ticketLink({ plans: [await given.plan()] }) },
  limitedColumns: ['Event.timeZone', 'Event.venueCountry', 'TicketLink.status'],
  after: ['subscriptions'],
  async club({ given, club, of, textFor }) {
    await of('everybody');
    const event = await given.event();
    await given.ticketLink({ event });
    await of('entitled');
    // Everybody sees that there is such a link, and at which host.
    const shown = textFor('everybody');
    const { affiliate, gold } = club;
    await given.ticketLink({ event, affiliate, exclusive: true, plans: [gold], name: shown, host: shown });
    await of('nobody');
    return { event, unpublishedEvent: await given.event({ published: false }) };
  },
  routes: {
    'GET /events': {
      query: {
        start_date: 'date',
        end_date: 'date',
        order: 'text',
        scope: 'text',
        links: 'text',
        schedule: 'text',
        limit: 'number',
        page: 'number',
        tags: 'text',
      },
    },
    'GET /events/:id': { request: ({ event }) => ({ params: { id: event.id } }) },
  },
  positions({ a1, inPath, inQuery, ofClubs, hidden, absentName }) {
    const tags = ofClubs(({ gold }) => gold.tags[0]);
    return [
      inPath('GET /events/:id', 'event', [
        ...ofClubs(({ event }) => event.id),
        hidden('an unpublished', a1.unpublishedEvent.id),
      ]),
      inQuery('GET /events', 'tags', tags, absentName),
      inQuery('GET /events', 'links', tags, absentName),
    ];
  },
};
