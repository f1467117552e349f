import { displayPrice, isZero, termEnd } from '#libs/format';
import type { Membership, ViewerCustomer } from '#platform/access';
import type { OrderKind } from '#domains/orders/order.entity';
import { isSoldTo, type PublishedPlan, type PlanStanding, standingOf, type Subscriber } from '#domains/plans';

/** Whether a buyer can order a plan now, and if not, why. */
export type Availability =
  'available' | 'payment_not_set_up' | 'not_available' | 'already_yours' | 'already_queued' | 'after_queued';

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

/** How a plan stands to a buyer: for the buyer of a trial, also whether it is what the trial leads to. */
export interface CheckoutStanding extends PlanStanding {
  /** The plan into which the present trial membership converts. It begins when the trial ends. */
  readonly conversion: boolean;
}

/**
 * How a plan stands to a buyer who orders it now.
 * @param plans all plans of the fan club
 */
export function checkoutStanding(
  plan: PublishedPlan,
  plans: readonly PublishedPlan[],
  subscriber: Subscriber,
  now: Date,
): CheckoutStanding {
  const { customer, membership } = subscriber;
  const standing = standingOf(plan, subscriber, now);
  const present = membership?.trial ? plans.find(({ id }) => id === membership.plan.id) : undefined;
  const conversion = present?.convertsInto === plan.id && !standing.upgrade && !standing.renewal;
  return {
    ...standing,
    conversion,
    available: standing.available || (conversion && isSoldTo(plan, customer, now)),
  };
}

/**
 * How a paid order is fulfilled: as it was placed, as long as the membership that it replaces or follows is still the present one;
 * else as a new membership.
 */
export function settledStanding(
  standing: CheckoutStanding,
  order: { kind: OrderKind; replaces: number | null; renews: number | null },
  membership: Membership | null,
): CheckoutStanding {
  const present = membership?.subscriptionId ?? null;
  const isPresent = present !== null && present === (order.replaces ?? order.renews);
  return {
    ...standing,
    upgrade: isPresent && order.kind === 'upgrade',
    renewal: isPresent && order.kind === 'renewal',
    conversion: isPresent && order.kind === 'conversion',
  };
}

/** Null if nothing is shipped or shipping is free. */
export function shippingFor({ package: goods, currency }: PublishedPlan): ShippingPrices | null {
  if (!goods || [goods.domestic, goods.international].every(isZero)) return null;
  return {
    domestic: displayPrice(goods.domestic, currency),
    international: displayPrice(goods.international, currency),
  };
}

/** Whether the plan costs something for somebody, with or without shipping. */
export function isPriced({ price, package: goods }: PublishedPlan): boolean {
  return ![price, goods?.domestic ?? '0', goods?.international ?? '0'].every(isZero);
}

/** What an {@link Availability} depends on besides the standing of the plan. */
export interface Circumstances {
  /** The plan of a membership that the buyer has bought, and that is still to begin. */
  readonly queuedPlanId: number | null;
  /** Whether this buyer pays nothing. */
  readonly isFree: boolean;
  /** Whether the fan club can take the payment. */
  readonly canPay: boolean;
}

export function availabilityOf(
  standing: CheckoutStanding,
  { queuedPlanId, isFree, canPay }: Circumstances,
  plan: Pick<PublishedPlan, 'id'>,
): Availability {
  if (queuedPlanId === plan.id) return 'already_queued';
  // A membership that begins now would be replaced by the queued one, because the latest start counts (contract 5.2).
  if (queuedPlanId !== null) return 'after_queued';
  if (!standing.available) return standing.current ? 'already_yours' : 'not_available';
  return canPay || isFree ? 'available' : 'payment_not_set_up';
}

/** When a bought membership starts and ends. */
export interface Term {
  readonly start: Date;
  /** Null: never. */
  readonly end: Date | null;
  /** Whether it is queued until its start. */
  readonly isQueued: boolean;
}

/**
 * The term of a membership that is bought now. A renewal also gets the rest of the term that it renews. What continues a trial is
 * queued until the trial ends. It starts now, in place of the trial, if one of the two never ends.
 */
export function termOf(
  { duration }: PublishedPlan,
  { renewal, conversion }: CheckoutStanding,
  membership: Membership | null,
  now: Date,
): Term {
  const end = membership?.endDate ?? now;
  const former = end > now ? end : now;
  const isQueued = conversion && former > now && duration !== null;
  return {
    start: isQueued ? former : now,
    end: termEnd(isQueued || renewal ? former : now, duration),
    isQueued,
  };
}

/** What a buyer agrees to who wants automatic renewal: price, day, and how to stop it. It is kept with the order and the card. */
export function renewalConsentText({ name, price, currency }: PublishedPlan, end: Date): string {
  const day = end.toISOString().slice(0, 10);
  return `Renew “${name}” automatically: charge this card ${displayPrice(price, currency)} around ${day}, and again for each term, after telling me the price and the day. I can stop this at any time.`;
}
