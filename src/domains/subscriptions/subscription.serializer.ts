import { isoUtc } from '#libs/format';
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
  const { status, lapsed } = stateOf(row, now);
  return {
    id: row.id,
    start_date: isoUtc(row.startDate),
    end_date: row.endDate && isoUtc(row.endDate),
    status,
    active: status === 'active',
    expired: status === 'expired',
    trial_membership: row.trial,
    lapsed,
    plan: planBrief(row.plan),
  };
}

/** Prints a subscription bought ahead. */
export function queuedSubscriptionShape(row: QueuedSubscriptionRow): QueuedSubscriptionShape {
  return {
    id: row.id,
    customer_id: row.customerId,
    plan: planBrief(row.plan),
    created_at: isoUtc(row.createdAt),
    updated_at: isoUtc(row.updatedAt),
    processed_at: row.processedAt && isoUtc(row.processedAt),
    end_date: isoUtc(row.endDate),
    subscription_id: row.subscriptionId,
  };
}
