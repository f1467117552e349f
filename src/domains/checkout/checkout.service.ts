import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isZero } from '#libs/format';
import { isToken } from '#libs/token';
import { type FanclubInfo, SessionKeeper, type Viewer, type ViewerCustomer } from '#platform/access';
import { customerActor } from '#platform/audit';
import { PayerRequired, ObservationsService, PaymentPagesService } from '#domains/payments';
import { type ConnectedAccount, PaymentAccountsService } from '#domains/payment-providers';
import { Sql, type Statements } from '#platform/database';
import { LimitsService } from '#platform/limits';
import { type PublishedPlan, PlansService } from '#domains/plans';
import { assess } from './assessment';
import type { OrderForm, Placement } from './order-form';
import { type Buyer, holdBuyer, newBuyer, readBuyer, completeOrder } from '#domains/fulfilment';
import { buyerOf, findPlan, isPriced, pageOriginOf } from './checkout.rules';
import {
  AddressRequired,
  InvalidReference,
  OrderAlreadyPlaced,
  OrderInTheWay,
  PaymentPending,
  PriceChanged,
  REFUSALS,
} from './checkout.errors';
import { stock } from '#domains/stock';
import { isOpen, orders, type PlacedOrder } from '#domains/orders';
import { BoughtGiftsService } from '#domains/bought-gifts';
import { codes, CodeWithoutDiscount } from '#domains/redeem-codes';
import { isFreeOf, isInTheWay, isOrderOf, type Quote, quoteDigest } from './quote.rules';

/** Open orders of a buyer, which have to be closed before another one is placed. */
interface Superseded {
  readonly superseded: readonly PlacedOrder[];
}

/** Attempts to place an order, because concurrent orders of the same buyer can conflict. */
const ATTEMPTS = 3;

