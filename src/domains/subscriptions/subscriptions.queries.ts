import { PLAN_TEXTS, planTexts, withVisit } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import { QUEUED_SQL, startsLaterSql } from './membership-conditions';

const ofCustomer = { fanclub: types.bigint, customer: types.bigint };

const subscriptionRow = {
  id: types.bigint,
  startDate: types.timestamptz,
  endDate: types.timestamptz.orNull,
  trial: types.boolean,
  cancelled: types.boolean,
  /** The extension of the sales period; null: no extension or no sales period. */
  extendedUntil: types.timestamptz.orNull,
  plan: planTexts,
};

const SUBSCRIPTIONS = `
  SELECT s.id, s.start_date AS "startDate", s.end_date AS "endDate", s.trial_membership AS trial, s.cancelled,
         sp.extended_until AS "extendedUntil", ${PLAN_TEXTS} AS plan
  FROM subscriptions s
  JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
  LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
  WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer`;

/** All subscriptions of a customer, by start. */
export const LIST_SUBSCRIPTIONS = statement('subscriptions.list', {
  params: ofCustomer,
  row: subscriptionRow,
  text: `${SUBSCRIPTIONS} ORDER BY s.start_date, s.id`,
});

export const SUBSCRIPTIONS_WITH_VISIT = statement(
  'subscriptions.list_with_visit',
  withVisit(LIST_SUBSCRIPTIONS),
);

export type SubscriptionRow = RowOf<typeof LIST_SUBSCRIPTIONS>;

/** One subscription of a customer. */
export const FIND_SUBSCRIPTION = statement('subscriptions.find', {
  params: { ...ofCustomer, subscription: types.bigint },
  row: subscriptionRow,
  text: `${SUBSCRIPTIONS} AND s.id = $subscription`,
});

/** A customer's queued subscriptions, by end. */
export const LIST_QUEUED_SUBSCRIPTIONS = statement('subscriptions.queued', {
  params: {
    ...ofCustomer,
    /** True: only processed ones; false: only others; null: all. */
    processed: types.boolean.orNull,
  },
  row: {
    id: types.bigint,
    customerId: types.bigint,
    createdAt: types.timestamptz,
    updatedAt: types.timestamptz,
    processedAt: types.timestamptz.orNull,
    endDate: types.timestamptz,
    subscriptionId: types.bigint.orNull,
    plan: planTexts,
  },
  text: `
    SELECT q.id, q.customer_id AS "customerId", q.created_at AS "createdAt", q.updated_at AS "updatedAt",
           q.processed_at AS "processedAt", q.end_date AS "endDate", q.subscription_id AS "subscriptionId",
           ${PLAN_TEXTS} AS plan
    FROM queued_subscriptions q
    JOIN plans p ON p.fanclub_id = q.fanclub_id AND p.id = q.plan_id
    WHERE q.fanclub_id = $fanclub AND q.customer_id = $customer
      AND ($processed::boolean IS NULL OR (${QUEUED_SQL}) <> $processed)
    ORDER BY q.end_date, q.id`,
});

export type QueuedSubscriptionRow = RowOf<typeof LIST_QUEUED_SUBSCRIPTIONS>;

/** The memberships of a customer that are still to begin, by begin. A queued one without a time begins when the present one ends. */
export const TERMS_AHEAD = statement('subscriptions.ahead', {
  params: { ...ofCustomer, now: types.timestamptz },
  row: {
    planName: types.text,
    startsAt: types.timestamptz.orNull,
    /** Null: never. */
    endDate: types.timestamptz.orNull,
  },
  text: `
    SELECT p.name AS "planName", ahead.starts_at AS "startsAt", ahead.end_date AS "endDate"
    FROM (
      SELECT s.plan_id, s.start_date AS starts_at, s.end_date FROM subscriptions s
      WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer AND ${startsLaterSql('s', '$now')}
      UNION ALL
      SELECT q.plan_id, q.starts_at, q.end_date FROM queued_subscriptions q
      WHERE q.fanclub_id = $fanclub AND q.customer_id = $customer AND ${QUEUED_SQL}
    ) ahead
    JOIN plans p ON p.fanclub_id = $fanclub AND p.id = ahead.plan_id
    ORDER BY ahead.starts_at, ahead.end_date`,
});

/** A membership that is still to begin. */
export type TermAhead = RowOf<typeof TERMS_AHEAD>;
