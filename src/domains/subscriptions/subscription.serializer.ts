import { isoUtc } from '#libs/format';
import { planTextsOf } from '#platform/access';
import { type PlanBrief, planBrief } from '#domains/plans';
import { stateOf, type SubscriptionStatus } from './subscription.rules';
import type { QueuedSubscriptionRow, SubscriptionRow } from './subscriptions.queries';

/** The specification's "Subscription". */
export interface SubscriptionShape {
  id: number;
  start_date: string;
  /** Null for a subscription without end. */
  end_date: string | null;
  status: SubscriptionStatus;
  active: boolean;
  expired: boolean;
  trial_membership: boolean;
  lapsed: boolean;
  plan: PlanBrief;
}

/** The specification's "Queued subscription". */
export interface QueuedSubscriptionShape {
  id: number;
  customer_id: number;
  plan: PlanBrief;
  created_at: string;
  updated_at: string;
  /** Null until it is processed. */
  processed_at: string | null;
  end_date: string;
  /** What it became; null until then. */
  subscription_id: number | null;
}

/** Prints a subscription as it stands at an instant. */
export function subscriptionShape(row: SubscriptionRow, now: Date): SubscriptionShape {
  const { start_date: startDate, end_date: endDate, cancelled, extended_until: extendedUntil } = row;
  const { status, lapsed } = stateOf({ startDate, endDate, cancelled, extendedUntil }, now);
  return {
    id: row.id,
    start_date: isoUtc(startDate),
    end_date: endDate && isoUtc(endDate),
    status,
    active: status === 'active',
    expired: status === 'expired',
    trial_membership: row.trial_membership,
    lapsed,
    plan: planBrief(planTextsOf(row)),
  };
}

/** Prints a subscription bought ahead. */
export function queuedSubscriptionShape(row: QueuedSubscriptionRow): QueuedSubscriptionShape {
  return {
    id: row.id,
    customer_id: row.customer_id,
    plan: planBrief(planTextsOf(row)),
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
    processed_at: row.processed_at && isoUtc(row.processed_at),
    end_date: isoUtc(row.end_date),
    subscription_id: row.subscription_id,
  };
}
