import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { displayPrice } from '#libs/format';
import { newToken } from '#libs/token';
import type { Viewer } from '#platform/access';
import { Sql } from '#platform/database';
import { BenefitsService } from '#domains/benefits';
import { PaymentAccountsService } from '#domains/payment-providers';
import { type PublishedPlan, PlansService, seasonEndOf } from '#domains/plans';
import { codes, CodeWithoutDiscount, discountOf, type FoundCode } from '#domains/redeem-codes';
import { DomainError } from '#libs/envelope';
import { assess, type Assessment } from './assessment';
import {
  buyerOf,
  findPlan,
  isPriced,
  pageOriginOf,
  type ShippingPrices,
  shippingFor,
} from './checkout.rules';
import { priceFor, quoteDigest } from './quote.rules';

/** The content of a plan's checkout page. */
export interface Offer extends Omit<Assessment, 'standing' | 'term'> {
  readonly plan: PublishedPlan;
  /** The plan's benefits, by id; `details` is HTML. */
  readonly benefits: { summary: string; details: string | null }[];
  /** The price for this visitor as printed, `Free` or `$24.99`, without shipping. */
  readonly price: string;
  /** The cost of shipping as printed; null if nothing is shipped or shipping is free. */
  readonly shipping: ShippingPrices | null;
  /** Identifies what was shown, for the order form. */
  readonly digest: string;
  /** The change of the visitor's present membership; null: a new membership. */
  readonly change: 'upgrade' | 'renewal' | 'conversion' | null;
  /** When the membership begins; null: at once. */
  readonly begins: Date | null;
  /** When the membership ends; null: never. */
  readonly ends: Date | null;
  /** Identifies the purchase, so that a form sent twice places one order. */
  readonly reference: string;
  /** The origin of the pages on which the fan club's payments are made; null: it takes none for this plan. */
  readonly paysAt: string | null;
  /** What the entered code takes off the price, and why it does not apply. Null: no code was entered. */
  readonly code: OfferedCode | null;
}

/** A code that a visitor has entered for a plan. */
export interface OfferedCode {
  /** Null: the code does not apply. */
  readonly kind: FoundCode['kind'] | null;
  /** The discount as printed. Null: the code does not apply. */
  readonly discount: string | null;
  readonly coversShipping: boolean;
  /** The name of the plan for which a gift code was bought, if it gives another one now. */
  readonly formerPlan: string | null;
  /** Why it does not apply; empty if it does. */
  readonly problems: readonly string[];
}

/** Offers plans to visitors. */
@Injectable()
export class OffersService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly benefits: BenefitsService,
    private readonly accounts: PaymentAccountsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The checkout page of a plan. The membership of an unregistered customer in the session counts.
   * @param typed the gift code or coupon that the visitor has entered; null: none
   * @throws NoPlanFound for an unknown or withdrawn plan
   */
  async find(viewer: Viewer, planId: number, typed: string | null = null): Promise<Offer> {
    const { fanclub } = viewer;
    const plans = await this.plans.stored(fanclub);
    const plan = findPlan(plans, planId);
    const buyer = buyerOf(viewer, plan);
    const account = isPriced(plan) ? await this.accounts.enabledFor(fanclub.id) : null;
    const now = this.clock.now();
    const entry = { typed, customer: buyer?.id ?? null, now };
    const found = await this.entered(fanclub, { plan, plans }, entry);
    const wanted = { plan, plans, buyer, takesPayments: account !== null, code: found.code };
    const judged = await assess(this.sql, fanclub, wanted, now);
    const { standing, term, quote, isCodeOfNoUse } = judged;
    const { code, problems } = isCodeOfNoUse
      ? { code: null, problems: new CodeWithoutDiscount().messages }
      : found;
    const { renewal, conversion, upgrade } = standing;
    return {
      ...judged,
      plan,
      benefits: this.benefits.ofPlan(fanclub, plan.id),
      price: displayPrice(priceFor(plan, standing), plan.currency),
      shipping: shippingFor(plan),
      digest: quoteDigest(plan.id, quote),
      change: renewal ? 'renewal' : conversion ? 'conversion' : upgrade ? 'upgrade' : null,
      begins: term.isQueued ? term.start : null,
      // Of a season that is over, its end: the term would end when it begins.
      ends: judged.availability === 'season_over' ? (seasonEndOf(plan) ?? term.end) : term.end,
      reference: newToken(),
      paysAt: pageOriginOf(account),
      code:
        typed === null
          ? null
          : {
              ...offeredCode(code, problems, plan, quote?.subtotal ?? priceFor(plan, standing)),
              formerPlan: formerPlanOf(code, plan, plans),
            },
    };
  }

  /** The code that applies to a plan, or why it does not. */
  private async entered(
    fanclub: Viewer['fanclub'],
    of: { readonly plan: PublishedPlan; readonly plans: readonly PublishedPlan[] },
    { typed, ...entry }: Omit<codes.Entry, 'typed'> & { readonly typed: string | null },
  ): Promise<{ code: FoundCode | null; problems: readonly string[] }> {
    if (typed === null) return { code: null, problems: [] };
    try {
      return { code: await codes.findFor(this.sql, fanclub, of, { typed, ...entry }), problems: [] };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { code: null, problems: error.messages };
    }
  }
}

function offeredCode(
  code: FoundCode | null,
  problems: readonly string[],
  { currency }: PublishedPlan,
  subtotal: string,
): Omit<OfferedCode, 'formerPlan'> {
  const coversShipping = code?.coversShipping ?? false;
  const discount = code && displayPrice(discountOf(code, subtotal, currency), currency);
  return { kind: code?.kind ?? null, discount, coversShipping, problems };
}

function formerPlanOf(
  code: FoundCode | null,
  { id: offered }: PublishedPlan,
  plans: readonly PublishedPlan[],
): string | null {
  if (code?.kind !== 'gift' || code.planIds.includes(offered)) return null;
  return plans.find(({ id }) => code.planIds.includes(id))?.name ?? null;
}
