import { isZero, termEnd } from '#libs/format';
import type { Membership, ViewerCustomer } from '#platform/access';
import type { CataloguePlan, PlanStanding, Subscriber } from '#domains/plans';

/** Whether a buyer can order a plan now, and if not, why. */
export type Availability = 'available' | 'payment_not_set_up' | 'not_available' | 'already_yours';

/** A buyer as plans are judged for one: a customer who is not registered yet counts like any other. Null: somebody new. */
export function subscriberOf(buyer: ViewerCustomer | null): Subscriber {
  return { customer: buyer, membership: buyer?.membership ?? null };
}

/** What the plan costs the buyer, a decimal string: an upgrade has a price of its own (decisions 5.4). Without shipping. */
export function priceFor(plan: CataloguePlan, { upgradePrice }: PlanStanding): string {
  return upgradePrice ?? plan.price;
}

/**
 * Whether the buyer owes nothing: neither for the plan nor for sending its package, be it abroad, since where it will go is
 * not known at the checkout.
 */
export function isFreeFor(plan: CataloguePlan, standing: PlanStanding): boolean {
  const { domestic, international } = plan.package ?? { domestic: '0', international: '0' };
  return [priceFor(plan, standing), domestic, international].every(isZero);
}

/** Whether a buyer to whom the plan stands so can order it; `canPay`: the fan club can take money. */
export function availabilityOf(plan: CataloguePlan, standing: PlanStanding, canPay: boolean): Availability {
  if (!standing.available) return standing.current ? 'already_yours' : 'not_available';
  return canPay || isFreeFor(plan, standing) ? 'available' : 'payment_not_set_up';
}

/** The end of a subscription that starts now; a renewal loses nothing of the term that it renews. Null: without end. */
export function endOfNew(
  { duration }: CataloguePlan,
  { renewal }: PlanStanding,
  membership: Membership | null,
  now: Date,
): Date | null {
  const former = renewal ? (membership?.endDate ?? now) : now;
  return termEnd(former > now ? former : now, duration);
}
