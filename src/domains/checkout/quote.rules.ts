import { createHash } from 'node:crypto';
import { isZero } from '#libs/format';
import { add, exact, isPayable, isSupportedCurrency, subtract } from '#libs/money';
import type { Membership } from '#platform/access';
import type { PlanPackage, PublishedPlan } from '#domains/plans';
import type { OrderKind } from '#domains/orders/order.entity';
import { type CheckoutStanding, priceFor } from './checkout.rules';
import type { Amounts } from './complete-order';

/** What an order costs, and what it is for. It is written when the order is placed: what was shown is what is paid. */
export interface Quote extends Amounts {
  readonly kind: OrderKind;
  readonly currency: string;
  /** The subscription that an upgrade replaces. */
  readonly replaces: number | null;
  /** The subscription that a renewal or a conversion follows. */
  readonly renews: number | null;
}

/** Where a package goes: the country of the buyer's address; null: the buyer has none. */
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

/** The quote for a buyer with this membership. Null: the cost of shipping is not known. */
export function quoteFor(
  plan: PublishedPlan,
  standing: CheckoutStanding,
  membership: Membership | null,
  destination: Destination,
): Quote | null {
  const shipping = shippingTo(plan.package, destination);
  if (shipping === null) return null;
  const kind = kindOf(standing);
  const present = membership?.subscriptionId ?? null;
  const subtotal = exact(priceFor(plan, standing));
  const discount = '0.00';
  return {
    kind,
    subtotal,
    discount,
    shipping,
    total: add(subtract(subtotal, discount), shipping),
    currency: plan.currency,
    replaces: kind === 'upgrade' ? present : null,
    renews: kind === 'renewal' || kind === 'conversion' ? present : null,
  };
}

/** What an order is for. */
export function kindOf({ upgrade, renewal, conversion }: CheckoutStanding): OrderKind {
  if (renewal) return 'renewal';
  if (conversion) return 'conversion';
  return upgrade ? 'upgrade' : 'new';
}

/** Whether nothing is to be paid. */
export const isFreeOf = ({ total }: Pick<Quote, 'total'>): boolean => isZero(total);

/** Whether providers can take this money: the currency has such amounts. Free orders need no provider. */
export function isChargeable({ subtotal, shipping, total, currency }: Quote): boolean {
  if (!isSupportedCurrency(currency)) return false;
  return [subtotal, shipping, total].every((amount) => isPayable(amount, currency));
}

/** What a form returns, so that nobody pays another price than was shown. Equal quotes of a plan have equal digests. */
export function quoteDigest(planId: number, quote: Quote | null): string {
  const shown = quote && [
    quote.subtotal,
    quote.discount,
    quote.shipping,
    quote.total,
    quote.currency,
    quote.kind,
  ];
  return createHash('sha256')
    .update(JSON.stringify([planId, shown]))
    .digest('base64url')
    .slice(0, 16);
}
