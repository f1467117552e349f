import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { displayPrice } from '#libs/format';
import { newToken } from '#libs/token';
import type { Viewer } from '#platform/access';
import { Sql } from '#platform/database';
import { BenefitsService } from '#domains/benefits';
import { PaymentAccountsService } from '#domains/payment-providers';
import { type PublishedPlan, PlansService } from '#domains/plans';
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
  /** Identifies the purchase, so that a form sent twice places one order. */
  readonly reference: string;
  /** The origin of the pages on which the fan club's payments are made; null: it takes none for this plan. */
  readonly paysAt: string | null;
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
   * @throws NoPlanFound for an unknown or withdrawn plan
   */
  async find(viewer: Viewer, planId: number): Promise<Offer> {
    const { fanclub } = viewer;
    const plans = await this.plans.stored(fanclub);
    const plan = findPlan(plans, planId);
    const buyer = buyerOf(viewer, plan);
    const account = isPriced(plan) ? await this.accounts.enabledFor(fanclub.id) : null;
    const now = this.clock.now();
    const wanted = { plan, plans, buyer, takesPayments: account !== null };
    const judged = await assess(this.sql, fanclub, wanted, now);
    const { standing, term, quote } = judged;
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
      reference: newToken(),
      paysAt: pageOriginOf(account),
    };
  }
}
