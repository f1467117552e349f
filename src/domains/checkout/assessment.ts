import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import type { RowOf, Statements } from '#platform/database';
import { isInSale, type PublishedPlan } from '#domains/plans';
import { payerOf } from '#domains/payments';
import { stock } from '#domains/stock';
import { PARCEL_OF_BUYER, QUEUED_PLAN } from './checkout.queries';
import { type Availability, availabilityOf, renewalConsentText } from './checkout.rules';
import {
  type CheckoutStanding,
  checkoutStanding,
  giftStanding,
  giftTerm,
  givesNothing,
  subscriberOf,
  type Term,
  termOf,
} from '#domains/fulfilment';
import type { FoundCode } from '#domains/redeem-codes';
import { isChargeable, isFreeOf, isOfNoUse, type Quote, quoteFor } from './quote.rules';

/** A plan, and who may buy it. */
export interface Assessed {
  readonly plan: PublishedPlan;
  /** All plans of the fan club. */
  readonly plans: readonly PublishedPlan[];
  /** Null: a new customer. */
  readonly buyer: ViewerCustomer | null;
  /** Whether the fan club has connected a payment provider. */
  readonly takesPayments: boolean;
  /** The gift code or coupon that the buyer has entered. Null: none. */
  readonly code: FoundCode | null;
}

/** The details that a buyer must enter before a paid order. */
export interface Lacking {
  /** Whether the buyer has no account with an e-mail address. */
  readonly account: boolean;
  /** Whether there is a package, and no address for it. */
  readonly address: boolean;
  /** The item types for which the package needs an option that the buyer has not chosen yet. Empty for strangers. */
  readonly options: readonly number[];
}

/** The terms on which a buyer can order a plan at one time. */
export interface Assessment {
  readonly standing: CheckoutStanding;
  readonly term: Term;
  /** What the buyer pays; null: the cost of shipping depends on an address that is not known. */
  readonly quote: Quote | null;
  /** Whether the entered coupon changes nothing. The assessment is then the one without it. */
  readonly isCodeOfNoUse: boolean;
  /** Whether the buyer pays nothing. */
  readonly isFree: boolean;
  readonly availability: Availability;
  /** Whether it is a gift of a plan whose waiting list makes no offers, because the plan is not on sale. */
  readonly skipsList: boolean;
  /** The details that are missing. None for a free order, whose address is requested later. */
  readonly lacks: Lacking;
  /** The text of the consent to automatic renewal. Null: not offered. */
  readonly renewalConsent: string | null;
}

/** Assesses a plan for a buyer, for the page of the offer and for the order. */
export async function assess(
  statements: Statements,
  { id: fanclub, homeCountry, timeZone }: FanclubInfo,
  { plan, plans, buyer, takesPayments, code: entered }: Assessed,
  now: Date,
): Promise<Assessment> {
  const membership = buyer?.membership ?? null;
  // Judged as if anything was left: the reason is that nothing is.
  const ordinary = checkoutStanding({ ...plan, soldOut: false }, plans, subscriberOf(buyer), now);
  const isGift = entered?.kind === 'gift';
  const skipsList = isGift && !isInSale(plan, now);
  // A bought gift was taken from the stock when it was paid.
  const isSoldOut =
    !entered?.isBought && (await isSoldOutFor(statements, fanclub, { plan, buyer, isGift, skipsList }));
  const standing = isGift ? giftStanding(ordinary) : ordinary;
  const { country, unchosen } = await parcelOf(statements, fanclub, plan, buyer);
  const quoteWith = (code: FoundCode | null) =>
    quoteFor(plan, standing, membership, { country, homeCountry }, code);
  const wanted = quoteWith(entered);
  const isCodeOfNoUse = entered !== null && isOfNoUse(entered, plan, wanted, { country, homeCountry });
  const code = isCodeOfNoUse ? null : entered;
  const quote = isCodeOfNoUse ? quoteWith(null) : wanted;
  const isFree = quote !== null && isFreeOf(quote);
  const canPay = takesPayments && (quote === null || isChargeable(quote));
  const queued = buyer && (await statements.first(QUEUED_PLAN, { fanclub, customer: buyer.id, now }));
  const given = isGift
    ? await giftTerm(
        statements,
        { fanclub, customer: buyer?.id ?? null, isBought: entered.isBought, now },
        plan,
      )
    : null;
  const noTerm = typeof given === 'string' ? given : null;
  const term = given && typeof given !== 'string' ? given : termOf(plan, standing, membership, now);
  const queuedPlanId = isGift ? null : (queued?.planId ?? null);
  const isOver = givesNothing(term, standing, membership);
  return {
    standing,
    term,
    quote,
    isCodeOfNoUse,
    skipsList,
    isFree,
    availability:
      noTerm ?? availabilityOf(standing, { queuedPlanId, isOver, isSoldOut, isFree, canPay }, plan),
    lacks: {
      account: (!isFree || code !== null) && !payerOf(buyer),
      address: !isFree && plan.package !== null && country === null,
      options: isFree ? [] : unchosen,
    },
    renewalConsent:
      isFree || isGift || !term.end
        ? null
        : renewalConsentText(plan, { end: term.end, shipping: quote?.shipping ?? null, timeZone }),
  };
}

/** How a plan is bought, for its stock. */
interface SoldAs {
  readonly isGift: boolean;
  readonly skipsList: boolean;
}

/** Whether a plan is sold out for a buyer. A renewal of a membership of the same plan takes nothing, but a gift is no renewal. */
async function isSoldOutFor(
  statements: Statements,
  fanclub: number,
  { plan, buyer, isGift, skipsList }: Pick<Assessed, 'plan' | 'buyer'> & SoldAs,
): Promise<boolean> {
  if (!plan.soldOut) return false;
  if (skipsList && !(await stock.isUsedUp(statements, { id: fanclub }, plan.id))) return false;
  if (!buyer) return true;
  if (!isGift && buyer.membership?.plan.id === plan.id) return false;
  return !(await stock.hasClaim(statements, { id: fanclub }, plan.id, buyer.id));
}

/** The destination of the plan's package (null: no package or no address), and the item types whose options are not chosen. */
async function parcelOf(
  statements: Statements,
  fanclub: number,
  plan: PublishedPlan,
  buyer: ViewerCustomer | null,
): Promise<RowOf<typeof PARCEL_OF_BUYER>> {
  if (!plan.package || !buyer) return { country: null, unchosen: [] };
  const itemTypes = plan.package.items.flatMap(({ itemTypeId, required }) =>
    required && itemTypeId !== null ? [itemTypeId] : [],
  );
  return (await statements.first(PARCEL_OF_BUYER, { fanclub, customer: buyer.id, itemTypes }))!;
}
