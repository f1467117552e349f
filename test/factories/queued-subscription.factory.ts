import type { Customer } from '../../src/domains/accounts';
import type { Plan } from '../../src/domains/plans';
import type { QueuedSubscription, Subscription } from '../../src/domains/subscriptions';
import { daysFrom, type New, type Seed } from './seed';

export interface QueuedSubscriptionInput extends Partial<QueuedSubscription> {
  customer: Customer;
  plan: Plan;
  /** The one it became when it was processed. */
  subscription?: Subscription;
}

/** A subscription that waits since ten days; processed yesterday, if one is given that it became. */
export function queuedSubscriptionFactory(
  { now }: Seed,
  { customer, plan, subscription, ...overrides }: QueuedSubscriptionInput,
): New<QueuedSubscription> {
  return {
    fanclubId: customer.fanclubId,
    customerId: customer.id,
    planId: plan.id,
    createdAt: daysFrom(now, -10),
    updatedAt: daysFrom(now, -10),
    processedAt: subscription ? daysFrom(now, -1) : null,
    endDate: daysFrom(now, 365),
    subscriptionId: subscription?.id ?? null,
    ...overrides,
  };
}
