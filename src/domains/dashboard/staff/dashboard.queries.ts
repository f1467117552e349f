import { DUE_SQL, LACKS_ADDRESS, LACKS_OPTION, REFUNDED_SQL } from '#domains/orders';
import { currentMemberships, membershipSpans, membershipTerms } from '#domains/subscriptions';
import { statement, types } from '#platform/database';
import { ORIGIN, PAYING } from './paying-terms';

const NOW = { fanclub: types.bigint, now: types.timestamptz };

export const PLACEHOLDERS = { fanclub: '$fanclub', now: '$now' };

/** Members by state. Always one row. */
export const COUNT_MEMBERS = statement('dashboard.members', {
  params: NOW,
  row: {
    active: types.integer,
    lapsed: types.integer,
    trial: types.integer,
    /** Memberships that end within 7 and 30 days. */
    due7: types.integer,
    due30: types.integer,
  },
  text: `
    SELECT count(*) FILTER (WHERE NOT lapsed)::integer AS active, count(*) FILTER (WHERE lapsed)::integer AS lapsed,
           count(*) FILTER (WHERE trial_membership)::integer AS trial,
           count(*) FILTER (WHERE NOT lapsed AND end_date <= $now + interval '7 days')::integer AS due7,
           count(*) FILTER (WHERE NOT lapsed AND end_date <= $now + interval '30 days')::integer AS due30
    FROM (${currentMemberships(PLACEHOLDERS)}) current`,
});

/** New members of the last seven days, and members who stopped being one. Always one row. */
export const COUNT_CHANGES = statement('dashboard.changes', {
  params: NOW,
  row: { joined: types.integer, left: types.integer },
  text: `
    SELECT count(*) FILTER (WHERE began > $now - interval '7 days')::integer AS joined,
           count(*) FILTER (WHERE ended <= $now AND ended > $now - interval '7 days')::integer AS "left"
    FROM (${membershipSpans(PLACEHOLDERS)}) spans`,
});

/** Parcels are counted up to this number, because a fan club may have tens of thousands. */
export const MOST_PARCELS = 10_000;

/** Parcels, each state up to one more than `$most`, and mails. Always one row. */
export const COUNT_WORK = statement('dashboard.work', {
  params: { fanclub: types.bigint, most: types.bigint },
  row: {
    waiting: types.integer,
    /** How many of the counted lack an address or an option. */
    withIssues: types.integer,
    batched: types.integer,
    mailsGivenUp: types.integer,
  },
  text: `
    WITH waiting AS MATERIALIZED (
      -- Cut before what they lack is looked up.
      SELECT h.fanclub_id, h.shipping_address, o.customer_id, o.plan_id
      FROM shipments h
      JOIN orders o ON o.fanclub_id = h.fanclub_id AND o.id = h.order_id
      JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      WHERE h.fanclub_id = $fanclub AND h.ship_date IS NULL AND ${DUE_SQL} AND NOT EXISTS (
        SELECT FROM batch_parcels b WHERE b.fanclub_id = h.fanclub_id AND b.shipment_id = h.id)
      LIMIT $most::bigint + 1
    ), batched AS (
      SELECT FROM batch_parcels b
      JOIN shipments h ON h.fanclub_id = b.fanclub_id AND h.id = b.shipment_id AND h.ship_date IS NULL
      JOIN orders o ON o.fanclub_id = h.fanclub_id AND o.id = h.order_id
      JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      WHERE b.fanclub_id = $fanclub AND ${DUE_SQL} LIMIT $most::bigint + 1
    )
    SELECT count(*)::integer AS waiting,
           count(*) FILTER (WHERE ${LACKS_ADDRESS} OR ${LACKS_OPTION})::integer AS "withIssues",
           (SELECT count(*)::integer FROM batched) AS batched,
           (SELECT count(*)::integer FROM mails m WHERE m.fanclub_id = $fanclub AND m.given_up_at IS NOT NULL)
             AS "mailsGivenUp"
    FROM waiting o CROSS JOIN LATERAL (SELECT o.shipping_address) h`,
});

/** The weeks that {@link MEMBERS_BY_WEEK} counts, each a bit of an integer. */
const WEEKS = 26;

/**
 * Members at the end of each of the last 26 weeks, the latest last, and how many of them were paying ones, as `CHURN_BY_MONTH` counts
 * them. A cancelled term counts until its cancellation.
 */
export const MEMBERS_BY_WEEK = statement('dashboard.members_by_week', {
  params: NOW,
  row: { week: types.timestamptz, members: types.integer, paying: types.integer },
  text: `
    WITH weeks AS (
      SELECT n, $now::timestamptz - make_interval(weeks => ${WEEKS - 1} - n) AS at FROM generate_series(0, ${WEEKS - 1}) AS n
    ), b AS (
      SELECT array_agg(at ORDER BY n) AS at FROM weeks
    ), spans AS (
      -- The instants of b.at from number lo (the first is 0) to before number hi are in the term.
      SELECT t.customer_id, ${PAYING} AS pays, width_bucket(t.began - interval '1 microsecond', b.at) AS lo,
             CASE WHEN t.ended IS NULL THEN ${WEEKS} ELSE width_bucket(t.ended - interval '1 microsecond', b.at) END AS hi
      FROM (${membershipTerms(PLACEHOLDERS)}) t CROSS JOIN b ${ORIGIN}
      WHERE t.ended IS NULL OR t.ended > b.at[1]
    ), masks AS (
      -- One bit for each week, so that nobody counts twice.
      SELECT bit_or((1 << hi) - (1 << lo)) AS m, coalesce(bit_or((1 << hi) - (1 << lo)) FILTER (WHERE pays), 0) AS paid
      FROM spans WHERE hi > lo GROUP BY customer_id
    ), presence AS MATERIALIZED (
      SELECT m, paid, count(*) AS count FROM masks GROUP BY m, paid
    )
    SELECT w.at AS week, coalesce(sum(c.count) FILTER (WHERE c.m >> w.n & 1 = 1), 0)::integer AS members,
           coalesce(sum(c.count) FILTER (WHERE c.paid >> w.n & 1 = 1), 0)::integer AS paying
    FROM weeks w LEFT JOIN presence c ON true GROUP BY w.n, w.at ORDER BY w.n`,
});

