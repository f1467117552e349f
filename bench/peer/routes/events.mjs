import { statement } from '../database.mjs';
import { countryName, longZoneName, stamp, zoneAt } from '../format.mjs';
import { CLUB, customer, HAS_KEY, keyOf, membership, refreshed, SESSION, tokensOf } from '../visitor.mjs';

const PAGE_SIZE = 100;

/** Links are arrays, which are shorter than objects. Instants are seconds since 1970. */
const EVENTS = `
  LEFT JOIN LATERAL (
    SELECT *, count(*) OVER () AS total FROM events WHERE fanclub_id = f.id AND published
    ORDER BY date, start, id LIMIT ${PAGE_SIZE}
  ) e ON true
  LEFT JOIN LATERAL (
    SELECT t.event_id,
           json_agg(json_build_array(
             t.name, t.status, t.exclusive, t.url, t.host, t.codes, t.code_instructions, t.affiliate_id,
             date_part('epoch', t.publish_start), date_part('epoch', t.publish_end), p.plan_ids,
             t.id, pp.pool) ORDER BY t.position, t.id) AS links
    FROM ticket_links t
    LEFT JOIN (SELECT ticket_link_id, array_agg(plan_id) AS plan_ids FROM ticket_link_plans
               WHERE fanclub_id = f.id GROUP BY ticket_link_id) p ON p.ticket_link_id = t.id
    LEFT JOIN (SELECT x.id, json_build_array(x.id, x.mode, date_part('epoch', x.opens_at), date_part('epoch', x.closes_at),
                                             (SELECT json_agg(y.plan_id) FROM presale_pool_plans y
                                              WHERE y.fanclub_id = f.id AND y.pool_id = x.id)) AS pool
               FROM presale_pools x WHERE x.fanclub_id = f.id) pp ON pp.id = t.presale_pool_id
    WHERE t.fanclub_id = f.id AND t.status <> 'Hide'
    GROUP BY t.event_id
  ) l ON l.event_id = e.id
  LEFT JOIN LATERAL (
    SELECT event_id, json_agg(json_build_object('id', id, 'name', name) ORDER BY starts_at, id) AS contests
    FROM contests WHERE fanclub_id = f.id AND published AND event_id IS NOT NULL GROUP BY event_id
  ) c ON c.event_id = e.id`;

const COLUMNS = `
  f.plans_url, e.id, e.title, date_part('epoch', e.date) AS date, date_part('epoch', e.start) AS start,
  date_part('epoch', e.doors_open) AS doors_open,
  date_part('epoch', (((e.date AT TIME ZONE e.time_zone)::date + 1)::timestamp AT TIME ZONE e.time_zone)) AS day_end,
  date_part('epoch', now()) AS now, e.description, to_json(e.tags) AS tags, e.time_zone, e.venue_name,
  e.venue_address, e.venue_city, e.venue_state, e.venue_postalcode, e.venue_country, e.venue_lat, e.venue_lon, e.total,
  l.links, c.contests`;

const listForAnybody = statement(
  'peer.events',
  `SELECT f.id AS fanclub_id, ${COLUMNS}, NULL AS member FROM ${CLUB} ${EVENTS}
   WHERE ${HAS_KEY} ORDER BY e.date, e.start, e.id`,
);

const listForCustomer = statement(
  'peer.events_of_customer',
  `SELECT ${SESSION}, ${COLUMNS}, m.member
   FROM ${CLUB} ${customer('NULL')}
   ${membership(`CASE WHEN p.exclusive_access THEN json_build_object(
     'plan', p.id,
     'codes', (SELECT json_object_agg(a.affiliate_id, a.codes) FROM affiliate_codes a
               WHERE a.fanclub_id = f.id AND a.customer_id = v.id),
     'presale', (SELECT json_object_agg(k.pool_id, k.code) FROM presale_codes k
                 WHERE k.fanclub_id = f.id AND k.customer_id = v.id AND k.voided_at IS NULL)) END AS member`)}
   ${EVENTS}
   WHERE ${HAS_KEY} ORDER BY e.date, e.start, e.id`,
);

/** GET /events, the first page. */
export function events(fastify, { publicUrl }) {
  fastify.get('/api/v1/events', async (request, reply) => {
    const key = keyOf(request);
    const tokens = tokensOf(request);
    const rows = await refreshed(
      await (tokens.length === 0 ? listForAnybody([key]) : listForCustomer([key, tokens])),
    );
    const [{ member, total }] = rows;
    return reply.send(
      JSON.stringify({
        status: 'ok',
        events: rows
          .filter(({ id }) => id !== null)
          .map((row) =>
            eventShape(request.query.schedule === 'current' ? withCurrentLinks(row) : row, member, publicUrl),
          ),
        pagination: { current_page: 1, total_pages: Math.ceil((total ?? 0) / PAGE_SIZE) },
      }),
    );
  });
}

/** Only links that are shown now. Of the other schedules, the peer knows none. */
function withCurrentLinks(row) {
  const isCurrent = ([, status, , , , , , , start, end]) =>
    (end === null ? row.now < row.day_end : row.now <= end) &&
    (status === 'Show' || start === null || row.now >= start);
  return { ...row, links: row.links?.filter(isCurrent) ?? null };
}

function eventShape(row, member, publicUrl) {
  const { time_zone: tz, links } = row;
  const { short, offset } = zoneAt(tz, row.start * 1000);
  return {
    id: row.id,
    title: row.title,
    date: stamp(row.date, tz),
    start: stamp(row.start, tz),
    doors_open: stamp(row.doors_open, tz),
    description: row.description,
    tags: row.tags,
    timezone: { tz, short, long: longZoneName(tz), offset },
    venue: {
      name: row.venue_name,
      address: row.venue_address,
      city: row.venue_city,
      state: row.venue_state,
      postalcode: row.venue_postalcode,
      country: row.venue_country,
      country_name: countryName(row.venue_country),
      lat: row.venue_lat,
      lon: row.venue_lon,
    },
    links: links === null ? [] : links.map((link) => linkShape(link, row, member, publicUrl)),
    contests: row.contests ?? [],
  };
}

function linkShape(link, { plans_url: plansUrl, time_zone: tz, now, fanclub_id: club }, member, publicUrl) {
  const [name, status, exclusive, url, host, codes, instructions, affiliate, start, end, plans, id, pool] =
    link;
  const entitled = member !== null && (plans === null || plans.includes(member.plan));
  const hidden = exclusive && !entitled;
  const own = (entitled && member.codes?.[affiliate]) || [];
  const presale = entitled && pool !== null ? presaleOf(pool, member, now) : NO_PRESALE;
  return {
    name,
    status,
    exclusive,
    url: hidden ? plansUrl : presale.claims ? `${publicUrl}/fanclubs/${club}/links/${id}/code` : url,
    host,
    codes: hidden ? [] : codes.concat(presale.codes, own),
    code_instructions: hidden ? null : instructions,
    affiliate_id: hidden ? null : affiliate,
    publish_start: stamp(start, tz),
    publish_end: stamp(end, tz),
  };
}

const NO_PRESALE = { codes: [], claims: false };

/** The member's code of a pool, or whether they claim one on the page of the link. */
function presaleOf([id, mode, opens, closes, plans], member, now) {
  if (plans !== null && !plans.includes(member.plan)) return NO_PRESALE;
  const code = member.presale?.[id];
  if (code !== undefined && now >= opens) return { codes: [code], claims: false };
  return { codes: [], claims: mode === 'on_request' && (closes === null || now < closes) };
}