/** Places orders of plans. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly sessions: SessionKeeper,
    private readonly accounts: PaymentAccountsService,
    private readonly pages: PaymentPagesService,
    private readonly observations: ObservationsService,
    private readonly limits: LimitsService,
    private readonly gifts: BoughtGiftsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Orders a plan. A free order is completed immediately; a priced one waits for its payment. For a free plan, a visitor without a
   * session becomes an unregistered customer with a session. In the session of its customer, a repeated reference returns the same
   * order; in others it is an error. An open order of the customer for the same plan at the same price is continued; other open
   * orders are closed, before a free order only those {@link isInTheWay}. Orders that create a customer are limited by client network. The use of a code is held while the order is open,
   * and counted when it is complete.
   * @throws TooManyRequests, NoPlanFound, the {@link REFUSALS}, what `codes.findFor` throws, CodeWithoutDiscount, CodeUsedUp, OrderAlreadyPlaced, OrderInTheWay, InvalidReference, PayerRequired,
   *   AddressRequired, PriceChanged, PaymentPending, LoginRequired for a customer who is blacklisted now,
   *   ProviderError if another order of the customer cannot be closed
   */
  async place(viewer: Viewer, planId: number, form: OrderForm): Promise<Placement> {
    if (!isToken(form.reference)) throw new InvalidReference();
    const { fanclub, source } = viewer;
    const plans = await this.plans.stored(fanclub);
    const plan = findPlan(plans, planId);
    if (!buyerOf(viewer, plan)) await this.limits.count(viewer, { checkoutNetwork: source.network });
    const account = isPriced(plan) ? await this.accounts.enabledFor(fanclub.id) : null;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const placed = await this.sql.transaction((tx) =>
        this.placeOnce(tx, viewer, { plan, plans, form, account }),
      );
      if (!('superseded' in placed)) return placed;
      for (const { id } of placed.superseded) {
        const order = await this.observations.close(fanclub, id, 'superseded', 'supersede');
        if (isOpen(order)) throw new PaymentPending(id);
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
    // Read the time after waiting for the lock.
    const now = this.clock.now();
    const before = known && (await readBuyer(tx, fanclub.id, known.id, now));

    const earlier = await orders.findReferred(tx, fanclub, form.reference);
    if (earlier) {
      if (earlier.customerId !== visit?.customer.id || earlier.planId !== plan.id)
        throw new OrderAlreadyPlaced();
      const isFree = earlier.total === null || isZero(earlier.total);
      return { orderId: earlier.id, token: null, isFree, paysAt: pageOriginOf(account) };
    }

    const typed = form.code ?? null;
    const customer = known?.id ?? null;
    const code =
      typed === null ? null : await codes.findFor(tx, fanclub, { plan, plans }, { typed, customer, now });
    const wanted = { plan, plans, buyer: before, takesPayments: account !== null, code };
    const judged = await assess(tx, fanclub, wanted, now);
    const { standing, term, quote, isFree, availability, lacks } = judged;
    if (judged.isCodeOfNoUse) throw new CodeWithoutDiscount();
    if (availability !== 'available') throw new REFUSALS[availability]();
    if (lacks.account) throw new PayerRequired();
    if (!isFree) {
      if (lacks.address || !quote) throw new AddressRequired();
      const renewalConsent = form.renewsAutomatically ? judged.renewalConsent : null;
      const { skipsList } = judged;
      const payable = { buyer: before!, plan, quote, form, renewalConsent, account: account!, skipsList };
      return this.placePayable(tx, fanclub, payable);
    }
    const open = before ? await orders.openOf(tx, fanclub, before.id) : [];
    const superseded = open.filter((one) => isInTheWay(one, plan, quote!));
    if (superseded.length > 0) return { superseded };
    const buyer = before ?? (await newBuyer(tx, fanclub.id, now));
    const order = await this.addOrder(tx, fanclub, {
      buyer,
      plan,
      quote: quote!,
      form,
      renewalConsent: null,
    });
    const { id, total } = order;
    const { skipsList } = judged;
    await completeOrder(tx, {
      id,
      fanclubId: fanclub.id,
      total,
      buyer,
      plan,
      standing,
      term,
      now,
      skipsList,
    });
    if (code) {
      await codes.settle(tx, fanclub, id, now);
      await this.gifts.announceUse(tx, fanclub, id);
    }
    const token = await this.keepOrder(tx, viewer, order, before);
    return { orderId: id, token, isFree: true, paysAt: null };
  }

  /** Places an order that waits for its payment, or continues an open one. */
  private async placePayable(
    tx: Statements,
    fanclub: FanclubInfo,
    wanted: Payable,
  ): Promise<Placement | Superseded> {
    const { buyer, plan, quote, form, renewalConsent, account } = wanted;
    if (form.quote !== quoteDigest(plan.id, quote)) throw new PriceChanged();
    const open = await orders.openOf(tx, fanclub, buyer.id);
    const same = open.find((order) => isOrderOf(order, wanted));
    const paysAt = pageOriginOf(account);
    if (same && (await codes.idOf(tx, fanclub, same.id)) === quote.code)
      return { orderId: same.id, token: null, isFree: false, paysAt };
    if (open.length > 0) return { superseded: open };
    const order = await this.addOrder(tx, fanclub, { buyer, plan, quote, form, renewalConsent });
    await stock.hold(tx, fanclub, { ...order, skipsList: wanted.skipsList }, this.clock.now());
    await this.pages.begin(tx, fanclub, order, account.id);
    return { orderId: order.id, token: null, isFree: false, paysAt };
  }

  /** @throws OrderAlreadyPlaced for a reference that is sent twice at once, OrderInTheWay, CodeUsedUp */
  private async addOrder(
    tx: Statements,
    fanclub: FanclubInfo,
    {
      buyer,
      plan,
      quote,
      form,
      renewalConsent,
    }: Omit<Payable, 'account' | 'buyer' | 'skipsList'> & { buyer: Buyer },
  ): Promise<PlacedOrder> {
    const { kind, currency, replaces, renews, shipping, discount, subtotal, total } = quote;
    const hasAmounts = !isZero(plan.price) || !isFreeOf(quote);
    const none = { shipping: null, discount: null, subtotal: null, total: null };
    const { reference } = form;
    const order = await orders.place(tx, fanclub, {
      customer: buyer.id,
      plan: plan.id,
      reference,
      kind,
      currency,
      ...(hasAmounts ? { shipping, discount, subtotal, total } : none),
      replaces,
      renews,
      renewalConsent,
      now: this.clock.now(),
    });
    if (order) {
      if (quote.code !== null) {
        const use = { order: order.id, code: quote.code, customer: buyer.id };
        await codes.hold(tx, fanclub, use, this.clock.now());
      }
      return order;
    }
    const isSent = await orders.findReferred(tx, fanclub, reference);
    throw isSent ? new OrderAlreadyPlaced() : new OrderInTheWay();
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
      await this.sessions.keepOrder(tx, viewer.fanclub.id, viewer.visit.sessionId, id);
    return null;
  }
}

/** A requested order with the facts that it depends on. */
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
  /** The text of the consent to automatic renewal. Null: no consent. */
  readonly renewalConsent: string | null;
  readonly account: ConnectedAccount;
  /** As `Assessment.skipsList`. */
  readonly skipsList: boolean;
}
