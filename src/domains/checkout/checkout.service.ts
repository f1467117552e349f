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
import { type PublishedPlan, PlansService, standingOf } from '#domains/plans';
import { buyerOf, holdBuyer, newBuyer, readBuyer } from './buyers';
import { InvalidReference, NoPlanFound, OrderAlreadyPlaced, REFUSALS } from './checkout.errors';
import {
  ADD_ORDER,
  FIND_ORDER,
  FIND_REFERRED_ORDER,
  HOLD_BUYER,
  KEEP_ORDER,
  type Order,
} from './checkout.queries';
import {
  type Availability,
  availabilityOf,
  isFreeFor,
  priceFor,
  type ShippingPrices,
  shippingFor,
  subscriberOf,
} from './checkout.rules';
import { type Amounts, completeOrder } from './complete-order';
import { Payments } from './payments';

/** The content of a plan's checkout page. */
export interface Offer {
  plan: PublishedPlan;
  /** The plan's benefits, by id; `details` is HTML. */
  benefits: { summary: string; details: string | null }[];
  /** The price for this visitor as printed, `Free` or `$24.99`, without shipping. */
  price: string;
  /** The cost of shipping as printed; null if nothing is shipped or shipping is free. */
  shipping: ShippingPrices | null;
  /** The change of the visitor's present membership; null: a new membership. */
  change: 'upgrade' | 'renewal' | null;
  availability: Availability;
  /** Identifies the purchase, so that a form sent twice places one order. */
  reference: string;
}

/** An order that was placed. */
export interface Placement {
  orderId: number;
  /** The token of the session that was opened; null: the visitor's cookie stays as it is. */
  token: string | null;
  /** The URL where the order is paid; null: it is complete. */
  payAt: string | null;
}

const ZERO_AMOUNTS: Amounts = { shipping: '0', discount: '0', subtotal: '0', total: '0' };

/** Sells plans. */
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
   * The checkout page of a plan. The membership of an unregistered customer in the session counts.
   * @throws NoPlanFound for an unknown or withdrawn plan
   */
  async offer(viewer: Viewer, planId: number): Promise<Offer> {
    const plan = await this.find(viewer.fanclub, planId);
    const standing = standingOf(plan, subscriberOf(buyerOf(viewer)), this.clock.now());
    const canPay = await this.payments.isSetUpFor(viewer.fanclub);
    return {
      plan,
      benefits: this.benefits.ofPlan(viewer.fanclub, plan.id),
      price: displayPrice(priceFor(plan, standing), plan.currency),
      shipping: shippingFor(plan),
      change: standing.renewal ? 'renewal' : standing.upgrade ? 'upgrade' : null,
      availability: availabilityOf(plan, standing, canPay),
      reference: newToken(),
    };
  }

  /**
   * Orders a plan. A free order is completed immediately. A visitor without a session becomes an unregistered customer, whose
   * session has the order. The same reference returns the same order in the session of its customer, and an error in others. Orders that
   * create a customer are limited by client network.
   * @throws TooManyRequests, NoPlanFound, PlanAlreadyYours, PlanNotAvailable, PaymentNotSetUp, OrderAlreadyPlaced, InvalidReference,
   *   LoginRequired for a customer who was blacklisted meanwhile
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
   * Completes an order that was paid, even if the buyer could not order the plan any more. Repeated calls change nothing.
   * @throws NoOrderFound for an unknown id
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
    plan: PublishedPlan,
    reference: string,
    canPay: boolean,
  ): Promise<{ order: Order; price: string; token: string | null }> {
    const { fanclub, visit } = viewer;
    const known = buyerOf(viewer);
    if (known) await holdBuyer(tx, fanclub.id, known.id);
    // Read after the lock, because another order may have held the lock for some time.
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

    const availability = availabilityOf(plan, standing, canPay);
    if (availability !== 'available') throw new REFUSALS[availability]();
    const buyer = before ?? (await newBuyer(tx, fanclub.id, now));
    const asked = { fanclub: fanclub.id, customer: buyer.id, plan: plan.id, reference, now };
    const order = await tx.first(ADD_ORDER, asked);
    if (!order) throw new OrderAlreadyPlaced();
    const paid = isFreeFor(plan, standing);
    if (paid) {
      const amounts = isZero(plan.price) ? null : ZERO_AMOUNTS;
      await completeOrder(tx, { id: order.id, fanclubId: fanclub.id, buyer, plan, standing, amounts, now });
    }
    const placed = { ...order, paid };
    return { order: placed, price, token: await this.keepOrder(tx, viewer, placed, before) };
  }

  /** Stores the order in the session of an unregistered customer. Opens a session for a new customer and returns its token. */
  private async keepOrder(
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

  private async find(fanclub: FanclubInfo, planId: number): Promise<PublishedPlan> {
    const plan = (await this.plans.stored(fanclub)).find(({ id }) => id === planId);
    if (!plan || plan.deleted) throw new NoPlanFound();
    return plan;
  }
}
