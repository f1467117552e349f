import {
  type Club,
  columns,
  fanclubPart,
  fieldsOf,
  format as f,
  type Item,
  itemsOf,
  prefixedColumns,
  prefixedFieldsOf,
  type Row,
  save,
  savePairs,
  type StoredRows,
  type TableRules,
  type Target,
} from '#platform/catalogue';
import { Plan } from '#domains/plans/plan.entity';
import { PresalePool } from '#domains/presale-codes/presale-pool.entity';
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
    id: f.optional(f.id('ticket_links')),
    name: f.label(),
    status: f.optional(f.choice('Show', 'Show On Specific Dates Only', 'Sold Out', 'Hide'), 'Show'),
    exclusive: f.optional(f.flag(), false),
    url: f.url(),
    host: f.optional(f.label()),
    codes: f.optional(f.list(f.label()), []),
    code_instructions: f.orNull(f.text()),
    affiliate: f.orNull(f.ref('an affiliate')),
    presale_pool: f.orNull(f.ref('a presale pool')),
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
  period: { columns: ['publishStart', 'publishEnd'], fields: ['publish_start', 'publish_end'] },
  lists: { codes: 'codes' },
};

const LINK_PLANS = {
  entity: TicketLinkPlan,
  owner: 'ticketLinkId',
  member: 'planId',
  field: 'plans',
} as const;

/** The fields of a link that are its id, or refer to others. */
const NO_COLUMNS = ['id', 'affiliate', 'presale_pool', 'plans'] as const;

const EVENT_FALLBACKS = columns(event.fallbacks);
const LINK_FALLBACKS = {
  ...columns(ticketLink.fallbacks, NO_COLUMNS),
  affiliateId: null,
  presalePoolId: null,
};

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
  refersTo: { plans: Plan, affiliates: Affiliate, presalePools: PresalePool },
  targets: { events: { entity: Event, noun: 'event', shareNames: true, stored: storedEvents } },
  async load(context, club, part) {
    const rows = itemsOf([{ path: club.path, part }], 'events').map(({ path, part }) => ({
      part,
      ...eventRow(club.id, part, path),
    }));
    const events = await save(context, EVENTS, rows);
    const named = events.filter(({ values }) => values.title !== undefined);
    club.targets.events.add(named.map(({ id, values }) => eventTarget(id, values)));
    const links = itemsOf(events, 'links').map((link) => linkRow(club, link));
    await savePairs(context, LINK_PLANS, club.id, await save(context, LINKS, links));
  },
  async export(context, club) {
    const { plans, affiliates, presalePools } = club.targets;
    const rows = await context.rows(Event, club);
    const linksOf = await context.owned(TicketLink, club, 'eventId', rows, { position: 'ASC', id: 'ASC' });
    const links = rows.flatMap(({ id }) => linksOf(id));
    const plansOf = await context.owned(TicketLinkPlan, club, 'ticketLinkId', links, { planId: 'ASC' });
    return {
      events: rows.map((row) => ({
        id: context.id(row.id),
        ...fieldsOf(event.fields, row, ['id', 'venue', 'links']),
        venue: prefixedFieldsOf('venue', venue.fields, row),
        links: linksOf(row.id).map((link) => ({
          id: context.id(link.id),
          ...fieldsOf(ticketLink.fields, link, NO_COLUMNS),
          affiliate: affiliates.refer(link.affiliateId),
          presale_pool: presalePools.refer(link.presalePoolId),
          plans: plansOf(link.id).map(({ planId }) => plans.refer(planId)),
        })),
      })),
    };
  },
});

/** Files refer to an event by its title, or by `title/start` if events share the title. */
function eventTarget(id: number, { title, start }: Partial<Event>): Target {
  return { id, names: [title, start && `${title}/${start.toISOString()}`] };
}

async function storedEvents({ tx }: StoredRows, fanclubId: number): Promise<Target[]> {
  const select = { id: true, title: true, start: true };
  const rows = await tx.find(Event, { select, where: { fanclubId } });
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
      // Not a fallback: an absent date means the date of the start, also for an existing event.
      date: part.date ?? part.start,
    },
    fallbacks: EVENT_FALLBACKS,
  };
}

function linkRow(
  { id: fanclubId, targets }: Club<'plans' | 'affiliates' | 'presalePools'>,
  { path, part, owner: event, position }: Item<f.Read<typeof ticketLink>, { readonly id: number }>,
): Row<TicketLink> & { members: number[] | undefined } {
  return {
    path,
    id: part.id,
    members: part.plans && targets.plans.resolveAll(part.plans, `${path}.plans`),
    values: {
      fanclubId,
      eventId: event.id,
      ...columns(part, NO_COLUMNS),
      host: part.host ?? (part.url && new URL(part.url).hostname),
      affiliateId: targets.affiliates.resolve(part.affiliate, `${path}.affiliate`),
      presalePoolId: targets.presalePools.resolve(part.presale_pool, `${path}.presale_pool`),
      position,
    },
    fallbacks: LINK_FALLBACKS,
  };
}
