import { add, compare, decimalsOf, exact, fromHundredths, hundredths, subtract } from '#libs/money';
import type { RowOf } from '#platform/database';
import { type PublishedPlan, seasonEndOf } from '#domains/plans';
import type { FIND_CODE } from './redeem-codes.queries';

/** A code with all that decides whether and how a member can use it. */
export type FoundCode = RowOf<typeof FIND_CODE>;

/** Why a member cannot use a code now, for any plan. */
export type CodeRefusal =
  'void' | 'disputed' | 'not_yet' | 'expired' | 'used_up' | 'used_by_member' | 'not_first';

/** Null: the code can be used. */
export function refusalOf(code: FoundCode, now: Date): CodeRefusal | null {
  if (code.isVoid) return 'void';
  if (code.isDisputed) return 'disputed';
  if (code.startsAt !== null && now < code.startsAt) return 'not_yet';
  if (code.endsAt !== null && now >= code.endsAt) return 'expired';
  if (code.maxPerMember !== null && code.usedByMember >= code.maxPerMember) return 'used_by_member';
  if (code.maxUses !== null && code.heldByOthers + code.used >= code.maxUses) return 'used_up';
  if (code.capacity !== null && code.takenByOthers >= code.capacity) return 'used_up';
  return code.firstOrderOnly && code.hasOrdered ? 'not_first' : null;
}

/**
 * The plan that a gift code gives now. That is its own; for a bought code whose season is over, the plan that its plan is renewed as, if
 * that {@link isToCome}, and so on (decision 83).
 * @param plans all plans of the fan club
 * @returns null: the plan of the code was withdrawn, and none follows
 */
export function giftPlanOf(
  { planIds, isBought }: Pick<FoundCode, 'planIds' | 'isBought'>,
  plans: readonly PublishedPlan[],
  now: Date,
): PublishedPlan | null {
  const own = plans.find(({ id }) => planIds.includes(id));
  if (!own) return null;
  const seasonEnd = seasonEndOf(own);
  const isOver = seasonEnd !== null && seasonEnd <= now;
  const later = isBought && isOver ? laterPlanOf(own, plans, now) : undefined;
  return later ?? (own.deleted ? null : own);
}

/** The first of the plans that follow each other by renewal which {@link isToCome}. */
function laterPlanOf(
  own: PublishedPlan,
  plans: readonly PublishedPlan[],
  now: Date,
): PublishedPlan | undefined {
  const following = ({ renewsInto }: PublishedPlan) => plans.find(({ id }) => id === renewsInto);
  // Plans may renew into each other.
  const passed = new Set([own.id]);
  let plan = following(own);
  while (plan && !passed.has(plan.id) && !isToCome(plan, now)) {
    passed.add(plan.id);
    plan = following(plan);
  }
  return plan && isToCome(plan, now) ? plan : undefined;
}

/** Whether a plan of a season, no trial, is on sale now or later. Without a season it is no successor: who paid for one gets one. */
const isToCome = ({ onSale, deleted, trial, salesPeriod }: PublishedPlan, now: Date): boolean =>
  onSale && !deleted && !trial && salesPeriod !== null && salesPeriod.endsAt > now;

/** Whether a code is for a plan: a gift for {@link giftPlanOf}, a coupon for all or those that it names, at prices in its currency. */
export function isFor(
  code: Pick<FoundCode, 'kind' | 'planIds' | 'currency' | 'isBought'>,
  plan: { readonly id: number; readonly currency: string },
  plans: readonly PublishedPlan[],
  now: Date,
): boolean {
  const { kind, planIds, currency } = code;
  if (kind === 'gift') return giftPlanOf(code, plans, now)?.id === plan.id;
  return currency === plan.currency && (planIds.length === 0 || planIds.includes(plan.id));
}

/** What a code takes off a price, between 0 and the price. A percentage is rounded half up to an amount of the currency. */
export function discountOf(
  { discount, value }: Pick<FoundCode, 'discount' | 'value'>,
  price: string,
  currency: string,
): string {
  if (discount === null || value === null) return exact(price);
  const off = { amount: value, percent: percentOf(price, value, currency), price: subtract(price, value) };
  const wanted = off[discount];
  if (compare(wanted, '0') < 0) return '0.00';
  return compare(wanted, price) > 0 ? exact(price) : add(wanted);
}

function percentOf(price: string, percent: string, currency: string): string {
  const unit = decimalsOf(currency) === 0 ? 100n : 1n;
  const whole = 10_000n * unit;
  return fromHundredths(((hundredths(price) * hundredths(percent) * 2n + whole) / (whole * 2n)) * unit);
}
