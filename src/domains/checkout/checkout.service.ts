import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { displayPrice, isZero } from '#libs/format';
import { isToken, newToken } from '#libs/token';
import { type FanclubInfo, SessionKeeper, type Viewer, type ViewerCustomer } from '#platform/access';
import { customerActor } from '#platform/audit';
import { BenefitsService } from '#domains/benefits';
import { Sql, type Statements } from '#platform/database';
import { Limits } from '#platform/limits';
import { NoOrderFound } from '#domains/orders';
import { type CataloguePlan, PlansService, standingOf } from '#domains/plans';
import { buyerOf, holdBuyer, newBuyer, readBuyer } from './buyers';
import {
  InvalidReference,
  NoPlanFound,
  OrderAlreadyPlaced,
  PaymentNotSetUp,
  PlanAlreadyYours,
  PlanNotAvailable,
} from './checkout.errors';
import {
  ADD_ORDER,
  FIND_ORDER,
  FIND_REFERRED_ORDER,
  HOLD_BUYER,
  KEEP_ORDER,
  type Order,
} from './checkout.queries';
import { type Availability, availabilityOf, isFreeFor, priceFor, subscriberOf } from './checkout.rules';
import { type Amounts, completeOrder } from './complete-order';
import { Payments } from './payments';

/** What the checkout of a plan shows to a visitor. */
export interface Offer {
  plan: CataloguePlan;
  /** What members with the plan get, by id; `details` is HTML. */
  benefits: { summary: string; details: string | null }[];
  /** For people, `Free` or `$24.99`: what the plan costs this visitor, who may be upgrading; without shipping. */
  price: string;
  /** What sending the package costs, likewise; null where there is nothing to send or it costs nothing. */
  shipping: { domestic: string; international: string } | null;
  /** What the order would do to the membership that the visitor has; null: begin one. */
  change: 'upgrade' | 'renewal' | null;
  availability: Availability;
  /** For the form: names the purchase, so that sending it twice places one order. */
  reference: string;
}

/** An order that was placed. */
export interface Placement {
  orderId: number;
  /** What the visitor's new session cookie is to hold; null: the session stays as it is. */
  token: string | null;
  /** The URL where the order is paid; null: it is complete. */
  payAt: string | null;
}

const NOTHING_PAID: Amounts = { shipping: '0', discount: '0', subtotal: '0', total: '0' };

