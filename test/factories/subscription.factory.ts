import { termEnd } from '#libs/format';
import type { Customer } from '../../src/domains/accounts';
import type { Plan } from '../../src/domains/plans';
import type { Subscription } from '../../src/domains/subscriptions';
import { daysFrom, type New, type Seed } from './seed';

export interface SubscriptionInput extends Partial<Subscription> {
  customer: Customer;
  plan: Plan;
}

/** A subscription since 30 days; its end follows from the plan's duration, its sales period is the plan's. */
export function subscriptionFactory(
  { now }: Seed,
  { customer, plan, ...overrides }: SubscriptionInput,
): New<Subscription> {
  const startDate = overrides.startDate ?? daysFrom(now, -30);
  return {
    fanclubId: customer.fanclubId,
    customerId: customer.id,
    planId: plan.id,
    salesPeriodId: plan.salesPeriodId,
    startDate,
    endDate: termEnd(startDate, plan.duration),
    trialMembership: plan.trial,
    cancelled: false,
    ...overrides,
  };
}
