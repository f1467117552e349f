import { PLAN_TEXTS, type PlanTextsRow } from '#platform/access';
import type { Statement } from '#platform/database';

/** A subscription with its plan and the extension of its sales period. */
export interface SubscriptionRow extends PlanTextsRow {
  id: number;
  start_date: Date;
  end_date: Date | null;
  trial_membership: boolean;
  cancelled: boolean;
  extended_until: Date | null;
}

const SUBSCRIPTIONS = `
  SELECT s.id, s.start_date, s.end_date, s.trial_membership, s.cancelled, sp.extended_until, ${PLAN_TEXTS}
  FROM subscriptions s
  JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
  LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
  WHERE s.fanclub_id = $1 AND s.customer_id = $2`;

/** All subscriptions of a customer, by start. $1 fan club, $2 customer. */
export const LIST_SUBSCRIPTIONS: Statement = {
  name: 'subscriptions.list',
  text: `${SUBSCRIPTIONS} ORDER BY s.start_date, s.id`,
};

/** One subscription of a customer. $1 fan club, $2 customer, $3 subscription. */
export const FIND_SUBSCRIPTION: Statement = {
  name: 'subscriptions.find',
  text: `${SUBSCRIPTIONS} AND s.id = $3`,
};

/** A subscription bought ahead, with its plan. */
export interface QueuedSubscriptionRow extends PlanTextsRow {
  id: number;
  customer_id: number;
  created_at: Date;
  updated_at: Date;
  processed_at: Date | null;
  end_date: Date;
  subscription_id: number | null;
}

/** A customer's queued subscriptions, by end. $1 fan club, $2 customer, $3 only processed ones, only others, or (null) all. */
export const LIST_QUEUED_SUBSCRIPTIONS: Statement = {
  name: 'subscriptions.queued',
  text: `
    SELECT q.id, q.customer_id, q.created_at, q.updated_at, q.processed_at, q.end_date, q.subscription_id, ${PLAN_TEXTS}
    FROM queued_subscriptions q
    JOIN plans p ON p.fanclub_id = q.fanclub_id AND p.id = q.plan_id
    WHERE q.fanclub_id = $1 AND q.customer_id = $2
      AND ($3::boolean IS NULL OR (q.processed_at IS NOT NULL) = $3)
    ORDER BY q.end_date, q.id`,
};
