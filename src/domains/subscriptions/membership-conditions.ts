/*
 * SQL about memberships for the statements of staff. `fanclub` and `now` are the placeholders of the statement. They follow the
 * rules of subscription.rules.ts.
 */

interface Placeholders {
  readonly fanclub: string;
  readonly now: string;
}

/** Whether the subscription `s` with the sales period `sp` counts (contract 5.2). Of several, the latest start counts. */
export const countsAt = (now: string): string => `(NOT s.cancelled AND s.start_date <= ${now}
  AND (s.end_date IS NULL OR s.end_date > ${now} OR sp.extended_until > ${now}))`;

/** The subscription that counts, of each customer who has one: `customer_id`, `plan_id`, `end_date`, `trial_membership`, `lapsed`. */
export const currentMemberships = ({ fanclub, now }: Placeholders): string => `
  SELECT DISTINCT ON (s.customer_id) s.customer_id, s.plan_id, s.end_date, s.trial_membership,
         coalesce(s.end_date <= ${now}, false) AS lapsed
  FROM subscriptions s
  LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
  WHERE s.fanclub_id = ${fanclub} AND ${countsAt(now)}
  ORDER BY s.customer_id, s.start_date DESC, s.id DESC`;

/** When each customer began to be a member for the first time, and ended to be one: `customer_id`, `began`, `ended` (null: never). */
export const membershipSpans = ({ fanclub, now }: Placeholders): string => `
  SELECT s.customer_id, min(s.start_date) AS began,
         CASE WHEN NOT bool_or(NOT s.cancelled AND s.end_date IS NULL)
              THEN max(CASE WHEN s.cancelled THEN least(s.end_date, s.updated_at)
                            ELSE greatest(s.end_date, sp.extended_until) END) END AS ended
  FROM subscriptions s
  LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
  WHERE s.fanclub_id = ${fanclub} AND s.start_date <= ${now} GROUP BY s.customer_id`;
