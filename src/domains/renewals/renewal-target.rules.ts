import type { Membership, ViewerCustomer } from '#platform/access';
import {
  type CheckoutStanding,
  checkoutStanding,
  givesNothing,
  subscriberOf,
  termOf,
} from '#domains/fulfilment';
import { isSoldTo, type PublishedPlan } from '#domains/plans';
import type { RenewalKind } from './renewal.entity';
import type { StopReason } from './renewal.states';

/** The plan that follows a membership, and its standing for the member. */
export interface Target {
  readonly plan: PublishedPlan;
  readonly standing: CheckoutStanding;
}

/** How a membership is renewed. */
export function kindOfRenewal({ trial, salesPeriod }: Membership): RenewalKind {
  if (trial) return 'trial';
  return salesPeriod === null ? 'term' : 'season';
}

/**
 * The plan that follows the present membership of a member: the one into which the trial converts; else the locked plan, the same
 * plan, or the one into which it renews, the first that the member can take now and that ends later than the membership. Lock and cap count as for a visitor.
 * @returns why there is none
 */
export function targetOf(
  buyer: ViewerCustomer & { readonly membership: Membership },
  plans: readonly PublishedPlan[],
  now: Date,
): Target | StopReason {
  const { membership, lockedPlanId } = buyer;
  const kind = kindOfRenewal(membership);
  const present = plans.find(({ id }) => id === membership.plan.id);
  const ids =
    kind === 'trial'
      ? [present?.convertsInto ?? null]
      : [lockedPlanId, membership.plan.id, present?.renewsInto ?? null];
  // A renewal of the same plan takes no item of it.
  const kept = (plan: PublishedPlan): PublishedPlan =>
    plan.id === membership.plan.id ? { ...plan, soldOut: false } : plan;
  const candidates = ids.flatMap((id) => plans.filter((plan) => plan.id === id).map(kept));
  const targets = candidates.map((plan) => ({ plan, standing: standingFor(kind, plan, plans, buyer, now) }));
  const target = targets.find(
    ({ plan, standing }) =>
      isPossible(standing) && !givesNothing(termOf(plan, standing, membership, now), standing, membership),
  );
  if (target) return target;
  const isBarred = candidates.some((plan) => !isSoldTo(plan, buyer, now) && isSoldTo(plan, null, now));
  return isBarred ? 'cap' : 'plan_unavailable';
}

const isPossible = ({ available, renewal, conversion }: CheckoutStanding): boolean =>
  available && (renewal || conversion);

/** A plan without season continues by a renewal, which visitors cannot buy before the end of their membership. */
function standingFor(
  kind: RenewalKind,
  plan: PublishedPlan,
  plans: readonly PublishedPlan[],
  buyer: ViewerCustomer,
  now: Date,
): CheckoutStanding {
  const standing = checkoutStanding(plan, plans, subscriberOf(buyer), now);
  if (kind === 'trial' && standing.upgrade)
    return { ...standing, upgrade: false, upgradePrice: null, conversion: true };
  if (kind !== 'term' || plan.salesPeriod !== null) return standing;
  const available = isSoldTo(plan, buyer, now);
  return { ...standing, upgrade: false, upgradePrice: null, renewal: true, available };
}
