import { termEnd } from '#libs/format';
import type { Membership, SalesPeriodSpan, ViewerCustomer } from '#platform/access';
import type { OrderKind } from '#domains/orders/order.entity';
import { isSoldTo, type PublishedPlan, type PlanStanding, standingOf, type Subscriber } from '#domains/plans';

/** The buyer as a subscriber for the rules of plans. Null: a new customer. */
export function subscriberOf(buyer: ViewerCustomer | null): Subscriber {
  return { customer: buyer, membership: buyer?.membership ?? null };
}

/** The standing of a plan for a buyer, with the conversion of a trial. */
export interface CheckoutStanding extends PlanStanding {
  /** The plan into which the present trial membership converts. It begins when the trial ends. */
  readonly conversion: boolean;
}

/**
 * The standing of a plan for a buyer who orders it now.
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
 * The standing by which a paid order is fulfilled. If the membership that the order replaces or follows is no longer the present one,
 * the order gives a new membership.
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

/** When a bought membership starts and ends. */
export interface Term {
  readonly start: Date;
  /** Null: never. */
  readonly end: Date | null;
  /** Whether it is queued until its start. */
  readonly isQueued: boolean;
}

/**
 * When a membership of a plan ends that begins at `start` (decision 69): after its months; without months with its sales period, but
 * not before it begins; without both never (null).
 */
export function termEndOf(
  { duration, salesPeriod }: Pick<PublishedPlan, 'duration' | 'salesPeriod'>,
  start: Date,
): Date | null {
  if (duration !== null || salesPeriod === null) return termEnd(start, duration);
  return salesPeriod.endsAt > start ? salesPeriod.endsAt : start;
}

/** Milliseconds of a season. */
export const seasonLength = ({ startsAt, endsAt }: SalesPeriodSpan): number =>
  endsAt.getTime() - startsAt.getTime();

/**
 * The term of a membership that is bought now. The renewal of a season adds the rest of the present term. The renewal of a plan
 * without season is queued until the present term ends, and so is a conversion. If the trial or the plan has no end, or the season of the
 * plan is over by then, it starts now and replaces the trial. Some terms give nothing ({@link givesNothing}).
 */
export function termOf(
  plan: PublishedPlan,
  { renewal, conversion }: CheckoutStanding,
  membership: Membership | null,
  now: Date,
): Term {
  const end = membership?.endDate ?? now;
  const former = end > now ? end : now;
  const endAfter = termEndOf(plan, former);
  const follows = conversion || (renewal && plan.salesPeriod === null);
  const isQueued = follows && former > now && endAfter !== null && endAfter > former;
  return {
    start: isQueued ? former : now,
    end: isQueued || renewal ? endAfter : termEndOf(plan, now),
    isQueued,
  };
}

/**
 * Whether a term is no longer than what the buyer has without it: the season of a plan without months is over, or is over when the
 * membership ends that the order renews or converts. Nobody pays for such a term.
 */
export function givesNothing(
  { start, end }: Term,
  { renewal, conversion }: CheckoutStanding,
  membership: Membership | null,
): boolean {
  const kept = renewal || conversion ? (membership?.endDate ?? start) : start;
  return end !== null && end <= (kept > start ? kept : start);
}

/** The kind of an order with this standing. */
export function kindOf({ upgrade, renewal, conversion }: CheckoutStanding): OrderKind {
  if (renewal) return 'renewal';
  if (conversion) return 'conversion';
  return upgrade ? 'upgrade' : 'new';
}