/** Buying plans. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly benefits: BenefitsService,
    private readonly sessions: SessionKeeper,
    private readonly payments: Payments,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * What the checkout of a plan shows to a visitor. An unregistered customer in the session is judged by the membership that
   * an earlier purchase brought.
   * @throws NoPlanFound for an unknown or withdrawn plan, or another fan club's.
   */
  async offer(viewer: Viewer, planId: number): Promise<Offer> {
    const plan = await this.find(viewer.fanclub, planId);
    const standing = standingOf(plan, subscriberOf(buyerOf(viewer)), this.clock.now());
    const canPay = await this.payments.isSetUpFor(viewer.fanclub);
    return {
      plan,
      benefits: this.benefits.ofPlan(viewer.fanclub, plan.id),
      price: displayPrice(priceFor(plan, standing), plan.currency),
      shipping: shippingOf(plan),
      change: standing.renewal ? 'renewal' : standing.upgrade ? 'upgrade' : null,
      availability: availabilityOf(plan, standing, canPay),
      reference: newToken(),
    };
  }

  /**
   * Orders a plan. One that costs nothing is the buyer's at once, and leaves its order in the session of a customer who has
   * yet to register; anybody without session becomes such a customer. Sent again, the same reference is answered with the
   * same order, but only in the session of its customer: to others it gives away nothing. Orders that would make a new customer
   * are limited by client.
   * @throws TooManyRequests, NoPlanFound, PlanAlreadyYours, PlanNotAvailable, PaymentNotSetUp, OrderAlreadyPlaced, InvalidReference,
   *   LoginRequired for a customer who was blacklisted just now
   */
  async place(viewer: Viewer, planId: number, reference: string): Promise<Placement> {
    if (!isToken(reference)) throw new InvalidReference();
    const { fanclub, source } = viewer;
    const plan = await this.find(fanclub, planId);
    if (!buyerOf(viewer)) await this.limits.count(viewer, { checkoutNetwork: source.network });
    const canPay = await this.payments.isSetUpFor(fanclub);
    const { order, price, token } = await this.sql.transaction((tx) =>
      this.placeOnce(tx, viewer, plan, reference, canPay),
    );
    const { id, customerId } = order;
    const payAt = order.paid ? null : await this.payments.start({ id, fanclub, customerId, plan, price });
    return { orderId: id, token, payAt };
  }

  /**
   * Completes an order that was paid, by what was paid. Repeated notices of a payment change nothing. What the buyer has
   * become entitled to since, or no longer is, matters no more: a paid order is fulfilled.
   * @throws NoOrderFound for an id of no order of the fan club's.
   */
  async settle(fanclub: FanclubInfo, orderId: number, amounts: Amounts): Promise<void> {
    const plans = await this.plans.stored(fanclub);
    await this.sql.transaction(async (tx) => {
      const order = await tx.first(FIND_ORDER, { fanclub: fanclub.id, order: orderId });
      const plan = order && plans.find(({ id }) => id === order.planId);
      if (!plan) throw new NoOrderFound();
      await tx.first(HOLD_BUYER, { fanclub: fanclub.id, customer: order.customerId });
      const now = this.clock.now();
      const buyer = await readBuyer(tx, fanclub.id, order.customerId, now);
      const standing = standingOf(plan, subscriberOf(buyer), now);
      await completeOrder(tx, { id: orderId, fanclubId: fanclub.id, buyer, plan, standing, amounts, now });
    });
  }

  private async placeOnce(
    tx: Statements,
    viewer: Viewer,
    plan: CataloguePlan,
    reference: string,
    canPay: boolean,
  ): Promise<{ order: Order; price: string; token: string | null }> {
    const { fanclub, visit } = viewer;
    const known = buyerOf(viewer);
    if (known) await holdBuyer(tx, fanclub.id, known.id);
    // Only now: whoever had to wait for the row begins when it is free.
    const now = this.clock.now();
    const before = known && (await readBuyer(tx, fanclub.id, known.id, now));
    const standing = standingOf(plan, subscriberOf(before), now);
    const price = priceFor(plan, standing);

    const earlier = await tx.first(FIND_REFERRED_ORDER, { fanclub: fanclub.id, reference });
    if (earlier) {
      if (earlier.customerId !== visit?.customer.id || earlier.planId !== plan.id)
        throw new OrderAlreadyPlaced();
      return { order: earlier, price, token: null };
    }

    assertAvailable(availabilityOf(plan, standing, canPay));
    const buyer = before ?? (await newBuyer(tx, fanclub.id, now));
    const asked = { fanclub: fanclub.id, customer: buyer.id, plan: plan.id, reference, now };
    const order = await tx.first(ADD_ORDER, asked);
    if (!order) throw new OrderAlreadyPlaced();
    const paid = isFreeFor(plan, standing);
    if (paid) {
      const amounts = isZero(plan.price) ? null : NOTHING_PAID;
      await completeOrder(tx, { id: order.id, fanclubId: fanclub.id, buyer, plan, standing, amounts, now });
    }
    const placed = { ...order, paid };
    return { order: placed, price, token: await this.remember(tx, viewer, placed, before) };
  }

  /** Keeps the order in the session of a customer who has yet to register; opens one for who had none. */
  private async remember(
    tx: Statements,
    viewer: Viewer,
    { id, customerId, paid }: Order,
    buyer: ViewerCustomer | null,
  ): Promise<string | null> {
    if (!buyer) {
      const event = { action: 'account.created', actor: customerActor(customerId) } as const;
      return this.sessions.open(tx, viewer, customerId, { orderId: paid ? id : null, event });
    }
    if (!buyer.registered && paid && viewer.visit)
      await tx.run(KEEP_ORDER, { fanclub: viewer.fanclub.id, session: viewer.visit.sessionId, order: id });
    return null;
  }

  private async find(fanclub: FanclubInfo, planId: number): Promise<CataloguePlan> {
    const plan = (await this.plans.stored(fanclub)).find(({ id }) => id === planId);
    if (!plan || plan.deleted) throw new NoPlanFound();
    return plan;
  }
}

function shippingOf({ package: goods, currency }: CataloguePlan): Offer['shipping'] {
  if (!goods || [goods.domestic, goods.international].every(isZero)) return null;
  return {
    domestic: displayPrice(goods.domestic, currency),
    international: displayPrice(goods.international, currency),
  };
}

function assertAvailable(availability: Availability): void {
  switch (availability) {
    case 'already_yours':
      throw new PlanAlreadyYours();
    case 'not_available':
      throw new PlanNotAvailable();
    case 'payment_not_set_up':
      throw new PaymentNotSetUp();
    case 'available':
  }
}
