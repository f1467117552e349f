import { type RowOf, statement, types } from '#platform/database';
import { PLAN_IDS_SQL, type PublishedPool } from '#domains/presale-codes';
import type { TicketLink } from './ticket-link.entity';

/** A ticketing link inside an {@link EventRow}. Its instants are ISO 8601 texts, because they arrive as JSON. */
export interface LinkRow extends Readonly<
  Pick<TicketLink, 'id' | 'name' | 'exclusive' | 'url' | 'host' | 'codeInstructions' | 'affiliateId'>
> {
  readonly status: Exclude<TicketLink['status'], 'Hide'>;
  readonly codes: readonly string[];
  readonly publishStart: string | null;
  readonly publishEnd: string | null;
  /** Plans whose subscribers are entitled; empty: all plans with exclusive access. */
  readonly planIds: readonly number[];
  /** The pool whose code each entitled member gets for this link; null: none. */
  readonly pool: PoolRow | null;
}

/** A pool inside a {@link LinkRow}. */
export type PoolRow = Pick<PublishedPool, 'id' | 'mode' | 'planIds'> & {
  readonly opensAt: string;
  readonly closesAt: string | null;
};

/** The venue of an event; null: not given. */
export interface Venue {
  readonly name: string;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalcode: string | null;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly lat: string | null;
  readonly lon: string | null;
}

/**
 * All published events of a fan club by date, with links except hidden ones (contract 6.3), and published contests by start.
 * Nested rows are collected per club and joined once, which is faster than a lookup per event.
 */
export const PUBLISHED_EVENTS = statement('events.published', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    title: types.text,
    date: types.timestamptz,
    start: types.timestamptz,
    doorsOpen: types.timestamptz.orNull,
    /** HTML. */
    description: types.text,
    tags: types.array(types.text),
    /** IANA zone of the venue. */
    timeZone: types.text,
    venue: types.json<Venue>(),
    links: types.json<readonly LinkRow[]>(),
    contests: types.json<readonly { readonly id: number; readonly name: string }[]>(),
    createdAt: types.timestamptz,
    updatedAt: types.timestamptz,
  },
  text: `
    SELECT e.id, e.title, e.date, e.start, e.doors_open AS "doorsOpen", e.description, e.tags, e.time_zone AS "timeZone",
           json_build_object('name', e.venue_name, 'address', e.venue_address, 'city', e.venue_city, 'state', e.venue_state,
             'postalcode', e.venue_postalcode, 'country', e.venue_country, 'lat', e.venue_lat, 'lon', e.venue_lon) AS venue,
           coalesce(l.links, '[]') AS links, coalesce(c.contests, '[]') AS contests,
           e.created_at AS "createdAt", e.updated_at AS "updatedAt"
    FROM events e
    LEFT JOIN (
      SELECT t.event_id,
             json_agg(json_build_object(
               'id', t.id, 'name', t.name, 'status', t.status, 'exclusive', t.exclusive, 'url', t.url, 'host', t.host,
               'codes', t.codes, 'codeInstructions', t.code_instructions, 'affiliateId', t.affiliate_id,
               'publishStart', t.publish_start, 'publishEnd', t.publish_end,
               'planIds', coalesce(p.plan_ids, '{}'), 'pool', pools.pool) ORDER BY t.position, t.id) AS links
      FROM ticket_links t
      LEFT JOIN (
        SELECT ticket_link_id, array_agg(plan_id) AS plan_ids
        FROM ticket_link_plans WHERE fanclub_id = $fanclub GROUP BY ticket_link_id
      ) p ON p.ticket_link_id = t.id
      LEFT JOIN (
        SELECT p.id, json_build_object('id', p.id, 'mode', p.mode, 'opensAt', p.opens_at, 'closesAt', p.closes_at,
                                       'planIds', ${PLAN_IDS_SQL}) AS pool
        FROM presale_pools p WHERE p.fanclub_id = $fanclub
      ) pools ON pools.id = t.presale_pool_id
      WHERE t.fanclub_id = $fanclub AND t.status <> 'Hide'
      GROUP BY t.event_id
    ) l ON l.event_id = e.id
    LEFT JOIN (
      SELECT event_id, json_agg(json_build_object('id', id, 'name', name) ORDER BY starts_at, id) AS contests
      FROM contests WHERE fanclub_id = $fanclub AND published AND event_id IS NOT NULL GROUP BY event_id
    ) c ON c.event_id = e.id
    WHERE e.fanclub_id = $fanclub AND e.published
    ORDER BY e.date, e.start, e.id`,
});

export type EventRow = RowOf<typeof PUBLISHED_EVENTS>;
