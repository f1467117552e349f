import { Event } from '#domains/events/event.entity';
import { TicketLinkPlan } from '#domains/events/ticket-link-plan.entity';
import { TicketLink } from '#domains/events/ticket-link.entity';
import {
  event as eventFormat,
  type EventPart,
  ticketLink as linkFormat,
  type TicketLinkPart,
} from '../format/event.format';
import type { FanclubParts } from './fanclub-parts';
import type { Loading } from './loading';
import { savePairs } from './pairs';
import { planIds } from './publications';
import { match, reportReversed, type Row } from './rows';
import type { TableRules } from './table';
import { save, write } from './write';

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

/** Loads the events with their ticketing links. */
export async function loadEvents(
  loading: Loading,
  parts: FanclubParts,
  events: readonly EventPart[] = [],
): Promise<void> {
  const rows = events.map((part, n) => ({
    ...eventRow(parts, part, `${parts.path}.events[${n}]`),
    links: part.links ?? [],
  }));
  const saved = await save(loading, EVENTS, rows);
  for (const { id, values } of saved) {
    if (values.title !== undefined) parts.addEvent(id, values.title, values.start);
  }
  const links = saved.flatMap(({ id, path, links }) =>
    links.map((part, position) => linkRow(loading, parts, id, part, position, `${path}.links[${position}]`)),
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
  await savePairs(loading, LINK_PLANS, parts.id, lists);
}

function eventRow(parts: FanclubParts, part: EventPart, path: string): Row<Event> {
  const { venue } = part;
  const { description, tags, published } = eventFormat.fallbacks;
  return {
    path,
    id: part.id,
    values: {
      fanclubId: parts.id,
      title: part.title,
      // Not a fallback: where the file gives no date of its own, it says that the date is that of the start.
      date: part.date ?? part.start,
      start: part.start,
      doorsOpen: part.doors_open,
      description: part.description,
      tags: part.tags,
      timeZone: part.time_zone,
      published: part.published,
      venueName: venue.name,
      venueAddress: venue.address,
      venueCity: venue.city,
      venueState: venue.state,
      venuePostalcode: venue.postalcode,
      venueCountry: venue.country,
      venueLat: venue.lat,
      venueLon: venue.lon,
    },
    fallbacks: { doorsOpen: null, description, tags, published },
  };
}

function linkRow(
  loading: Loading,
  parts: FanclubParts,
  eventId: number,
  part: TicketLinkPart,
  position: number,
  path: string,
): Row<TicketLink> & { members: number[] | undefined } {
  const { status, exclusive, codes } = linkFormat.fallbacks;
  return {
    path,
    members: part.plans && planIds(loading, parts, part.plans, `${path}.plans`),
    values: {
      fanclubId: parts.id,
      eventId,
      name: part.name,
      status: part.status,
      exclusive: part.exclusive,
      url: part.url,
      host: part.host ?? (part.url && new URL(part.url).hostname),
      codes: part.codes,
      codeInstructions: part.code_instructions,
      affiliateId: parts.affiliates.resolve(part.affiliate, `${path}.affiliate`, loading.faults),
      publishStart: part.publish_start,
      publishEnd: part.publish_end,
      position,
    },
    fallbacks: {
      status,
      exclusive,
      codes,
      codeInstructions: null,
      affiliateId: null,
      publishStart: null,
      publishEnd: null,
    },
  };
}
