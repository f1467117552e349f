import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { displayPrice } from '#libs/format';
import { exact } from '#libs/money';
import { isToken, newToken } from '#libs/token';
import type { FanclubInfo, Viewer } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import {
  BoughtGiftsService,
  cardOf,
  type CardTexts,
  type GiftFields,
  type GiftMail,
  NotAGift,
} from '#domains/bought-gifts';
import { checkoutStanding, holdBuyer } from '#domains/fulfilment';
import { isOpen, orders, type PlacedOrder } from '#domains/orders';
import { type ConnectedAccount, PaymentAccountsService } from '#domains/payment-providers';
import { ObservationsService, PayerRequired, payerOf, PaymentPagesService } from '#domains/payments';
import { PlansService, type PublishedPlan } from '#domains/plans';
import { PlanSoldOut, stock } from '#domains/stock';
import {
  OrderAlreadyPlaced,
  InvalidReference,
  OrderInTheWay,
  PaymentPending,
  PriceChanged,
} from './checkout.errors';
import { buyerOf, findPlan, pageOriginOf, type ShippingPrices, shippingFor } from './checkout.rules';
import type { Placement } from './order-form';
import { isChargeable, isFreeOf, type Quote, quoteDigest } from './quote.rules';

/** A plan as a gift for somebody else. */
export interface GiftOffer {
  readonly plan: PublishedPlan;
  /** `not_available`: it is free, or strangers cannot buy it now. */
  readonly availability: 'available' | 'not_available' | 'sold_out' | 'payment_not_set_up';
  /** The price as printed. */
  readonly price: string;
  /** What the recipient pays for shipping when they redeem the gift, as printed; null: nothing. */
  readonly shipping: ShippingPrices | null;
  /** Whether the buyer has no account with an e-mail address yet. */
  readonly lacksAccount: boolean;
  /** Identifies what was shown, for the order form. */
  readonly digest: string;
  /** Identifies the purchase, so that a form sent twice places one order. */
  readonly reference: string;
  /** The origin of the pages on which the fan club's payments are made; null: it takes none. */
  readonly paysAt: string | null;
}

/** The form that orders a gift. */
export interface GiftForm {
  readonly reference: string;
  readonly quote: string;
  readonly fields: GiftFields;
}

/** Attempts to place an order, because an open one at another price is closed first. */
const ATTEMPTS = 3;

/**
 * Sells plans as gifts for others. The buyer's own membership does not matter: a gift costs what strangers pay, without shipping, which
 * the recipient pays for their own address.
 */
