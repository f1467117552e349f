import { add, compare, decimalsOf, exact, fromHundredths, hundredths, subtract } from '#libs/money';
import type { RowOf } from '#platform/database';
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

/** Whether a code is for a plan: a gift for its own, a coupon for all or those that it names, at prices in its currency. */
export function isFor(
  { kind, planIds, currency }: Pick<FoundCode, 'kind' | 'planIds' | 'currency'>,
  plan: { readonly id: number; readonly currency: string },
): boolean {
  if (kind === 'gift') return planIds.includes(plan.id);
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
