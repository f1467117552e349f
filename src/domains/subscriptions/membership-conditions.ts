import { activeSql, lapsedSql, LATEST_START_FIRST } from '#platform/access';

/*
 * SQL about memberships for the statements of other domains, built on the rules of `platform/access`. `s` is a subscription, `sp` its
 * sales period, `q` a queued subscription. `fanclub` and `now` are the placeholders of the statement.
 */

interface Placeholders {
  readonly fanclub: string;
  readonly now: string;
}

/** Whether the queued subscription is still to begin. One whose order was refunded is processed as well. */
export const QUEUED_SQL = 'q.processed_at IS NULL';

/** Whether the queued subscription was bought here and is still to begin. */
export const BOUGHT_AHEAD_SQL = `(q.order_id IS NOT NULL AND ${QUEUED_SQL})`;

/** Whether a subscription with this alias was not cancelled. */
export const isKeptSql = (alias: string): string => `(NOT ${alias}.cancelled)`;

/** Whether a subscription with this alias starts later. */
export const startsLaterSql = (alias: string, now: string): string =>
  `(${isKeptSql(alias)} AND ${alias}.start_date > ${now})`;

/** The instant at which the subscription stops being active; null: never. A cancelled one stopped when it was changed last. */
export const END_OF_ACTIVE_SQL = `CASE
    WHEN s.cancelled THEN least(s.end_date, s.updated_at)
    WHEN s.end_date IS NOT NULL THEN greatest(s.end_date, sp.extended_until) END`;

/**
 * Every span of time in which a customer was a member: `customer_id`, `began`, `ended` (null: never), with the `id`, `plan_id` and
 * `order_id` of the subscription. A cancelled term counts until its
 * cancellation; one that was cancelled before it began does not.
 */
export const membershipTerms = ({ fanclub, now }: Placeholders): string => `
  SELECT id, customer_id, plan_id, order_id, began, ended FROM (
    SELECT s.id, s.customer_id, s.plan_id, s.order_id, s.start_date AS began, ${END_OF_ACTIVE_SQL} AS ended
    FROM subscriptions s
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = ${fanclub} AND s.start_date <= ${now}) terms
  WHERE ended IS NULL OR ended > began`;

/** The membership of each customer who has one: `customer_id`, `plan_id`, `end_date`, `trial_membership`, `lapsed`. */
export const currentMemberships = ({ fanclub, now }: Placeholders): string => `
  SELECT DISTINCT ON (s.customer_id) s.customer_id, s.plan_id, s.end_date, s.trial_membership, ${lapsedSql(now)} AS lapsed
  FROM subscriptions s
  LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
  WHERE s.fanclub_id = ${fanclub} AND ${activeSql(now)}
  ORDER BY s.customer_id, ${LATEST_START_FIRST}`;

/** When each customer began to be a member for the first time, and ended to be one: `customer_id`, `began`, `ended` (null: never). */
export const membershipSpans = ({ fanclub, now }: Placeholders): string => `
  SELECT s.customer_id, min(s.start_date) AS began,
         CASE WHEN bool_and((${END_OF_ACTIVE_SQL}) IS NOT NULL) THEN max(${END_OF_ACTIVE_SQL}) END AS ended
  FROM subscriptions s
  LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
  WHERE s.fanclub_id = ${fanclub} AND s.start_date <= ${now} GROUP BY s.customer_id`;

/** Whether the customer `c` had a membership at an instant or later, or one to come, which may be cancelled since, in SQL. */
export const memberSinceSql = (instant: string): string => `(
  EXISTS (
    SELECT FROM subscriptions s
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = c.fanclub_id AND s.customer_id = c.id AND coalesce((${END_OF_ACTIVE_SQL}) >= ${instant}, true))
  OR EXISTS (
    SELECT FROM queued_subscriptions q
    WHERE q.fanclub_id = c.fanclub_id AND q.customer_id = c.id AND (${QUEUED_SQL} OR q.cancelled_at >= ${instant})))`;
