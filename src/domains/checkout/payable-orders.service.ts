import { Injectable } from '@nestjs/common';
import type { FanclubInfo, Viewer } from '#platform/access';
import { Sql } from '#platform/database';
import { NoOrderFound } from '#domains/orders';
import { ProviderError } from '#domains/payments';
import { type PublishedPlan, PlansService } from '#domains/plans';
import { payerOf } from './buyers';
import { PayerRequired } from './checkout.errors';
import { AMOUNT_MISMATCH } from './payment.entity';
import { Observing } from './observing.service';
import { Paying } from './paying.service';
import { WAITING_TERM } from './payable-orders.queries';
import { isLive } from './payment.states';
import { type PaymentRow } from './payments.queries';
import { FIND_PLACED_ORDER, type PlacedOrder } from './placed-orders.queries';

/**
 * How far an order is. `to_pay`: a payment page can be opened. `pending`: the money is on its way. `checking`: staff look at the
 * payment. `surplus`: the buyer has paid another order since, so its money goes back.
 */
export type Progress = 'to_pay' | 'pending' | 'checking' | 'paid' | 'refunded' | 'surplus' | 'closed';

/** An order of the visitor. */
export interface OwnOrder {
  readonly order: PlacedOrder;
  readonly plan: PublishedPlan;
  readonly progress: Progress;
  /** Why the last attempt to pay failed, as a code of the provider; null: it did not. */
  readonly failure: string | null;
  /** When the membership of a paid order begins; null: it has begun. */
  readonly begins: Date | null;
}

/** The orders of a visitor that are to be paid. The visitor need not have confirmed the e-mail address. */
@Injectable()
export class PayableOrders {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly paying: Paying,
    private readonly observing: Observing,
  ) {}

  /** @throws NoOrderFound for an unknown order, and for those of others */
  async find(viewer: Viewer, orderId: number): Promise<OwnOrder> {
    return (await this.withPayment(viewer.fanclub, await this.placed(viewer, orderId))).own;
  }

  /**
   * The same, after asking the provider about the payment. If it cannot be asked, a payment that may have been made is `pending`.
   * @throws NoOrderFound
   */
  async observed(viewer: Viewer, orderId: number): Promise<OwnOrder> {
    const { fanclub } = viewer;
    const placed = await this.placed(viewer, orderId);
    const { own, payment } = await this.withPayment(fanclub, placed);
    if (own.order.paidAt !== null || !payment) return own;
    try {
      const order = await this.observing.observe(fanclub, payment.id, 'return');
      return (await this.withPayment(fanclub, { ...placed, order })).own;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return own.progress === 'to_pay' && isLive(payment.state) ? { ...own, progress: 'pending' } : own;
    }
  }

  /**
   * The URL where the order is paid. Null: it is paid, closed, or its money is on the way. An order of a withdrawn plan is closed.
   * @throws NoOrderFound, PayerRequired, PaymentNotSetUp, ProviderError
   */
  async pay(viewer: Viewer, orderId: number): Promise<string | null> {
    const { order, plan } = await this.placed(viewer, orderId);
    if (order.paidAt !== null || order.closedAt !== null) return null;
    if (plan.deleted) {
      await this.observing.close(viewer.fanclub, order.id, 'withdrawn', 'place');
      return null;
    }
    const payer = payerOf(viewer.visit?.customer ?? null);
    if (!payer) throw new PayerRequired();
    return this.paying.pageOf(viewer.fanclub, { order, planName: plan.name, payer });
  }

  /**
   * Cancels an open order. If its money arrived before, it is paid instead; if the money may still arrive, it stays.
   * @throws NoOrderFound, ProviderError
   */
  async cancel(viewer: Viewer, orderId: number): Promise<void> {
    const { order } = await this.placed(viewer, orderId);
    if (order.paidAt !== null || order.closedAt !== null) return;
    await this.observing.close(viewer.fanclub, order.id, 'cancelled', 'cancel');
  }

  /** @throws NoOrderFound for an unknown order, and for those of others */
  private async placed({ fanclub, visit }: Viewer, orderId: number): Promise<Placed> {
    const order = visit && (await this.sql.first(FIND_PLACED_ORDER, { fanclub: fanclub.id, order: orderId }));
    if (!order || order.customerId !== visit.customer.id) throw new NoOrderFound();
    const plan = (await this.plans.stored(fanclub)).find(({ id }) => id === order.planId);
    if (!plan) throw new NoOrderFound();
    return { order, plan };
  }

  private async withPayment(
    fanclub: FanclubInfo,
    { order, plan }: Placed,
  ): Promise<{ own: OwnOrder; payment: PaymentRow | null }> {
    const payment = await this.observing.current(fanclub, order.id);
    const progress = progressOf(order, payment);
    const key = { fanclub: fanclub.id, order: order.id };
    const waiting = progress === 'paid' ? await this.sql.first(WAITING_TERM, key) : null;
    const [failure, begins] = [payment?.failure ?? null, waiting?.startsAt ?? null];
    return { own: { order, plan, progress, failure, begins }, payment };
  }
}

type Placed = Pick<OwnOrder, 'order' | 'plan'>;

function progressOf(order: PlacedOrder, payment: PaymentRow | null): Progress {
  if (order.refundedAt !== null) return 'refunded';
  if (order.paidAt !== null) return 'paid';
  // Staff end it as failed.
  if (payment?.failure === AMOUNT_MISMATCH && payment.state !== 'failed') return 'checking';
  if (payment?.surplus) return 'surplus';
  if (order.closedAt !== null) return 'closed';
  return payment?.state === 'pending' || payment?.state === 'unknown' ? 'pending' : 'to_pay';
}
