import { createHash } from 'node:crypto';
import { isZero } from '#libs/format';
import { add, exact, isPayable, isSupportedCurrency, subtract } from '#libs/money';
import type { Membership } from '#platform/access';
import type { PlanPackage, PlanStanding, PublishedPlan } from '#domains/plans';
import type { PlacedOrder } from '#domains/orders';
import type { OrderKind } from '#domains/orders/order.entity';
import { type Amounts, type CheckoutStanding, kindOf } from '#domains/fulfilment';
import { discountOf, type FoundCode } from '#domains/redeem-codes';

/** The price without shipping, a decimal string. An upgrade has its own price (contract 5.4). */
export function priceFor(plan: PublishedPlan, { upgradePrice }: PlanStanding): string {
  return upgradePrice ?? plan.price;
}

/** The price and kind of an order. It is stored when the order is placed, so that the buyer pays the price that was shown. */
export interface Quote extends Amounts {
  readonly kind: OrderKind;
  readonly currency: string;
  /** The subscription that an upgrade replaces. */
  readonly replaces: number | null;
  /** The subscription that a renewal or a conversion follows. */
  readonly renews: number | null;
  /** The id of the gift code or coupon. Null: none. */
  readonly code: number | null;
}

/** What a code grants, for the quote. */
export type Grant = Pick<FoundCode, 'id' | 'kind' | 'discount' | 'value' | 'coversShipping'>;

/** The country of the buyer's address (null: no address), and that of the fan club. */
export interface Destination {
  readonly country: string | null;
  readonly homeCountry: string;
}

/** The cost of shipping. Null: it depends on the country, which is not known. */
export function shippingTo(goods: PlanPackage | null, { country, homeCountry }: Destination): string | null {
  if (!goods) return '0.00';
  const [home, abroad] = [exact(goods.domestic), exact(goods.international)];
  if (country === null) return home === abroad ? home : null;
  return country === homeCountry ? home : abroad;
}

/**
 * The quote for a buyer with this membership.
 * @param code null: no code
 * @returns null: the cost of shipping is not known
 */
export function quoteFor(
  plan: PublishedPlan,
  standing: CheckoutStanding,
  membership: Membership | null,
  destination: Destination,
  code: Grant | null = null,
): Quote | null {
  const shipping = code?.coversShipping ? '0.00' : shippingTo(plan.package, destination);
  if (shipping === null) return null;
  const kind = code?.kind === 'gift' ? 'gift' : kindOf(standing);
  const present = membership?.subscriptionId ?? null;
  const subtotal = exact(priceFor(plan, standing));
  const discount = code ? discountOf(code, subtotal, plan.currency) : '0.00';
  return {
    kind,
    subtotal,
    discount,
    shipping,
    total: add(subtract(subtotal, discount), shipping),
    currency: plan.currency,
    replaces: kind === 'upgrade' ? present : null,
    renews: kind === 'renewal' || kind === 'conversion' ? present : null,
    code: code?.id ?? null,
  };
}

/** Whether a coupon changes nothing: it takes nothing off the price of a plan, and covers no shipping that is charged. */
export function isOfNoUse(
  { kind, coversShipping }: Grant,
  { package: goods }: Pick<PublishedPlan, 'package'>,
  quote: Quote | null,
  destination: Destination,
): boolean {
  if (kind === 'gift' || quote === null || !isZero(quote.discount)) return false;
  const shipping = shippingTo(goods, destination);
  return !coversShipping || (shipping !== null && isZero(shipping));
}

/** Whether nothing is to be paid. */
export const isFreeOf = ({ total }: Pick<Quote, 'total'>): boolean => isZero(total);

/** Whether providers can charge these amounts in this currency. Free orders need no provider. */
export function isChargeable({ subtotal, shipping, total, currency }: Quote): boolean {
  if (!isSupportedCurrency(currency)) return false;
  return [subtotal, shipping, total].every((amount) => isPayable(amount, currency));
}

/** Identifies a quote in a form, so that the buyer pays the price that was shown. Equal quotes of a plan have equal digests. */
export function quoteDigest(planId: number, quote: Quote | null): string {
  const shown = quote && [
    quote.subtotal,
    quote.discount,
    quote.shipping,
    quote.total,
    quote.currency,
    quote.kind,
    quote.code,
  ];
  return createHash('sha256')
    .update(JSON.stringify([planId, shown]))
    .digest('base64url')
    .slice(0, 16);
}

/** What an order is placed for. */
interface QuotedOrder {
  readonly plan: { readonly id: number };
  readonly quote: Quote;
  /** Null: no consent. */
  readonly renewalConsent: string | null;
}

/** Whether an open order is for the same plan, amounts, membership and consent, so that it can be continued. */
export function isOrderOf(order: PlacedOrder, { plan, quote, renewalConsent }: QuotedOrder): boolean {
  return (
    order.planId === plan.id &&
    order.kind === quote.kind &&
    order.replaces === quote.replaces &&
    order.renews === quote.renews &&
    order.currency === quote.currency &&
    order.subtotal === quote.subtotal &&
    order.discount === quote.discount &&
    order.shipping === quote.shipping &&
    (order.renewalConsent === null) === (renewalConsent === null)
  );
}

/**
 * Whether an open order of the buyer is closed before a free order. It may hold the code, the item of the plan or the renewal that the
 * free order needs.
 */
export function isInTheWay(
  order: Pick<PlacedOrder, 'planId' | 'renews'>,
  plan: { readonly id: number },
  { code, renews }: Quote,
): boolean {
  return code !== null || order.planId === plan.id || (renews !== null && order.renews === renews);
}
