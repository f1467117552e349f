import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import type { Statements } from '#platform/database';
import type { PublishedPlan } from '#domains/plans';
import { payerOf } from './buyers';
import { COUNTRY_OF_BUYER, QUEUED_PLAN } from './checkout.queries';
import {
  type Availability,
  availabilityOf,
  type CheckoutStanding,
  checkoutStanding,
  renewalConsentText,
  subscriberOf,
  type Term,
  termOf,
} from './checkout.rules';
import { isChargeable, isFreeOf, type Quote, quoteFor } from './quote.rules';

/** A plan, and who may buy it. */
export interface Assessed {
  readonly plan: PublishedPlan;
  /** All plans of the fan club. */
  readonly plans: readonly PublishedPlan[];
  /** Null: a new customer. */
  readonly buyer: ViewerCustomer | null;
  /** Whether the fan club has connected a payment provider. */
  readonly takesPayments: boolean;
}

/** What a plan is to a buyer at one time. */
export interface Assessment {
  readonly standing: CheckoutStanding;
  readonly term: Term;
  /** What the buyer pays; null: the cost of shipping depends on an address that is not known. */
  readonly quote: Quote | null;
  /** Whether the buyer pays nothing. */
  readonly isFree: boolean;
  readonly availability: Availability;
  /** What the buyer has to enter first. Nothing for a free order, whose address is asked for later. */
  readonly lacks: { readonly account: boolean; readonly address: boolean };
  /** What a buyer agrees to who wants automatic renewal; null: it is not offered. */
  readonly renewalConsent: string | null;
}

/** Judges a plan for a buyer. The page of an offer and the order itself use the same judgement. */
export async function assess(
  statements: Statements,
  { id: fanclub, homeCountry }: FanclubInfo,
  { plan, plans, buyer, takesPayments }: Assessed,
  now: Date,
): Promise<Assessment> {
  const membership = buyer?.membership ?? null;
  const standing = checkoutStanding(plan, plans, subscriberOf(buyer), now);
  const country = await countryOf(statements, fanclub, plan, buyer);
  const quote = quoteFor(plan, standing, membership, { country, homeCountry });
  const isFree = quote !== null && isFreeOf(quote);
  const canPay = takesPayments && (quote === null || isChargeable(quote));
  const queued = buyer && (await statements.first(QUEUED_PLAN, { fanclub, customer: buyer.id }));
  const term = termOf(plan, standing, membership, now);
  return {
    standing,
    term,
    quote,
    isFree,
    availability: availabilityOf(standing, { queuedPlanId: queued?.planId ?? null, isFree, canPay }, plan),
    lacks: {
      account: !isFree && !payerOf(buyer),
      address: !isFree && plan.package !== null && country === null,
    },
    renewalConsent: isFree || !term.end ? null : renewalConsentText(plan, term.end),
  };
}

/** Where the plan's package goes. Null: there is none, or the buyer has no address. */
async function countryOf(
  statements: Statements,
  fanclub: number,
  plan: PublishedPlan,
  buyer: ViewerCustomer | null,
): Promise<string | null> {
  if (!plan.package || !buyer) return null;
  const found = await statements.first(COUNTRY_OF_BUYER, { fanclub, customer: buyer.id });
  return found?.country ?? null;
}
