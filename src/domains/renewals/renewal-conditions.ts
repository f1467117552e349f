import { statement, types } from '#platform/database';
import { END_OF_ACTIVE_SQL } from '#domains/subscriptions';

/* SQL about the renewal `r`, for the lists of staff and their figures. */

/** Whether the renewal `r` is due: neither done nor stopped, and not given up. */
export const DUE_RENEWAL_SQL = `(r.state NOT IN ('done', 'stopped', 'given_up'))`;

/** Whether the saved card is being charged for the renewal `r`. */
export const CHARGING_RENEWAL_SQL = `(r.state = 'charging')`;
/** Whether the renewal `r` failed: its card was declined, only the member can go on, or it was given up. No newer one has followed. */
export const FAILED_RENEWAL_SQL = `(r.state IN ('waiting', 'action_needed', 'given_up') AND NOT EXISTS (
  SELECT FROM renewals newer
  WHERE newer.fanclub_id = r.fanclub_id AND newer.customer_id = r.customer_id AND newer.id > r.id))`;

/** The day of the next charge of the renewal `r`; without one, the end of its membership. */
export const RENEWAL_DAY_SQL = `(
  CASE WHEN r.automatic AND r.state IN ('announced', 'charging') THEN r.charge_at
       WHEN r.automatic AND r.state = 'waiting' THEN r.next_at
       ELSE (SELECT ${END_OF_ACTIVE_SQL}
             FROM subscriptions s
             LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
             WHERE s.fanclub_id = r.fanclub_id AND s.id = r.subscription_id) END)`;

/** The renewals that are due within 7 and 30 days, and those that need their members. Always one row. */
export const COUNT_RENEWALS = statement('renewals.count', {
  params: { fanclub: types.bigint, now: types.timestamptz },
  row: { due7: types.integer, due30: types.integer, actionNeeded: types.integer },
  text: `
    SELECT count(*) FILTER (WHERE day <= $now::timestamptz + interval '7 days')::integer AS due7,
           count(*) FILTER (WHERE day <= $now::timestamptz + interval '30 days')::integer AS due30,
           count(*) FILTER (WHERE state = 'action_needed')::integer AS "actionNeeded"
    FROM (SELECT r.state, ${RENEWAL_DAY_SQL} AS day FROM renewals r WHERE r.fanclub_id = $fanclub AND ${DUE_RENEWAL_SQL}) due`,
});

/**
 * What renewals that are due bring, by the month of their day in the fan club's calendar and by currency; those of former months count in
 * the present one. What was announced, else the price of the plan that follows; of a renewal that is only planned the plan into which the
 * present one converts or renews, and a card that is charged unless the member turns it off. At most 12 months.
 */
export const EXPECTED_RENEWALS = statement('renewals.expected', {
  params: { fanclub: types.bigint, now: types.timestamptz },
  row: {
    month: types.text,
    currency: types.text,
    /** Charged to saved cards, unless their members stop it. */
    automatic: types.integer,
    automaticAmount: types.text,
    /** Left to their members. */
    byHand: types.integer,
    byHandAmount: types.text,
  },
  text: `
    WITH due AS (
      SELECT to_char(greatest(x.day, $now::timestamptz) AT TIME ZONE f.time_zone, 'YYYY-MM') AS month, x.currency, x.automatic, x.amount
      FROM fanclubs f JOIN LATERAL (
        SELECT ${RENEWAL_DAY_SQL} AS day, coalesce(o.currency, f.currency) AS currency,
               CASE WHEN r.state = 'planned' THEN c.auto_renewal_enabled AND EXISTS (
                      SELECT FROM payment_methods m
                      WHERE m.fanclub_id = r.fanclub_id AND m.customer_id = r.customer_id AND m.detached_at IS NULL)
                    ELSE r.automatic AND r.state <> 'action_needed' END AS automatic,
               coalesce(o.total, r.announced_total, n.price, p.price) AS amount
        FROM renewals r
        JOIN subscriptions t ON t.fanclub_id = r.fanclub_id AND t.id = r.subscription_id
        JOIN customers c ON c.fanclub_id = r.fanclub_id AND c.id = r.customer_id
        JOIN plans p ON p.fanclub_id = t.fanclub_id AND p.id = t.plan_id
        LEFT JOIN plans n ON n.fanclub_id = r.fanclub_id AND n.id = coalesce(r.plan_id,
          CASE r.kind WHEN 'trial' THEN p.converts_into_plan_id WHEN 'season' THEN p.renews_into_plan_id END)
        LEFT JOIN orders o ON o.fanclub_id = r.fanclub_id AND o.id = r.order_id
        WHERE r.fanclub_id = f.id AND ${DUE_RENEWAL_SQL}
      ) x ON x.day IS NOT NULL
      WHERE f.id = $fanclub
    )
    SELECT month, currency, count(*) FILTER (WHERE automatic)::integer AS automatic,
           coalesce(sum(amount) FILTER (WHERE automatic), 0)::numeric(14, 2)::text AS "automaticAmount",
           count(*) FILTER (WHERE NOT automatic)::integer AS "byHand",
           coalesce(sum(amount) FILTER (WHERE NOT automatic), 0)::numeric(14, 2)::text AS "byHandAmount"
    FROM due WHERE month IN (SELECT DISTINCT month FROM due ORDER BY month LIMIT 12)
    GROUP BY month, currency ORDER BY month, currency`,
});