/** Whether the order `o` counts as sold: see {@link REVENUE_BY_MONTH}. */
export const SOLD_SQL = `(NOT ${REFUNDED_SQL} AND o.kind <> 'gift'
      AND NOT EXISTS (SELECT FROM order_gifts g WHERE g.fanclub_id = o.fanclub_id AND g.order_id = o.id))`;

/**
 * Sold orders of the last twelve months of the fan club's calendar, by currency; the latest last. A month without any has a row in the
 * currency of the fan club. A gift that was bought counts with its purchase, not again when it is redeemed. Gifts of the fan club and
 * refunded orders do not count, nor do parts that were refunded.
 */
export const REVENUE_BY_MONTH = statement('dashboard.revenue_by_month', {
  params: NOW,
  row: { month: types.text, currency: types.text, amount: types.text, orders: types.integer },
  text: `
    WITH club AS (
      SELECT f.currency, f.time_zone, date_trunc('month', $now::timestamptz AT TIME ZONE f.time_zone) AS present
      FROM fanclubs f WHERE f.id = $fanclub
    ), sold AS (
      -- Once over the orders, not for each month.
      SELECT date_trunc('month', o.paid_at AT TIME ZONE c.time_zone) AS month, o.currency,
             sum(o.total - coalesce(p.refunded, 0)) AS amount, count(*) AS orders
      FROM club c
      JOIN orders o ON o.fanclub_id = $fanclub AND ${SOLD_SQL}
        AND o.paid_at >= (c.present - interval '11 months') AT TIME ZONE c.time_zone
        AND o.paid_at < (c.present + interval '1 month') AT TIME ZONE c.time_zone
      LEFT JOIN payments p ON p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND p.state = 'succeeded' AND NOT p.surplus
      GROUP BY 1, 2
    )
    SELECT to_char(m.month, 'YYYY-MM') AS month, coalesce(s.currency, c.currency) AS currency,
           coalesce(sum(s.amount), 0)::numeric(14, 2)::text AS amount, coalesce(sum(s.orders), 0)::integer AS orders
    FROM club c
    CROSS JOIN LATERAL generate_series(c.present - interval '11 months', c.present, interval '1 month') AS m (month)
    LEFT JOIN sold s ON s.month = m.month
    GROUP BY 1, 2 ORDER BY 1, 2`,
});

/** Whether the term `t` of a member contains the day some months after joining. */
const stayedAfter = (months: number): string => `bool_or(
             t.began <= j.at${months} AND (t.ended IS NULL OR t.ended > j.at${months})) AS after${months}`;

/** The day some months after joining. */
const dayAfter = (months: number): string =>
  `(local + interval '${months} months') AT TIME ZONE time_zone AS at${months}`;

/**
 * Paying members by the month in which they first became one, in the fan club's calendar, and how many of them were paying members 1, 3,
 * 6 and 12 months later, to the day. Free members do not count, because they have no reason to leave. The last 24 months, but for those in which nobody joined; the latest last.
 */
export const RETENTION = statement('dashboard.retention', {
  params: NOW,
  row: {
    month: types.text,
    joined: types.integer,
    after1: types.integer,
    after3: types.integer,
    after6: types.integer,
    after12: types.integer,
  },
  text: `
    WITH terms AS MATERIALIZED (
      SELECT t.* FROM (${membershipTerms(PLACEHOLDERS)}) t ${ORIGIN} WHERE ${PAYING}
    ),
    joined AS MATERIALIZED (
      -- The days once for each member, not for each term.
      SELECT customer_id, date_trunc('month', local) AS month, ${[1, 3, 6, 12].map(dayAfter).join(', ')}
      FROM (
        SELECT t.customer_id, f.time_zone, min(t.began) AT TIME ZONE f.time_zone AS local
        FROM terms t JOIN fanclubs f ON f.id = $fanclub GROUP BY t.customer_id, f.time_zone) began
      WHERE local >= date_trunc('month', $now::timestamptz AT TIME ZONE time_zone) - interval '23 months'
    ), stayed AS (
      SELECT j.customer_id, j.month,
             ${[1, 3, 6, 12].map(stayedAfter).join(',\n             ')}
      FROM joined j JOIN terms t ON t.customer_id = j.customer_id
      GROUP BY j.customer_id, j.month
    )
    SELECT to_char(month, 'YYYY-MM') AS month, count(*)::integer AS joined, count(*) FILTER (WHERE after1)::integer AS after1,
           count(*) FILTER (WHERE after3)::integer AS after3, count(*) FILTER (WHERE after6)::integer AS after6,
           count(*) FILTER (WHERE after12)::integer AS after12
    FROM stayed GROUP BY month ORDER BY month`,
});
