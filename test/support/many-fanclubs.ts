import type { DataSource } from 'typeorm';

const HTML =
  '<p>Doors open early for members of the fan club. Bring the card, a printed confirmation and good shoes.</p>';

/** A character outside Latin-1 makes a text take two bytes per character in memory. */
const WIDE_HTML = HTML.replace('the card', 'the “card”');

/** Creates this many fan clubs, with plans, events, links and contests; ids from 1, keys `club-<id>`, names `Club <id>`. */
export async function manyFanclubs(db: DataSource, count: number): Promise<void> {
  const clubs = `generate_series(1, ${count}) AS club`;
  const several = (most: number): string => `${clubs}, generate_series(1, ${most}) AS n`;
  const statements = [
    `INSERT INTO organizations (id, name) VALUES (1, 'Records')`,
    `INSERT INTO fanclubs (id, organization_id, name, site_url, plans_url, support_email, time_zone)
     SELECT club, 1, 'Club ' || club, 'https://club.example', 'https://club.example/join', 'help@club.example', 'Asia/Tokyo'
     FROM ${clubs}`,
    `INSERT INTO fanclub_keys (fanclub_id, key, main) SELECT club, 'club-' || club, true FROM ${clubs}`,
    `INSERT INTO plans (id, fanclub_id, name, description, duration, price, exclusive_access)
     SELECT club * 100 + n, club, 'Plan ' || n || ' of club ' || club, '${HTML}', 12, 10 * n, true FROM ${several(3)}`,
    `INSERT INTO events (id, fanclub_id, title, date, start, description, tags, time_zone, venue_name, venue_country)
     SELECT club * 100 + n, club, 'Event ' || n || ' of club ' || club, at, at,
            repeat(CASE WHEN n % 2 = 0 THEN '${HTML}' ELSE '${WIDE_HTML}' END, 3), ARRAY['tour'], 'Asia/Tokyo', 'Hall ' || n, 'JP'
     FROM ${several(10)} CROSS JOIN LATERAL (SELECT date_trunc('day', now()) + make_interval(days => n) AS at) x`,
    `INSERT INTO ticket_links (fanclub_id, event_id, name, status, exclusive, url, host, codes, position)
     SELECT club, club * 100 + n, 'Link ' || link, 'Show', link = 1, 'https://tickets.example/' || link, 'tickets.example',
            '{}', link
     FROM ${several(10)}, generate_series(1, 2) AS link`,
    `INSERT INTO contests (id, fanclub_id, name, starts_at, ends_at, time_zone, details, rules)
     SELECT club * 100 + n, club, 'Contest ' || n || ' of club ' || club, now(), now() + interval '9 days', 'Asia/Tokyo',
            '${HTML}', '${WIDE_HTML}'
     FROM ${several(2)}`,
  ];
  for (const statement of statements) await db.query(statement);
}
