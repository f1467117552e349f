import { daysFrom, hoursFrom, sequentially, makersOf, type Samples } from '#samples';
import type { ForPlans } from '#domains/plans/plans.samples';
import type { PresalePool } from '#domains/presale-codes/presale-pool.entity';
import type { Affiliate } from '#domains/subscriptions/affiliate.entity';
import { Event } from './event.entity';
import { TicketLinkPlan } from './ticket-link-plan.entity';
import { TicketLink } from './ticket-link.entity';

interface TicketLinkInput extends Partial<TicketLink>, ForPlans {
  event?: Event;
  affiliate?: Affiliate;
  pool?: PresalePool;
}

const makers = makersOf({
  /** A published event in Los Angeles in 30 days. */
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

  /** A link that is shown until the end of the event's day. `plans` restricts who is entitled to an exclusive link. */
  async ticketLink({
    event,
    affiliate,
    pool,
    plans = [],
    ...overrides
  }: TicketLinkInput = {}): Promise<TicketLink> {
    const fanclubId = await this.clubOf(event, affiliate, pool, plans[0]);
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
      presalePoolId: pool?.id ?? null,
      publishStart: null,
      publishEnd: null,
      position: n,
      ...overrides,
    });
    const link = { ticketLinkId: row.id, fanclubId };
    await sequentially(plans, ({ id }) => this.save(TicketLinkPlan, { ...link, planId: id }));
    return row;
  },
});

declare module '#samples' {
  interface Given extends EventMakers {}
  interface ClubRows {
    readonly event: Event;
    readonly presaleLink: TicketLink;
    readonly unpublishedEvent: Event;
  }
}
type EventMakers = typeof makers;

/** What staff send to add an event. */
const newEvent = (n: number, plan: number, pool: number) => ({
  title: `Oslo ${n}`,
  start: '2026-09-01T19:00:00+02:00',
  time_zone: 'Europe/Oslo',
  venue: { name: 'Rockefeller', city: 'Oslo', country: 'NO' },
  links: [
    {
      name: 'Presale',
      url: `https://tickets.example/${n}`,
      exclusive: true,
      plans: [plan],
      presale_pool: pool,
    },
  ],
});

export const samples: Samples = {
  makers,
  examples: { ticketLink: async (given) => given.ticketLink({ plans: [await given.plan()] }) },
  limitedColumns: ['Event.timeZone', 'Event.venueCountry', 'TicketLink.status'],
  after: ['presale-codes', 'subscriptions'],
  async club({ given, club, of, textFor }) {
    await of('everybody');
    const event = await given.event();
    await given.ticketLink({ event });
    await of('entitled');
    // All visitors see the name and the host of the link.
    const shown = textFor('everybody');
    const { affiliate, gold, presalePool: pool } = club;
    const names = { name: shown, host: shown };
    const presaleLink = await given.ticketLink({
      ...{ event, affiliate, pool, exclusive: true, plans: [gold] },
      ...names,
    });
    await of('nobody');
    return { event, presaleLink, unpublishedEvent: await given.event({ published: false }) };
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
  staff: {
    'GET /fanclubs/:fanclubId/events': { permission: 'events.read' },
    'GET /fanclubs/:fanclubId/events/:id': {
      permission: 'events.read',
      request: ({ club }) => ({ params: { id: club.event.id } }),
    },
    'POST /fanclubs/:fanclubId/events': {
      permission: 'events.write',
      audits: 'event',
      ids: ['links.plans', 'links.presale_pool'],
      request: ({ club, n }) => ({ body: newEvent(n, club.gold.id, club.presalePool.id) }),
    },
    'PATCH /fanclubs/:fanclubId/events/:id': {
      permission: 'events.write',
      audits: 'event',
      ids: ['links.plans', 'links.presale_pool'],
      request: ({ club, n }) => {
        const { title, links } = newEvent(n, club.gold.id, club.presalePool.id);
        return { params: { id: club.event.id }, ifMatch: true, body: { title, links } };
      },
    },
    'POST /fanclubs/:fanclubId/events/:id/copies': {
      permission: 'events.write',
      audits: 'event',
      request: ({ club, now }) => ({
        params: { id: club.event.id },
        body: { starts: [daysFrom(now, 40).toISOString(), daysFrom(now, 41).toISOString()] },
      }),
    },
    'GET /fanclubs/:fanclubId/pools/:id/links': {
      permission: 'presale_codes.read',
      request: ({ club }) => ({ params: { id: club.presalePool.id } }),
    },
    'PUT /fanclubs/:fanclubId/pools/:id/links': {
      permission: 'presale_codes.write',
      audits: 'presale_pool',
      ids: ['links'],
      async request({ club, given }) {
        const { id } = await given.ticketLink({ event: club.event });
        return { params: { id: club.presalePool.id }, body: { links: [id] } };
      },
    },
    'GET /fanclubs/:fanclubId/venues': { permission: 'events.read' },
    'GET /fanclubs/:fanclubId/events.csv': { permission: 'events.read' },
    'POST /fanclubs/:fanclubId/events/import': {
      permission: 'events.write',
      audits: 'event',
      ids: ['id'],
      request: ({ club, n }) => ({ csv: `id,title\n${club.event.id},Bergen ${n}\n` }),
    },
    'GET /fanclubs/:fanclubId/preview/events': {
      permission: 'events.read',
      request: () => ({ query: { as: 'visitor' } }),
    },
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
  filteredById: { 'staff_events.set_pool_links': 'a pool and links that were found' },
  async statements({ given }) {
    const { id: pool } = await given.presalePool();
    const { id: link } = await given.ticketLink();
    return { 'staff_events.set_pool_links': { pool, links: [link] } };
  },
  catalogue: {
    fanclub: {
      events: [
        {
          id: 71,
          title: 'First Night',
          date: '2025-09-01T00:00:00-07:00',
          start: '2025-09-01T19:00:00-07:00',
          doors_open: '2025-09-01T18:00:00-07:00',
          description: '<p>Opening</p>',
          tags: ['tour'],
          time_zone: 'America/Los_Angeles',
          published: true,
          venue: {
            name: 'The Difference Hall',
            address: '1 Main St',
            city: 'Los Angeles',
            state: 'CA',
            postalcode: '90001',
            country: 'US',
            lat: '34.05',
            lon: '-118.24',
          },
          links: [
            {
              name: 'Presale',
              status: 'Show On Specific Dates Only',
              exclusive: true,
              url: 'https://tickets.example/1',
              host: 'tickets.example',
              codes: ['ENGINE'],
              code_instructions: '<p>Type it</p>',
              affiliate: 'Tickets Inc',
              presale_pool: 'First Night presale',
              publish_start: '2025-08-01T00:00:00Z',
              publish_end: '2025-08-31T00:00:00Z',
              plans: ['Gold'],
            },
            { name: 'General sale', url: 'https://tickets.example/2' },
          ],
        },
      ],
    },
  },
};
