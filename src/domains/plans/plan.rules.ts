import type { Membership, SalesPeriodSpan, Viewer, ViewerCustomer } from '#platform/access';
import type { CataloguePlan } from './plan-catalogue';
import { isAtRenewalCap } from './renewal-cap.rules';

/** Whom a plan is judged for: a viewer, or whoever is to be treated like one. */
export type Subscriber = Pick<Viewer, 'customer' | 'membership'>;

/** How a plan stands to a viewer at an instant: what the full shape of a plan says about the current customer. */
export interface PlanStanding {
  /** The plan of the active subscription. */
  current: boolean;
  /** The customer can upgrade to it; never together with `renewal`. */
  upgrade: boolean;
  /** A decimal string; null where `upgrade` is false. */
  upgradePrice: string | null;
  /** The active subscription is of a past season, and this plan is sold in the season now open. */
  renewal: boolean;
  available: boolean;
}

/** How a plan stands to a viewer. A viewer without active subscription has no current plan, upgrades or renewals. */
export function standingOf(plan: CataloguePlan, viewer: Subscriber, now: Date): PlanStanding {
  const { customer, membership } = viewer;
  const renewal = membership !== null && isRenewal(plan, membership, now);
  const path = renewal ? undefined : plan.upgradePaths.find((up) => up.fromPlanId === membership?.plan.id);
  const upgrade = membership !== null && path !== undefined;
  return {
    current: plan.id === membership?.plan.id,
    upgrade,
    upgradePrice: upgrade ? (path.price ?? surcharge(membership.planPrice, plan.price)) : null,
    renewal,
    available:
      isSold(plan, now) &&
      (membership === null || renewal || upgrade) &&
      (customer === null || !isBarredByLock(plan, customer)),
  };
}

/**
 * Whether a viewer sees the fan club's plans at all: visitors who may join, and members; customers without active
 * subscription only where the fan club says so (decisions 5.1).
 */
export function seesPlans({ fanclub, customer, membership }: Viewer): boolean {
  return customer === null || membership !== null || fanclub.listPlansWithoutSubscription;
}

/** Whether a plan carries any of the tags. */
export function isTagged({ tags }: CataloguePlan, wanted: readonly string[]): boolean {
  return wanted.some((tag) => tags.includes(tag));
}

/** Decisions 5.3: the subscription's sales period has ended, a later one is open, and this plan belongs to it. */
function isRenewal({ salesPeriod }: CataloguePlan, membership: Membership, now: Date): boolean {
  const former = membership.salesPeriod;
  if (salesPeriod === null || former === null) return false;
  return former.endsAt < now && salesPeriod.startsAt > former.startsAt && isOpen(salesPeriod, now);
}

/** Decisions 5.5: on sale at this instant, to anybody at all. */
function isSold({ onSale, deleted, salesPeriod }: CataloguePlan, now: Date): boolean {
  return onSale && !deleted && (salesPeriod === null || isOpen(salesPeriod, now));
}

function isOpen({ startsAt, endsAt }: SalesPeriodSpan, now: Date): boolean {
  return startsAt <= now && now <= endsAt;
}

/** Decisions 5.5: at the renewal cap, no other plan than the locked one. */
function isBarredByLock({ id }: CataloguePlan, customer: ViewerCustomer): boolean {
  return isAtRenewalCap(customer) && id !== customer.lockedPlanId;
}

/** What a price is above another, never below 0: decimal strings, at most two decimals each. */
function surcharge(from: string, to: string): string {
  const difference = hundredths(to) - hundredths(from);
  if (difference <= 0n) return '0.00';
  const digits = String(difference).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function hundredths(price: string): bigint {
  const [whole, fraction = ''] = price.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}
