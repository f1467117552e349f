import type { Customer } from '../../src/domains/accounts';
import type { Order } from '../../src/domains/orders';
import type { Plan } from '../../src/domains/plans';
import { daysFrom, type New, type Seed } from './seed';

export interface OrderInput extends Partial<Order> {
  customer: Customer;
  plan: Plan;
}

/** An order completed ten days ago: paid as soon as placed, at the plan's price; for a free plan neither paid nor with totals. */
export function orderFactory({ n, now }: Seed, { customer, plan, ...overrides }: OrderInput): New<Order> {
  const free = !/[1-9]/.test(plan.price);
  // A second each, as no two orders of a customer for a plan are of the same instant.
  const createdAt = overrides.createdAt ?? new Date(daysFrom(now, -10).getTime() + n * 1000);
  return {
    fanclubId: customer.fanclubId,
    customerId: customer.id,
    planId: plan.id,
    shipping: free ? null : '0.00',
    discount: free ? null : '0.00',
    subtotal: free ? null : plan.price,
    total: free ? null : plan.price,
    createdAt,
    updatedAt: createdAt,
    paidAt: free ? null : createdAt,
    refundedAt: null,
    billingAddress: null,
    checkoutReference: null,
    ...overrides,
  };
}
