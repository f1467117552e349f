import { displayPrice, isZero, termEnd } from '#libs/format';
import type { Membership, ViewerCustomer } from '#platform/access';
import type { PublishedPlan, PlanStanding, Subscriber } from '#domains/plans';

/** Whether a buyer can order a plan now, and if not, why. */
export type Availability = 'available' | 'payment_not_set_up' | 'not_available' | 'already_yours';

/** The buyer for the rules of plans, who need not be registered. Null: a new customer. */
export function subscriberOf(buyer: ViewerCustomer | null): Subscriber {
  return { customer: buyer, membership: buyer?.membership ?? null };
}

/** The price without shipping, a decimal string. An upgrade has its own price (contract 5.4). */
export function priceFor(plan: PublishedPlan, { upgradePrice }: PlanStanding): string {
  return upgradePrice ?? plan.price;
}

/** The cost of shipping as printed. */
export interface ShippingPrices {
  domestic: string;
  international: string;
}

/** Null if nothing is shipped or shipping is free. */
export function shippingFor({ package: goods, currency }: PublishedPlan): ShippingPrices | null {
  if (!goods || [goods.domestic, goods.international].every(isZero)) return null;
  return {
    domestic: displayPrice(goods.domestic, currency),
    international: displayPrice(goods.international, currency),
  };
}

/** Whether plan and shipping are free, both domestic and international, because the checkout does not know the address. */
export function isFreeFor(plan: PublishedPlan, standing: PlanStanding): boolean {
  const { domestic, international } = plan.package ?? { domestic: '0', international: '0' };
  return [priceFor(plan, standing), domestic, international].every(isZero);
}

/** @param canPay whether the fan club can take payments */
export function availabilityOf(plan: PublishedPlan, standing: PlanStanding, canPay: boolean): Availability {
  if (!standing.available) return standing.current ? 'already_yours' : 'not_available';
  return canPay || isFreeFor(plan, standing) ? 'available' : 'payment_not_set_up';
}

/** The end of a subscription that starts now; null: never. A renewal also gets the rest of the term that it renews. */
export function endOfNew(
  { duration }: PublishedPlan,
  { renewal }: PlanStanding,
  membership: Membership | null,
  now: Date,
): Date | null {
  const former = renewal ? (membership?.endDate ?? now) : now;
  return termEnd(former > now ? former : now, duration);
}