@Injectable()
export class GiftPurchasesService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly accounts: PaymentAccountsService,
    private readonly pages: PaymentPagesService,
    private readonly observations: ObservationsService,
    private readonly gifts: BoughtGiftsService,
    private readonly clock: Clock,
  ) {}

  /** @throws NoPlanFound for an unknown or withdrawn plan */
  async find(viewer: Viewer, planId: number): Promise<GiftOffer> {
    const { fanclub } = viewer;
    const plans = await this.plans.stored(fanclub);
    const plan = findPlan(plans, planId);
    const account = await this.accounts.enabledFor(fanclub.id);
    return {
      plan,
      availability: availabilityOf(plan, plans, account, this.clock.now()),
      price: displayPrice(plan.price, plan.currency),
      shipping: shippingFor(plan),
      lacksAccount: !payerOf(buyerOf(viewer, plan)),
      digest: quoteDigest(plan.id, giftQuote(plan)),
      reference: newToken(),
      paysAt: pageOriginOf(account),
    };
  }

  /**
   * Orders a gift, which waits for its payment. An open order of the buyer for the same gift at the same price is continued, with what
   * the form says now. Other orders of the buyer stay as they are.
   * @throws InvalidFields, InvalidReference, NoPlanFound, NotAGift, PlanSoldOut, PayerRequired, PriceChanged, OrderAlreadyPlaced,
   *   OrderInTheWay, PaymentPending, LoginRequired, ProviderError if the former order cannot be closed
   */
  async place(viewer: Viewer, planId: number, form: GiftForm): Promise<Placement> {
    if (!isToken(form.reference)) throw new InvalidReference();
    const { fanclub } = viewer;
    const plans = await this.plans.stored(fanclub);
    const plan = findPlan(plans, planId);
    const buyer = buyerOf(viewer, plan);
    const account = await this.accounts.enabledFor(fanclub.id);
    if (!account || !buyer || !payerOf(buyer)) throw new PayerRequired();
    const texts = cardOf(form.fields, { timeZone: fanclub.timeZone, now: this.clock.now() });
    const wanted = { plan, plans, buyer: buyer.id, account, form, texts };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const placed = await this.sql.transaction((tx) => this.placeOnce(tx, fanclub, wanted));
      if ('orderId' in placed) return placed;
      const order = await this.observations.close(fanclub, placed.superseded, 'superseded', 'supersede');
      if (isOpen(order)) throw new PaymentPending(order.id);
    }
    throw new OrderAlreadyPlaced();
  }

  private async placeOnce(
    tx: Statements,
    fanclub: FanclubInfo,
    { plan, plans, buyer, account, form, texts }: Wanted,
  ): Promise<Placement | { readonly superseded: number }> {
    await holdBuyer(tx, fanclub.id, buyer);
    // Read the time after waiting for the lock.
    const now = this.clock.now();
    const { reference } = form;
    const placement = ({ id }: PlacedOrder): Placement => {
      return { orderId: id, token: null, isFree: false, paysAt: pageOriginOf(account) };
    };
    const earlier = await orders.findReferred(tx, fanclub, reference);
    if (earlier) {
      if (earlier.customerId !== buyer || earlier.planId !== plan.id) throw new OrderAlreadyPlaced();
      return placement(earlier);
    }
    const quote = giftQuote(plan);
    if (form.quote !== quoteDigest(plan.id, quote)) throw new PriceChanged();
    const open = (await orders.openGiftsOf(tx, fanclub, buyer)).find(({ planId }) => planId === plan.id);
    const isSame = open?.subtotal === quote.subtotal && open.currency === quote.currency;
    if (open && !isSame) return { superseded: open.id };
    if (!open) {
      const availability = availabilityOf(plan, plans, account, now);
      if (availability === 'sold_out') throw new PlanSoldOut();
      if (availability !== 'available') throw new NotAGift();
    }
    const order =
      open ??
      (await this.add(tx, fanclub, { plan: plan.id, customer: buyer, reference, quote, account }, now));
    await this.gifts.describe(tx, fanclub, order.id, texts);
    return placement(order);
  }

  private async add(
    tx: Statements,
    fanclub: FanclubInfo,
    { quote, account, ...facts }: ToAdd,
    now: Date,
  ): Promise<PlacedOrder> {
    const { code: _, ...amounts } = quote;
    const order = await orders.place(tx, fanclub, { ...facts, ...amounts, renewalConsent: null, now });
    if (!order) throw new OrderInTheWay();
    await stock.hold(tx, fanclub, order, now);
    await this.pages.begin(tx, fanclub, order, account.id);
    return order;
  }
}

interface Wanted {
  readonly plan: PublishedPlan;
  /** All plans of the fan club. */
  readonly plans: readonly PublishedPlan[];
  /** The id of the buyer. */
  readonly buyer: number;
  readonly account: ConnectedAccount;
  readonly form: GiftForm;
  readonly texts: CardTexts & GiftMail;
}

interface ToAdd {
  readonly plan: number;
  readonly customer: number;
  readonly reference: string;
  readonly quote: Quote;
  readonly account: ConnectedAccount;
}

/** Strangers decide: a buyer's own membership is not changed. */
function availabilityOf(
  plan: PublishedPlan,
  plans: readonly PublishedPlan[],
  account: ConnectedAccount | null,
  now: Date,
): GiftOffer['availability'] {
  const stranger = { customer: null, membership: null };
  const { available } = checkoutStanding({ ...plan, soldOut: false }, plans, stranger, now);
  const quote = giftQuote(plan);
  if (!available || isFreeOf(quote)) return 'not_available';
  if (plan.soldOut) return 'sold_out';
  return account && isChargeable(quote) ? 'available' : 'payment_not_set_up';
}

/** The whole price of a plan, without shipping. */
function giftQuote({ price, currency }: PublishedPlan): Quote {
  const subtotal = exact(price);
  const amounts = { subtotal, discount: '0.00', shipping: '0.00', total: subtotal, currency };
  return { kind: 'gift_purchase', ...amounts, replaces: null, renews: null, code: null };
}
