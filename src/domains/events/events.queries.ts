import type { Statement } from '#platform/database';
import type { LinkStatus } from './ticket-link.entity';

/** A ticketing link inside an {@link EventRow}; instants are ISO 8601 texts, for they come as JSON. */
export interface LinkRow {
  name: string;
  status: Exclude<LinkStatus, 'Hide'>;
  exclusive: boolean;
  url: string;
  host: string;
  codes: string[];
  code_instructions: string | null;
  affiliate_id: number | null;
  publish_start: string | null;
  publish_end: string | null;
  plan_ids: number[];
}

/** What {@link PUBLISHED_EVENTS} tells about an event. */
export interface EventRow {
  id: number;
  title: string;
  date: Date;
  start: Date;
  doors_open: Date | null;
  description: string;
  tags: string[];
  time_zone: string;
  venue_name: string;
  venue_address: string | null;
  venue_city: string | null;
  venue_state: string | null;
  venue_postalcode: string | null;
  venue_country: string;
  venue_lat: string | null;
  venue_lon: string | null;
  links: LinkRow[];
  contests: { id: number; name: string }[];
}

/**
 * All published events of a fan club by date, with their links but hidden ones (decisions 6.3) and their published contests.
 * $1 fan club. Nested rows are gathered per club and joined once, not looked up event by event.
 */
export const PUBLISHED_EVENTS: Statement = {
  name: 'events.published',
  text: `
    SELECT e.id, e.title, e.date, e.start, e.doors_open, e.description, e.tags, e.time_zone,
           e.venue_name, e.venue_address, e.venue_city, e.venue_state, e.venue_postalcode, e.venue_country,
           e.venue_lat, e.venue_lon,
           coalesce(l.links, '[]') AS links, coalesce(c.contests, '[]') AS contests
    FROM events e
    LEFT JOIN (
      SELECT t.event_id,
             json_agg(json_build_object(
               'name', t.name, 'status', t.status, 'exclusive', t.exclusive, 'url', t.url, 'host', t.host,
               'codes', t.codes, 'code_instructions', t.code_instructions, 'affiliate_id', t.affiliate_id,
               'publish_start', t.publish_start, 'publish_end', t.publish_end,
               'plan_ids', coalesce(p.plan_ids, '{}')) ORDER BY t.position, t.id) AS links
      FROM ticket_links t
      LEFT JOIN (
        SELECT ticket_link_id, array_agg(plan_id) AS plan_ids
        FROM ticket_link_plans WHERE fanclub_id = $1 GROUP BY ticket_link_id
      ) p ON p.ticket_link_id = t.id
      WHERE t.fanclub_id = $1 AND t.status <> 'Hide'
      GROUP BY t.event_id
    ) l ON l.event_id = e.id
    LEFT JOIN (
      SELECT event_id, json_agg(json_build_object('id', id, 'name', name) ORDER BY starts_at, id) AS contests
      FROM contests WHERE fanclub_id = $1 AND published AND event_id IS NOT NULL GROUP BY event_id
    ) c ON c.event_id = e.id
    WHERE e.fanclub_id = $1 AND e.published
    ORDER BY e.date, e.start, e.id`,
};
