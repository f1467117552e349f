// Fan clubs with their published content. Club 1 is measured, and has the same size in every database. All others are alike.
const HTML =
  '<p>Doors open early for members of the fan club. Bring the card, a printed confirmation and good shoes; the queue for ' +
  'members starts at the <strong>north gate</strong>.</p><p>Children under twelve are welcome with an adult.</p>';

const ZONES = `ARRAY['America/Los_Angeles', 'America/New_York', 'Europe/Berlin', 'Europe/London', 'Asia/Tokyo', 'Australia/Sydney']`;
const CITIES = `ARRAY['Los Angeles', 'New York', 'Berlin', 'London', 'Tokyo', 'Sydney']`;
const COUNTRIES = `ARRAY['US', 'US', 'DE', 'GB', 'JP', 'AU']`;

/** Numbers 1 to `measured` for club 1, 1 to `others` for each of the others, as `club` and `n`. */
const perClub = ({ clubs }, measured, others) => `
  generate_series(1, ${clubs}) AS club
  CROSS JOIN LATERAL generate_series(1, CASE WHEN club = 1 THEN ${measured} ELSE ${others} END) AS n`;

/** Ids are `club * 1000 + n`, so they are readable and known without a query. */
const ID = 'club * 1000 + n';

/** The statements that make the clubs, in order. */
export function clubStatements(size) {
  const plans = perClub(size, size.measured.plans, 4);
  const events = perClub(
    size,
    size.measured.events,
    Math.round((size.events - size.measured.events) / (size.clubs - 1)),
  );
  const contests = perClub(size, size.measured.contests, 5);
  return [
    `INSERT INTO organizations (id, name) VALUES (1, 'Bench Records')`,
    `INSERT INTO fanclubs (id, organization_id, name, site_url, plans_url, support_email, time_zone, forum_integration,
                           link_privacy, link_terms, tracking_development, tracking_production)
     SELECT club, 1, 'Fan Club ' || club, 'https://club' || club || '.example', 'https://club' || club || '.example/join',
            'help@club' || club || '.example', 'America/Los_Angeles', club = 1, 'https://club.example/privacy',
            'https://club.example/terms', ARRAY['UA-1'], ARRAY['UA-2', 'UA-3']
     FROM generate_series(1, ${size.clubs}) AS club`,
    `INSERT INTO fanclub_keys (fanclub_id, key, main)
     SELECT club, 'bench-' || club, true FROM generate_series(1, ${size.clubs}) AS club`,
    `INSERT INTO trusted_domains (fanclub_id, origin)
     SELECT club, 'https://' || host || club || '.example'
     FROM generate_series(1, ${size.clubs}) AS club, unnest(ARRAY['club', 'shop']) AS host`,
    `INSERT INTO login_providers (fanclub_id, name, app_id, app_secret_sealed)
     SELECT club, 'social', 'app-' || club, 'sealed' FROM generate_series(1, ${size.clubs}) AS club`,
    `INSERT INTO affiliates (id, fanclub_id, name)
     SELECT ${ID}, club, 'Affiliate ' || n FROM ${perClub(size, 2, 2)}`,
    `INSERT INTO item_types (id, fanclub_id, name)
     SELECT ${ID}, club, (ARRAY['T-shirt size', 'Poster'])[n] FROM ${perClub(size, 2, 2)}`,
    `INSERT INTO item_options (id, fanclub_id, item_type_id, name, position)
     SELECT ${ID}, club, club * 1000 + 1 + (n - 1) / 4, (ARRAY['S', 'M', 'L', 'XL', 'Red', 'Blue', 'Green', 'Gold'])[n], n
     FROM ${perClub(size, 8, 8)}`,
    `INSERT INTO sales_periods (id, fanclub_id, name, starts_at, ends_at)
     SELECT ${ID}, club, 'Season ' || n, date_trunc('day', now()) + make_interval(days => (n - 2) * 180 - 60),
            date_trunc('day', now()) + make_interval(days => (n - 2) * 180 + 119)
     FROM ${perClub(size, 2, 2)}`,
    `INSERT INTO plans (id, fanclub_id, name, description, online_benefits, annotations, tags, duration, price,
                        sales_period_id, exclusive_access, renewal_cap)
     SELECT ${ID}, club, 'Membership ' || (ARRAY['Gold', 'Silver', 'Bronze', 'Digital'])[1 + n % 4] || ' ' || n, '${HTML}',
            'Presales, contests and the forum', 'Ships worldwide', ARRAY['tier-' || n % 3, 'all'], 12, 10 + n * 7.5,
            CASE WHEN n % 2 = 0 THEN club * 1000 + 2 END, n % 5 <> 0, CASE WHEN n % 4 = 0 THEN 3 END
     FROM ${plans}`,
    `INSERT INTO packages (id, fanclub_id, plan_id, name, description, domestic, international)
     SELECT ${ID}, club, ${ID}, 'Welcome package ' || n, '${HTML}', 4.9, 14.95 FROM ${plans}`,
    `INSERT INTO package_items (fanclub_id, package_id, name, thumbnail, item_type_id, required, position)
     SELECT club, ${ID}, (ARRAY['T-shirt', 'Poster', 'Badge'])[item], 'https://cdn.example/items/' || item || '.jpg',
            CASE WHEN item < 3 THEN club * 1000 + item END, item = 1, item
     FROM ${plans}, generate_series(1, 3) AS item`,
    `INSERT INTO plan_upgrades (fanclub_id, from_plan_id, to_plan_id, price)
     SELECT club, ${ID}, ${ID} + 1, CASE WHEN n % 2 = 0 THEN 5 END
     FROM ${plans} WHERE n < CASE WHEN club = 1 THEN ${size.measured.plans} ELSE 4 END`,
    `INSERT INTO events (id, fanclub_id, title, date, start, doors_open, description, tags, time_zone, venue_name,
                         venue_address, venue_city, venue_state, venue_postalcode, venue_country, venue_lat, venue_lon)
     SELECT ${ID}, club, 'Tour date ' || n, at, at, CASE WHEN n % 4 > 0 THEN at - interval '90 minutes' END, '${HTML}',
            ARRAY['tour', 'leg-' || n % 4], (${ZONES})[zone], 'The Grand Hall ' || n, n || ' Main Street',
            (${CITIES})[zone], CASE WHEN zone < 3 THEN (ARRAY['CA', 'NY'])[zone] END, (10000 + n)::text,
            (${COUNTRIES})[zone], '34.05' || n, '-118.24' || n
     FROM ${events}
     CROSS JOIN LATERAL (SELECT 1 + n % 6 AS zone, date_trunc('day', now()) + make_interval(days => n - 20, hours => 3) AS at) x`,
    `INSERT INTO ticket_links (id, fanclub_id, event_id, name, status, exclusive, url, host, codes, code_instructions,
                               affiliate_id, publish_start, publish_end, position)
     SELECT (${ID}) * 10 + link, club, ${ID}, (ARRAY['Fan club presale', 'Public sale', 'VIP upgrade'])[link],
            CASE WHEN link = 3 THEN CASE WHEN n % 10 = 0 THEN 'Hide' ELSE 'Show On Specific Dates Only' END ELSE 'Show' END,
            link <> 2, 'https://tickets.example/buy/' || n || '/' || link, 'tickets.example',
            CASE WHEN link = 1 THEN ARRAY['FANS' || n, 'CLUB' || n] ELSE '{}'::text[] END,
            CASE WHEN link = 1 THEN '<p>Enter the code at the checkout.</p>' END,
            CASE WHEN link = 1 THEN club * 1000 + 1 END,
            CASE WHEN link > 1 THEN date_trunc('day', now()) + make_interval(days => n - 60) END,
            CASE WHEN link = 3 THEN date_trunc('day', now()) + make_interval(days => n - 25) END, link
     FROM ${events}, generate_series(1, 3) AS link WHERE club = 1 OR link < 3`,
    `INSERT INTO ticket_link_plans (fanclub_id, ticket_link_id, plan_id)
     SELECT club, (${ID}) * 10 + 1, club * 1000 + plan
     FROM ${events}, generate_series(1, 2) AS plan WHERE n % 3 = 0`,
    `INSERT INTO contests (id, fanclub_id, event_id, name, minimum_age, starts_at, ends_at, time_zone, details, rules)
     SELECT ${ID}, club, club * 1000 + n, 'Meet and greet ' || n, n % 3 * 6,
            date_trunc('day', now()) + make_interval(days => phase * 20 - 10),
            date_trunc('day', now()) + make_interval(days => phase * 20 + 10), (${ZONES})[1 + n % 6], '${HTML}', '${HTML}'
     FROM ${contests} CROSS JOIN LATERAL (SELECT CASE WHEN n % 4 < 2 THEN 0 WHEN n % 4 = 2 THEN -1 ELSE 1 END AS phase) x`,
    `INSERT INTO contest_plans (fanclub_id, contest_id, plan_id)
     SELECT club, ${ID}, club * 1000 + plan FROM ${contests}, generate_series(1, 2) AS plan WHERE n % 10 = 3`,
  ];
}

/** Ids of the contests of club 1 that run now and that everybody may enter. */
export const openContests = ({ measured }) =>
  Array.from({ length: measured.contests }, (_, at) => at + 1)
    .filter((n) => n % 4 < 2 && n % 10 !== 3)
    .map((n) => 1000 + n);
