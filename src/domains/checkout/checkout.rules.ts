import { displayPrice, humanDate, isZero } from '#libs/format';
import { add } from '#libs/money';
import type { CheckoutStanding, NoTerm } from '#domains/fulfilment';
import type { ConnectedAccount } from '#domains/payment-providers';
import type { PublishedPlan } from '#domains/plans';
import { NoPlanFound } from './checkout.errors';
import type { Viewer, ViewerCustomer } from '#platform/access';

/** Whether a buyer can order a plan now; else the reason. */
export type Availability =
  | 'available'
  | 'sold_out'
  | 'payment_not_set_up'
  | 'not_available'
  | 'already_yours'
  | 'already_queued'
  | 'after_queued'
  | NoTerm;

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

/** Whether the plan or its shipping has a price for some buyers. */
export function isPriced({ price, package: goods }: PublishedPlan): boolean {
  return ![price, goods?.domestic ?? '0', goods?.international ?? '0'].every(isZero);
}

/** The facts besides the standing on which {@link Availability} depends. */
export interface Circumstances {
  /** The plan of the buyer's queued membership. Null: none. */
  readonly queuedPlanId: number | null;
  /** Whether the plan is sold out, and nothing is kept for this buyer. */
  readonly isSoldOut: boolean;
  /** Whether the membership would end no later than what the buyer has ({@link givesNothing}). */
  readonly isOver: boolean;
  /** Whether this buyer pays nothing. */
  readonly isFree: boolean;
  /** Whether the fan club can take the payment. */
  readonly canPay: boolean;
}

export function availabilityOf(
  standing: CheckoutStanding,
  { queuedPlanId, isOver, isSoldOut, isFree, canPay }: Circumstances,
  plan: Pick<PublishedPlan, 'id'>,
): Availability {
  if (queuedPlanId === plan.id) return 'already_queued';
  // A membership that begins now would be replaced by the queued one, because the latest start counts (contract 5.2).
  if (queuedPlanId !== null) return 'after_queued';
  if (!standing.available) return standing.current ? 'already_yours' : 'not_available';
  if (isOver) return 'season_over';
  if (isSoldOut) return 'sold_out';
  return canPay || isFree ? 'available' : 'payment_not_set_up';
}

/** The facts about a renewal that the consent names. */
export interface RenewalTerms {
  /** The end of the term that is bought now. */
  readonly end: Date;
  /** The cost of shipping; null: it depends on an address that is not known. */
  readonly shipping: string | null;
  readonly timeZone: string;
}

/**
 * The text of the consent to automatic renewal: amount, day, and how to stop it. It is stored with the order and the card.
 * Null: renewals are free.
 */
export function renewalConsentText(
  { name, price, currency }: PublishedPlan,
  { end, shipping, timeZone }: RenewalTerms,
): string | null {
  const amount = add(price, shipping ?? '0');
  if (shipping !== null && isZero(amount)) return null;
  const shown = displayPrice(amount, currency);
  const isPartOfAmount = shipping !== null && !isZero(shipping);
  const total =
    shipping === null ? `${shown} plus shipping` : `${shown}${isPartOfAmount ? ' with shipping' : ''}`;
  return `Renew “${name}” automatically: charge this card ${total} around ${humanDate(end, timeZone)}, and again for each term, after telling me the price and the day. I can stop this at any time.`;
}

/** @throws NoPlanFound for an unknown or withdrawn plan */
export function findPlan(plans: readonly PublishedPlan[], planId: number): PublishedPlan {
  const plan = plans.find(({ id }) => id === planId);
  if (!plan || plan.deleted) throw new NoPlanFound();
  return plan;
}

/** The origin of the pages of an account's provider; null without account. */
export const pageOriginOf = (account: ConnectedAccount | null): string | null =>
  account?.client.pageOrigin ?? null;

/**
 * The logged-in customer, or the unregistered customer of the session. For a priced plan, also the registered customer who has not
 * confirmed the address yet. Null: a new customer.
 */
export function buyerOf(
  { customer, unregistered, visit }: Viewer,
  plan: PublishedPlan,
): ViewerCustomer | null {
  return customer ?? unregistered ?? (isPriced(plan) ? (visit?.customer ?? null) : null);
}
