import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { displayPrice, isZero } from '#libs/format';
import { isToken, newToken } from '#libs/token';
import { type FanclubInfo, SessionKeeper, type Viewer, type ViewerCustomer } from '#platform/access';
import { customerActor } from '#platform/audit';
import { BenefitsService } from '#domains/benefits';
import { AutomaticRenewal, type ConnectedAccount, PaymentProviders } from '#domains/payments';
import { Sql, type Statements } from '#platform/database';
import { Limits } from '#platform/limits';
import { type PublishedPlan, PlansService } from '#domains/plans';
import { assess, type Assessment } from './assessment';
import { type Buyer, buyerOf, holdBuyer, newBuyer, readBuyer } from './buyers';
import {
  AddressRequired,
  InvalidReference,
  NoPlanFound,
  OrderAlreadyPlaced,
  OrderInTheWay,
  PayerRequired,
  PaymentPending,
  PriceChanged,
  REFUSALS,
} from './checkout.errors';
import { KEEP_ORDER } from './checkout.queries';
import { isPriced, priceFor, type ShippingPrices, shippingFor } from './checkout.rules';
import { completeOrder } from './complete-order';
import { Observing } from './observing.service';
import { Paying } from './paying.service';
import { ADD_ORDER, FIND_REFERRED_ORDER, OPEN_ORDERS, type PlacedOrder } from './placed-orders.queries';
import { isFreeOf, type Quote, quoteDigest } from './quote.rules';

/** The content of a plan's checkout page. */
export interface Offer extends Omit<Assessment, 'standing' | 'term'> {
  readonly plan: PublishedPlan;
  /** The plan's benefits, by id; `details` is HTML. */
  readonly benefits: { summary: string; details: string | null }[];
  /** The price for this visitor as printed, `Free` or `$24.99`, without shipping. */
  readonly price: string;
  /** The cost of shipping as printed; null if nothing is shipped or shipping is free. */
  readonly shipping: ShippingPrices | null;
  /** Identifies what was shown, for {@link OrderForm.quote}. */
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

/** The order form. */
export interface OrderForm {
  readonly reference: string;
  /** The digest of the offer that was shown; needed unless the order is free. */
  readonly quote?: string;
  /** Whether the buyer agreed to {@link Offer.renewalConsent}. */
  readonly renewsAutomatically?: boolean;
}

/** An order that was placed. */
export interface Placement {
  orderId: number;
  /** The token of the session that was opened; null: the visitor's cookie stays as it is. */
  token: string | null;
  /** Whether nothing is to be paid, so that the order is complete. */
  isFree: boolean;
  /** As {@link Offer.paysAt}. */
  paysAt: string | null;
}

/** Open orders of a buyer, which have to be closed before another one is placed. */
interface Superseded {
  readonly superseded: readonly PlacedOrder[];
}

/** Attempts to place an order while others of the same buyer are placed at the same time. */
const ATTEMPTS = 3;

/** Sells plans. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly benefits: BenefitsService,
    private readonly sessions: SessionKeeper,
    private readonly providers: PaymentProviders,
    private readonly automaticRenewal: AutomaticRenewal,
    private readonly paying: Paying,
    private readonly observing: Observing,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * The checkout page of a plan. The membership of an unregistered customer in the session counts.
   * @throws NoPlanFound for an unknown or withdrawn plan
   */
  async offer(viewer: Viewer, planId: number): Promise<Offer> {
    const { fanclub } = viewer;
    const plans = await this.plans.stored(fanclub);
    const plan = find(plans, planId);
    const buyer = buyerOf(viewer, plan);
    const account = await this.accountFor(fanclub, plan);
    const now = this.clock.now();
    const wanted = { plan, plans, buyer, ...this.terms(account) };
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

  /**
   * Orders a plan. A free order is completed immediately; another one waits for its payment. A visitor without a session becomes, for
   * a free plan, an unregistered customer, whose session has the order. The same reference returns the same order in the session of
   * its customer, and an error in others; so does an open order of the same customer for the same plan at the same price. Other open
   * orders of the customer are closed. Orders that create a customer are limited by client network.
   * @throws TooManyRequests, NoPlanFound, the {@link REFUSALS}, OrderAlreadyPlaced, OrderInTheWay, InvalidReference, PayerRequired,
   *   AddressRequired, PriceChanged, PaymentPending, LoginRequired for a customer who was blacklisted meanwhile,
   *   ProviderError if another order of the customer cannot be closed
   */
  async place(viewer: Viewer, planId: number, form: OrderForm): Promise<Placement> {
    if (!isToken(form.reference)) throw new InvalidReference();
    const { fanclub, source } = viewer;
    const plans = await this.plans.stored(fanclub);
    const plan = find(plans, planId);
    if (!buyerOf(viewer, plan)) await this.limits.count(viewer, { checkoutNetwork: source.network });
    const account = await this.accountFor(fanclub, plan);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const placed = await this.sql.transaction((tx) =>
        this.placeOnce(tx, viewer, { plan, plans, form, account }),
      );
      if (!('superseded' in placed)) return placed;
      for (const { id } of placed.superseded) {
        const order = await this.observing.close(fanclub, id, 'superseded', 'supersede');
        if (order.closedAt === null && order.paidAt === null) throw new PaymentPending(id);
      }
    }
    throw new OrderAlreadyPlaced();
  }

