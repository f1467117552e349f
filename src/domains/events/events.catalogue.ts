import {
  type Club,
  columns,
  fanclubPart,
  format as f,
  type Loading,
  match,
  type MemberAt,
  prefixedColumns,
  reportReversed,
  type Row,
  save,
  savePairs,
  type TableRules,
  type Target,
  write,
} from '#platform/catalogue';
import { Plan } from '#domains/plans/plan.entity';
import { Affiliate } from '#domains/subscriptions/affiliate.entity';
import { Event } from './event.entity';
import { TicketLinkPlan } from './ticket-link-plan.entity';
import { TicketLink } from './ticket-link.entity';

const venue = f.object('Venue', {
  name: f.label(),
  address: f.orNull(f.text()),
  city: f.orNull(f.text()),
  state: f.orNull(f.text()),
  postalcode: f.orNull(f.text()),
  country: f.country(),
  lat: f.orNull(f.text()),
  lon: f.orNull(f.text()),
});

const ticketLink = f.object(
  'TicketLink',
  {
    name: f.label(),
    status: f.optional(f.choice('Show', 'Show On Specific Dates Only', 'Sold Out', 'Hide'), 'Show'),
    exclusive: f.optional(f.flag(), false),
    url: f.url(),
    host: f.optional(f.label()),
    codes: f.optional(f.list(f.label()), []),
    code_instructions: f.orNull(f.text()),
    affiliate: f.orNull(f.ref('an affiliate')),
    publish_start: f.orNull(f.instant()),
    publish_end: f.orNull(f.instant()),
    plans: f.optional(f.setOf(f.ref('a plan')), []),
  },
  ({ publish_start, publish_end }, report) => {
    if (publish_start && publish_end && publish_end < publish_start) {
      report('publish_end', 'must not be before publish_start');
    }
  },
);

const event = f.object('Event', {
  id: f.optional(f.id('events')),
  title: f.label(),
  date: f.optional(f.instant()),
  start: f.instant(),
  doors_open: f.orNull(f.instant()),
  description: f.optional(f.text(), ''),
  tags: f.optional(f.list(f.label()), []),
  time_zone: f.timeZone(),
  published: f.optional(f.flag(), true),
  venue,
  links: f.optional(f.keyed(ticketLink, 'name')),
});

const EVENTS: TableRules<Event> = {
  entity: Event,
  tenant: 'fanclubId',
  key: ['fanclubId', 'title', 'start'],
  named: { noun: 'title and start', field: 'title' },
  lists: { tags: 'tags' },
};

const LINKS: TableRules<TicketLink> = {
  entity: TicketLink,
  tenant: 'fanclubId',
  owner: { column: 'eventId', noun: 'event' },
  key: ['eventId', 'name'],
  named: { noun: 'name', field: 'name' },
  peek: ['publishStart', 'publishEnd'],
  lists: { codes: 'codes' },
};

const LINK_PLANS = {
  entity: TicketLinkPlan,
  owner: 'ticketLinkId',
  member: 'planId',
  field: 'plans',
} as const;

const EVENT_FALLBACKS = columns(event.fallbacks);
const LINK_FALLBACKS = { ...columns(ticketLink.fallbacks, ['affiliate', 'plans']), affiliateId: null };

/** The events of a fan club with their ticketing links. */
export const eventsInCatalogue = fanclubPart({
  fields: {
    events: f.optional(
      f.list(event, {
        distinct: ({ title, start }) => (title && start ? `${start.getTime()} ${title}` : undefined),
        at: 'title',
      }),
    ),
  },
  refersTo: { plans: Plan, affiliates: Affiliate },
  targets: { events: { entity: Event, noun: 'event', shareNames: true, stored: storedEvents } },
  async load(loading, club, { events = [] }) {
    const rows = events.map((part, n) => ({
      ...eventRow(club.id, part, `${club.path}.events[${n}]`),
      links: part.links ?? [],
    }));
    const saved = await save(loading, EVENTS, rows);
    const named = saved.filter(({ values }) => values.title !== undefined);
    club.targets.events.add(named.map(({ id, values }) => eventTarget(id, values)));
    const links = saved.flatMap(({ id, path, links }) =>
      links.map((part, position) =>
        linkRow(club, id, { part, path: `${path}.links[${position}]` }, position),
      ),
    );
    const savedLinks = await match(loading, LINKS, links);
    reportReversed(loading, savedLinks, ['publishStart', 'publishEnd'], {
      field: 'publish_end',
      message: 'must not be before publish_start',
    });
    await write(loading, LINKS, savedLinks);
    const lists = savedLinks.flatMap(({ id, path, members }) =>
      members ? [{ owner: id, path, members }] : [],
    );
    await savePairs(loading, LINK_PLANS, club.id, lists);
  },
});

/** An event is referred to by its title, or by title and start where several events share the title. */
function eventTarget(id: number, { title, start }: Partial<Event>): Target {
  return { id, names: [title, start && `${title}/${start.toISOString()}`] };
}

async function storedEvents(loading: Loading, fanclubId: number): Promise<Target[]> {
  const rows = await loading.rows<Pick<Event, 'id' | 'title' | 'start'>>(
    'SELECT id, title, start FROM events WHERE fanclub_id = $1',
    [fanclubId],
  );
  return rows.map((row) => eventTarget(row.id, row));
}

function eventRow(fanclubId: number, part: f.Read<typeof event>, path: string): Row<Event> {
  return {
    path,
    id: part.id,
    values: {
      fanclubId,
      ...columns(part, ['id', 'venue', 'links']),
      ...prefixedColumns('venue', part.venue),
      // Not a fallback: a file without a date says that the date is that of the start.
      date: part.date ?? part.start,
    },
    fallbacks: EVENT_FALLBACKS,
  };
}

function linkRow(
  { id: fanclubId, targets }: Club<'plans' | 'affiliates'>,
  eventId: number,
  { part, path }: MemberAt<f.Read<typeof ticketLink>>,
  position: number,
): Row<TicketLink> & { members: number[] | undefined } {
  return {
    path,
    members: part.plans && targets.plans.resolveAll(part.plans, `${path}.plans`),
    values: {
      fanclubId,
      eventId,
      ...columns(part, ['affiliate', 'plans']),
      host: part.host ?? (part.url && new URL(part.url).hostname),
      affiliateId: targets.affiliates.resolve(part.affiliate, `${path}.affiliate`),
      position,
    },
    fallbacks: LINK_FALLBACKS,
  };
}
