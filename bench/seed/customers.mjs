// Customers of all clubs, with sessions, subscriptions, orders and addresses. The first ones belong to the measured club.
import { createHash } from 'node:crypto';

/** The token in the session of a customer, as the statements below make it. */
export const sessionToken = (customerId) =>
  createHash('sha256').update(`bench-session-${customerId}`).digest('base64url');

/** The number of a customer's fan club. */
export const clubOf = ({ clubs, measured }, customerId) =>
  customerId <= measured.customers ? 1 : 2 + (customerId % (clubs - 1));

/** Whether a customer of the measured club has a membership now whose plan has exclusive access, as the statements make it. */
export const isMember = (customerId) => customerId % 20 < 16 && (1 + (customerId % 10)) % 5 !== 0;

const TOKEN = `translate(rtrim(encode(sha256(('bench-session-' || id)::bytea), 'base64'), '='), '+/', '-_')`;

/** Of the customers who are not sampled, every 24th has ordered. So 100,000 customers have about 5,000 orders. */
const EVERY_NTH_BUYS = 24;

/** The statements that make the customers, in order. All customers have the same `passwordHash`. */
export function customerStatements(size, passwordHash) {
  const { measured } = size;
  // In random order, so that the rows of one club are scattered over the tables, as in real use.
  const all = `
    (SELECT id, CASE WHEN id <= ${measured.customers} THEN 1 ELSE 2 + id % (${size.clubs} - 1) END AS club, id % 20 AS kind,
            id <= ${measured.sample} AS sampled
     FROM generate_series(1, ${size.customers}) AS id ORDER BY hashint4(id)) c`;
  const plan = `club * 1000 + 1 + id % CASE WHEN club = 1 THEN ${measured.plans} ELSE 4 END`;
  const orderCount = `CASE WHEN sampled THEN 2 ELSE 1 END`;
  const buyers = `${all} CROSS JOIN LATERAL generate_series(1, ${orderCount}) AS n WHERE sampled OR id % ${EVERY_NTH_BUYS} = 0`;
  const address = `jsonb_build_object('first_name', 'Robin', 'last_name', 'Fan ' || id, 'address', id || ' Fan Street',
    'address_2', '', 'city', 'Portland', 'state', 'OR', 'postal_code', '97201', 'country', 'US')`;
  return [
    `INSERT INTO customers (id, fanclub_id, email, password_hash, first_name, last_name, birthdate, username, registered,
                            confirmed_at, lists_opt_in, auto_renewal_enabled, locked_plan_id, renewals)
     SELECT id, club, 'fan' || id || '@mail.example', '${passwordHash}', 'Robin', 'Fan ' || id,
            date '1960-01-01' + (id % 14000)::integer, CASE WHEN club = 1 THEN 'fan' || id END, true, now(), kind % 2 = 0,
            kind % 4 = 0, CASE WHEN kind = 8 THEN ${plan} END, id % 5
     FROM ${all}`,
    `INSERT INTO email_aliases (fanclub_id, customer_id, email)
     SELECT club, id, 'former' || id || '@mail.example' FROM ${all} WHERE kind % 10 = 0`,
    `INSERT INTO authentications (fanclub_id, customer_id, name, uid)
     SELECT club, id, 'social', 'uid-' || id FROM ${all} WHERE kind % 5 = 0`,
    `INSERT INTO affiliate_codes (fanclub_id, customer_id, affiliate_id, codes)
     SELECT club, id, club * 1000 + 1, ARRAY['MINE' || id] FROM ${all} WHERE kind % 4 = 1`,
    `INSERT INTO subscriptions (fanclub_id, customer_id, plan_id, sales_period_id, start_date, end_date)
     SELECT club, id, ${plan}, CASE WHEN id % 3 = 0 THEN club * 1000 + n END,
            date_trunc('day', now()) + make_interval(days => (n - 2) * 365 - 90), date_trunc('day', now()) + make_interval(days => (n - 2) * 365 + 275)
     FROM ${all}, generate_series(1, 2) AS n WHERE CASE WHEN n = 2 THEN kind < 16 ELSE sampled OR kind % 5 = 0 END`,
    `INSERT INTO orders (id, fanclub_id, customer_id, plan_id, shipping, discount, subtotal, total, paid_at, refunded_at,
                         billing_address, created_at)
     SELECT id * 10 + n, club, id, ${plan}, 4.90, 0, 17.50, 22.40, at, CASE WHEN kind = 3 THEN at + interval '9 days' END,
            ${address}, at
     FROM (SELECT * FROM ${buyers}) b
     CROSS JOIN LATERAL (SELECT date_trunc('day', now()) + make_interval(days => (n - 2) * 365 - 90, hours => 12) AS at) x`,
    `INSERT INTO shipments (id, fanclub_id, order_id, ship_date, tracking_url, shipping_address, position)
     SELECT (id * 10 + n) * 10 + parcel, club, id * 10 + n, CASE WHEN parcel = 1 THEN current_date - 80 END,
            CASE WHEN parcel = 1 THEN 'https://track.example/' || id END, CASE WHEN parcel = 1 THEN ${address} END, parcel
     FROM (SELECT * FROM ${buyers}) b, generate_series(1, 2) AS parcel`,
    `INSERT INTO shipment_items (fanclub_id, shipment_id, name, thumbnail, option, position)
     SELECT club, (id * 10 + n) * 10 + parcel, 'T-shirt', 'https://cdn.example/items/1.jpg', 'M', item
     FROM (SELECT * FROM ${buyers}) b, generate_series(1, 2) AS parcel, generate_series(1, 2) AS item`,
    `INSERT INTO shipping_addresses (fanclub_id, customer_id, first_name, last_name, address, city, state, postal_code, country)
     SELECT club, id, 'Robin', 'Fan ' || id, id || ' Fan Street', 'Portland', 'OR', '97201', 'US'
     FROM ${all} WHERE sampled OR kind < 6`,
    `INSERT INTO item_selections (fanclub_id, customer_id, item_type_id, item_option_id)
     SELECT club, id, club * 1000 + 1, club * 1000 + 1 + id % 4 FROM ${all} WHERE kind % 3 = 0`,
    // Entries of past contests only, so that customers can enter the running ones.
    `INSERT INTO contest_entries (fanclub_id, contest_id, customer_id, entered_at, selected, confirmed, first_name, last_name, birthdate)
     SELECT club, club * 1000 + n, id, now() - interval '12 days', id % 50 = 0, id % 100 = 0, 'Robin', 'Fan ' || id, '1980-01-01'
     FROM ${all}, unnest(ARRAY[2, 6]) AS n WHERE kind < 8 AND (club = 1 OR n = 2)`,
    `INSERT INTO sessions (fanclub_id, customer_id, token_hash, expires_at)
     SELECT club, id, sha256(${TOKEN}::bytea), now() + interval '20 days' FROM ${all}`,
  ];
}