  private async placeOnce(
    tx: Statements,
    viewer: Viewer,
    { plan, plans, form, account }: Wanted,
  ): Promise<Placement | Superseded> {
    const { fanclub, visit } = viewer;
    const known = buyerOf(viewer, plan);
    if (known) await holdBuyer(tx, fanclub.id, known.id);
    // Read after the lock, because another order may have held the lock for some time.
    const now = this.clock.now();
    const before = known && (await readBuyer(tx, fanclub.id, known.id, now));

    const earlier = await tx.first(FIND_REFERRED_ORDER, { fanclub: fanclub.id, reference: form.reference });
    if (earlier) {
      if (earlier.customerId !== visit?.customer.id || earlier.planId !== plan.id)
        throw new OrderAlreadyPlaced();
      const isFree = earlier.total === null || isZero(earlier.total);
      return { orderId: earlier.id, token: null, isFree, paysAt: pageOriginOf(account) };
    }

    const wanted = { plan, plans, buyer: before, ...this.terms(account) };
    const judged = await assess(tx, fanclub, wanted, now);
    const { standing, quote, isFree, availability, lacks } = judged;
    if (availability !== 'available') throw new REFUSALS[availability]();
    if (!isFree) {
      if (lacks.account) throw new PayerRequired();
      if (lacks.address || !quote) throw new AddressRequired();
      const renewalConsent = form.renewsAutomatically ? judged.renewalConsent : null;
      const payable = { buyer: before!, plan, quote, form, renewalConsent, account: account! };
      return this.placePayable(tx, fanclub, payable);
    }
    const buyer = before ?? (await newBuyer(tx, fanclub.id, now));
    const order = await this.addOrder(tx, fanclub, {
      buyer,
      plan,
      quote: quote!,
      form,
      renewalConsent: null,
    });
    const { id, total } = order;
    await completeOrder(tx, { id, fanclubId: fanclub.id, total, buyer, plan, standing, now });
    return {
      orderId: id,
      token: await this.keepOrder(tx, viewer, order, before),
      isFree: true,
      paysAt: null,
    };
  }

  /** Places an order that waits for its payment, or continues the one that waits already. */
  private async placePayable(
    tx: Statements,
    fanclub: FanclubInfo,
    wanted: Payable,
  ): Promise<Placement | Superseded> {
    const { buyer, plan, quote, form, renewalConsent, account } = wanted;
    if (form.quote !== quoteDigest(plan.id, quote)) throw new PriceChanged();
    const open = await tx.rows(OPEN_ORDERS, { fanclub: fanclub.id, customer: buyer.id });
    const same = open.find((order) => isSame(order, wanted));
    const paysAt = pageOriginOf(account);
    if (same) return { orderId: same.id, token: null, isFree: false, paysAt };
    if (open.length > 0) return { superseded: open };
    const order = await this.addOrder(tx, fanclub, { buyer, plan, quote, form, renewalConsent });
    await this.paying.begin(tx, fanclub, order, account.id);
    return { orderId: order.id, token: null, isFree: false, paysAt };
  }

