import { statement, types } from '#platform/database';
import { membershipTerms } from '#domains/subscriptions';
import { PLACEHOLDERS, SOLD_SQL } from './dashboard.queries';
import { GIVEN, ORIGIN, PAYING } from './paying-terms';

const NOW = { fanclub: types.bigint, now: types.timestamptz };

/** The membership of each member at an instant, in SQL: of several terms the one that began last. */
const membersAt = (at: string): string => `
      SELECT DISTINCT ON (customer_id) plan_id, order_id FROM recent, month
      WHERE began <= ${at} AND (ended IS NULL OR ended > ${at}) ORDER BY customer_id, began DESC, id DESC`;

/**
 * Members by plan, now and at the beginning of the month of the fan club's calendar, the largest plan first. Lapsed members count as
 * members. A member who pays nothing is in a free plan, or was given the membership. At most 200 plans.
 */
export const MEMBERS_BY_PLAN = statement('dashboard.members_by_plan', {
  params: NOW,
  row: {
    id: types.bigint,
    name: types.text,
    isFree: types.boolean,
    members: types.integer,
    /** How many of these were given the membership. */
    given: types.integer,
    membersBefore: types.integer,
    givenBefore: types.integer,
  },
  text: `
    WITH month AS (
      SELECT date_trunc('month', $now::timestamptz AT TIME ZONE f.time_zone) AT TIME ZONE f.time_zone AS begins
      FROM fanclubs f WHERE f.id = $fanclub
    ), recent AS MATERIALIZED (
      -- Only these are sorted.
      SELECT t.* FROM (${membershipTerms(PLACEHOLDERS)}) t, month WHERE t.ended IS NULL OR t.ended > month.begins
    ), counted AS (
      SELECT true AS present, m.* FROM (${membersAt('$now::timestamptz')}) m
      UNION ALL SELECT false, m.* FROM (${membersAt('month.begins')}) m
    ), weighed AS (
      SELECT t.present, p.id, p.name, p.price, ${GIVEN} AS given FROM counted t ${ORIGIN}
    )
    SELECT id, name, price = 0 AS "isFree", count(*) FILTER (WHERE present)::integer AS members,
           count(*) FILTER (WHERE present AND given)::integer AS given,
           count(*) FILTER (WHERE NOT present)::integer AS "membersBefore",
           count(*) FILTER (WHERE NOT present AND given)::integer AS "givenBefore"
    FROM weighed GROUP BY id, name, price ORDER BY 4 DESC, 6 DESC, id LIMIT 200`,
});

/** The months that {@link CHURN_BY_MONTH} counts. */
const MONTHS = 12;

/** An array with a count for each month: of the members whose presence at its beginning (1) and its end (2) is such. */
const counts = (bits: number, isPresence: number): string =>
  `ARRAY[${Array.from({ length: MONTHS }, (_, n) => `coalesce(sum(n) FILTER (WHERE m >> ${n} & ${bits} = ${isPresence}), 0)`).join(', ')}]::integer[]`;

/**
 * Paying members of the last twelve months of the fan club's calendar, the present one until now: how many there were at its beginning, how
 * many of them were none at its end, and how many others were. Always one row.
 */
export const CHURN_BY_MONTH = statement('dashboard.churn_by_month', {
  params: NOW,
  row: {
    months: types.array(types.text),
    members: types.array(types.integer),
    joined: types.array(types.integer),
    left: types.array(types.integer),
  },
  text: `
    WITH months AS (
      SELECT n, date_trunc('month', $now::timestamptz AT TIME ZONE f.time_zone) - make_interval(months => ${MONTHS} - n) AS begins, f.time_zone
      FROM fanclubs f CROSS JOIN generate_series(1, ${MONTHS}) AS n WHERE f.id = $fanclub
    ), b AS (
      SELECT array_agg(begins AT TIME ZONE time_zone ORDER BY n) || $now::timestamptz AS at,
             array_agg(to_char(begins, 'YYYY-MM') ORDER BY n) AS names
      FROM months
    ), spans AS (
      -- The instants of b.at from number lo (the first is 0) to before number hi are in the term.
      SELECT t.customer_id, width_bucket(t.began - interval '1 microsecond', b.at) AS lo,
             CASE WHEN t.ended IS NULL THEN ${MONTHS + 1} ELSE width_bucket(t.ended - interval '1 microsecond', b.at) END AS hi
      FROM (${membershipTerms(PLACEHOLDERS)}) t CROSS JOIN b ${ORIGIN}
      WHERE (t.ended IS NULL OR t.ended > b.at[1]) AND ${PAYING}
    ), masks AS (
      -- One bit for each instant at which the member was one.
      SELECT bit_or((1 << hi) - (1 << lo)) AS m FROM spans WHERE hi > lo GROUP BY customer_id
    ), presence AS (
      SELECT m, count(*) AS n FROM masks GROUP BY m
    )
    SELECT (SELECT names FROM b) AS months, ${counts(1, 1)} AS members, ${counts(3, 2)} AS joined, ${counts(3, 1)} AS "left"
    FROM presence`,
});

/**
 * Sold orders by plan and currency, of this month and the last one of the fan club's calendar, the most of this month first. As
 * `REVENUE_BY_MONTH` counts them. At most 200 rows.
 */
export const SALES_BY_PLAN = statement('dashboard.sales_by_plan', {
  params: NOW,
  row: {
    id: types.bigint,
    name: types.text,
    currency: types.text,
    orders: types.integer,
    amount: types.text,
    ordersBefore: types.integer,
    amountBefore: types.text,
  },
  text: `
    WITH month AS (
      SELECT f.currency, f.time_zone, date_trunc('month', $now::timestamptz AT TIME ZONE f.time_zone) AS begins
      FROM fanclubs f WHERE f.id = $fanclub
    ), sold AS (
      SELECT o.plan_id, coalesce(o.currency, m.currency) AS currency, o.total - coalesce(y.refunded, 0) AS amount,
             o.paid_at >= m.begins AT TIME ZONE m.time_zone AS present
      FROM month m
      JOIN orders o ON o.fanclub_id = $fanclub AND ${SOLD_SQL} AND o.total > 0
        AND o.paid_at >= (m.begins - interval '1 month') AT TIME ZONE m.time_zone
        AND o.paid_at < (m.begins + interval '1 month') AT TIME ZONE m.time_zone
      LEFT JOIN payments y ON y.fanclub_id = o.fanclub_id AND y.order_id = o.id AND y.state = 'succeeded' AND NOT y.surplus
    )
    SELECT p.id, p.name, s.currency, count(*) FILTER (WHERE s.present)::integer AS orders,
           coalesce(sum(s.amount) FILTER (WHERE s.present), 0)::numeric(14, 2)::text AS amount,
           count(*) FILTER (WHERE NOT s.present)::integer AS "ordersBefore",
           coalesce(sum(s.amount) FILTER (WHERE NOT s.present), 0)::numeric(14, 2)::text AS "amountBefore"
    FROM sold s JOIN plans p ON p.fanclub_id = $fanclub AND p.id = s.plan_id
    GROUP BY p.id, p.name, s.currency ORDER BY 4 DESC, 6 DESC, p.id, s.currency LIMIT 200`,
});
