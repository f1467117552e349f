import { compare, subtract } from '#libs/money';
import type { Membership, SalesPeriodSpan, Viewer, ViewerCustomer } from '#platform/access';
import type { Readership } from '#platform/answers';
import type { PublishedPlan } from './published-plan';

/** A viewer, or a buyer at the checkout. */
export type Subscriber = Pick<Viewer, 'customer' | 'membership'>;

/** The fields of a plan that depend on the viewer and the time. */
export interface PlanStanding {
  /** It is the plan of the active subscription. */
  current: boolean;
  /** The customer can upgrade to it now. Never true together with `renewal`. */
  upgrade: boolean;
  /** A decimal; null if `upgrade` is false. */
  upgradePrice: string | null;
  /** The sales period of the active subscription has ended, and this plan is sold in a later one that is open. */
  renewal: boolean;
  available: boolean;
}

/** Without an active subscription there is no current plan, upgrade or renewal. */
export function standingOf(plan: PublishedPlan, viewer: Subscriber, now: Date): PlanStanding {
  const { customer, membership } = viewer;
  const isSold = isSoldTo(plan, customer, now);
  const renewal = membership !== null && isRenewal(plan, membership, now);
  const path = plan.upgradePaths.find((up) => up.fromPlanId === membership?.plan.id);
  const upgrade = membership !== null && path !== undefined && !renewal && isSold;
  return {
    current: plan.id === membership?.plan.id,
    upgrade,
    upgradePrice: upgrade ? (path.price ?? surcharge(membership.planPrice, plan.price)) : null,
    renewal,
    available: (membership === null || renewal || upgrade) && isSold,
  };
}

/** All that {@link seesPlans} and {@link standingOf} depend on, of a viewer: the same text has the same plans and flags. */
export function planReadership(viewer: Viewer): Readership {
  const { customer, membership } = viewer;
  const facts = [
    seesPlans(viewer),
    customer !== null && isAtRenewalCap(customer) && customer.lockedPlanId,
    membership && [membership.plan.id, membership.planPrice, membership.salesPeriod],
  ];
  return { text: JSON.stringify(facts) };
}

/** Whether a viewer sees any plan. Customers without an active subscription do only if the fan club allows it (contract 5.1). */
export function seesPlans({ fanclub, customer, membership }: Viewer): boolean {
  return customer === null || membership !== null || fanclub.listPlansWithoutSubscription;
}

export function isTagged({ tags }: PublishedPlan, wanted: readonly string[]): boolean {
  return wanted.some((tag) => tags.includes(tag));
}

/** See contract 5.3. */
function isRenewal({ salesPeriod }: PublishedPlan, membership: Membership, now: Date): boolean {
  const former = membership.salesPeriod;
  if (salesPeriod === null || former === null) return false;
  return former.endsAt < now && salesPeriod.startsAt > former.startsAt && isOpen(salesPeriod, now);
}

/** Whether a customer, or a visitor (null), can buy the plan now, whatever their membership is (contract 5.5). */
export function isSoldTo(plan: PublishedPlan, customer: ViewerCustomer | null, now: Date): boolean {
  return isOnSale(plan, now) && (customer === null || !isBarredByLock(plan, customer));
}

/** Whether anybody can buy the plan now (contract 5.5). */
function isOnSale(plan: PublishedPlan, now: Date): boolean {
  return !plan.soldOut && isInSale(plan, now);
}

/** Whether the plan is on sale now, or would be if it were not sold out. Only then its waiting list makes offers. */
export function isInSale({ onSale, deleted, salesPeriod }: PublishedPlan, now: Date): boolean {
  return onSale && !deleted && (salesPeriod === null || isOpen(salesPeriod, now));
}

/**
 * When the season ends with which every membership of a plan ends (decision 69). A bought code gives something else after it (decision
 * 83). Null: its memberships have a term of their own, or never end.
 */
export function seasonEndOf({
  duration,
  salesPeriod,
}: Pick<PublishedPlan, 'duration' | 'salesPeriod'>): Date | null {
  return duration === null ? (salesPeriod?.endsAt ?? null) : null;
}

function isOpen({ startsAt, endsAt }: SalesPeriodSpan, now: Date): boolean {
  return startsAt <= now && now <= endsAt;
}

/** At the renewal cap, only the locked plan is available (contract 5.5). */
function isBarredByLock({ id }: PublishedPlan, customer: ViewerCustomer): boolean {
  return isAtRenewalCap(customer) && id !== customer.lockedPlanId;
}

/** The difference of two prices, at least 0. Prices are decimal strings with at most two decimals. */
function surcharge(from: string, to: string): string {
  return compare(to, from) > 0 ? subtract(to, from) : '0.00';
}

/** Whether the customer has used all renewals of the plan that they are locked into (contract 5.6). */
export function isAtRenewalCap({ lockedPlanId, lockedPlanRenewalCap, renewals }: ViewerCustomer): boolean {
  return lockedPlanId !== null && lockedPlanRenewalCap !== null && renewals >= lockedPlanRenewalCap;
}