  /** @throws OrderAlreadyPlaced for a reference that is sent twice at once, OrderInTheWay */
  private async addOrder(
    tx: Statements,
    fanclub: FanclubInfo,
    { buyer, plan, quote, form, renewalConsent }: Omit<Payable, 'account' | 'buyer'> & { buyer: Buyer },
  ): Promise<PlacedOrder> {
    const { kind, currency, replaces, renews, shipping, discount, subtotal, total } = quote;
    const hasAmounts = !isZero(plan.price) || !isFreeOf(quote);
    const none = { shipping: null, discount: null, subtotal: null, total: null };
    const { reference } = form;
    const order = await tx.first(ADD_ORDER, {
      ...{ fanclub: fanclub.id, customer: buyer.id, plan: plan.id, reference },
      ...{ kind, currency, replaces, renews, renewalConsent },
      ...(hasAmounts ? { shipping, discount, subtotal, total } : none),
      now: this.clock.now(),
    });
    if (order) return order;
    const isSent = await tx.first(FIND_REFERRED_ORDER, { fanclub: fanclub.id, reference });
    throw isSent ? new OrderAlreadyPlaced() : new OrderInTheWay();
  }

  /** What a judgement depends on besides plan and buyer. */
  private terms(account: ConnectedAccount | null) {
    return { takesPayments: account !== null, chargesRenewals: this.automaticRenewal.isCharged };
  }

  /** The account that takes the payment. Null: nothing is to be paid, or the fan club cannot take payments. */
  private async accountFor({ id }: FanclubInfo, plan: PublishedPlan): Promise<ConnectedAccount | null> {
    return isPriced(plan) ? this.providers.enabledFor(id) : null;
  }

  /** Stores the order in the session of an unregistered customer. Opens a session for a new customer and returns its token. */
  private async keepOrder(
    tx: Statements,
    viewer: Viewer,
    { id, customerId }: PlacedOrder,
    buyer: ViewerCustomer | null,
  ): Promise<string | null> {
    if (!buyer) {
      const event = { action: 'account.created', actor: customerActor(customerId) } as const;
      return this.sessions.open(tx, viewer, customerId, { orderId: id, event });
    }
    if (!buyer.registered && viewer.visit)
      await tx.run(KEEP_ORDER, { fanclub: viewer.fanclub.id, session: viewer.visit.sessionId, order: id });
    return null;
  }
}

/** What a form asks for. */
interface Wanted {
  readonly plan: PublishedPlan;
  readonly plans: readonly PublishedPlan[];
  readonly form: OrderForm;
  /** Null: the fan club cannot take payments, or nothing is to be paid. */
  readonly account: ConnectedAccount | null;
}

/** An order that costs something. */
interface Payable {
  readonly buyer: ViewerCustomer;
  readonly plan: PublishedPlan;
  readonly quote: Quote;
  readonly form: OrderForm;
  /** What the buyer agreed to; null: to no automatic renewal. */
  readonly renewalConsent: string | null;
  readonly account: ConnectedAccount;
}

/** Whether an open order is for the same plan, amounts, membership and consent, so that it can be continued. */
function isSame(order: PlacedOrder, { plan, quote, renewalConsent }: Payable): boolean {
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

const pageOriginOf = (account: ConnectedAccount | null): string | null => account?.client.pageOrigin ?? null;

/** @throws NoPlanFound */
function find(plans: readonly PublishedPlan[], planId: number): PublishedPlan {
  const plan = plans.find(({ id }) => id === planId);
  if (!plan || plan.deleted) throw new NoPlanFound();
  return plan;
}
