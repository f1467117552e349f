import { isoUtc } from '#libs/format';
import { subscriptionState } from '#platform/access';
import { planBrief } from '#domains/plans';
import type { QueuedSubscription, Subscription } from './dto/subscription.answer';
import type { QueuedSubscriptionRow, SubscriptionRow } from './subscriptions.queries';

/** Prints a subscription with its state at an instant (contract 5.17). */
export function subscriptionShape(row: SubscriptionRow, now: Date): Subscription {
  const { status, lapsed } = subscriptionState(row, now);
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

/** Prints a queued subscription (contract 5.18). */
export function queuedSubscriptionShape(row: QueuedSubscriptionRow): QueuedSubscription {
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
