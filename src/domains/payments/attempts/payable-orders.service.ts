import { Injectable } from '@nestjs/common';
import type { FanclubInfo, Viewer, Visit } from '#platform/access';
import { Sql } from '#platform/database';
import { isOpen, NoOrderFound, orders, type PlacedOrder } from '#domains/orders';
import { ProviderError } from '#domains/payment-providers';
import { type PublishedPlan, PlansService } from '#domains/plans';
import { memberships } from '#domains/subscriptions';
import { giftText } from '../mails/mail-facts';
import { payerOf } from '../customers/payment-customers.service';
import { PayerRequired } from '../payments.errors';
import { AMOUNT_MISMATCH } from '../payment.entity';
import { ObservationsService } from './observations.service';
import { PaymentPagesService } from './payment-pages.service';
import { isLive } from './payment.states';
import { type PaymentRow } from './payments.queries';

/**
 * The progress of an order. `to_pay`: a payment page can be opened. `pending`: the payment is not confirmed yet. `checking`: staff
 * review the payment. `surplus`: the buyer has paid another order since, so this payment is refunded.
 */
export type Progress = 'to_pay' | 'pending' | 'checking' | 'paid' | 'refunded' | 'surplus' | 'closed';

/** An order of the visitor. */
export interface OwnOrder {
  readonly order: PlacedOrder;
  readonly plan: PublishedPlan;
  readonly progress: Progress;
  /** The provider's code of the last failure. Null: none. */
  readonly failure: string | null;
  /** When the membership of a paid order begins; null: it has begun. */
  readonly begins: Date | null;
}

/** Who opens an order: the visitor, or the member whose renewal somebody has opened by a mailed link. */
export interface OrderVisitor extends Pick<Viewer, 'fanclub'> {
  readonly visit: Pick<Visit, 'customer'> | null;
}

/** The orders that a visitor can pay, even before confirming the e-mail address. */
@Injectable()
export class PayableOrdersService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly pages: PaymentPagesService,
    private readonly observations: ObservationsService,
  ) {}

  /** @throws NoOrderFound for an unknown order, and for those of others */
  async find(viewer: OrderVisitor, orderId: number): Promise<OwnOrder> {
    return (await this.withPayment(viewer.fanclub, await this.placed(viewer, orderId))).own;
  }

  /**
   * Fetches the payment from the provider first. If the provider is unavailable, a payment that may have succeeded is `pending`.
   * @throws NoOrderFound
   */
  async observed(viewer: OrderVisitor, orderId: number): Promise<OwnOrder> {
    const { fanclub } = viewer;
    const placed = await this.placed(viewer, orderId);
    const { own, payment } = await this.withPayment(fanclub, placed);
    if (own.order.paidAt !== null || !payment) return own;
    try {
      const order = await this.observations.observe(fanclub, payment.id, 'return');
      return (await this.withPayment(fanclub, { ...placed, order })).own;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return own.progress === 'to_pay' && isLive(payment.state) ? { ...own, progress: 'pending' } : own;
    }
  }

  /**
   * The URL of the payment page. Null: the order is paid or closed, or its payment is pending. Closes an order of a withdrawn plan.
   * @throws NoOrderFound, PayerRequired, PaymentNotSetUp, ProviderError
   */
  async pay(viewer: OrderVisitor, orderId: number): Promise<string | null> {
    const { order, plan } = await this.placed(viewer, orderId);
    if (!isOpen(order)) return null;
    if (plan.deleted) {
      await this.observations.close(viewer.fanclub, order.id, 'withdrawn', 'place');
      return null;
    }
    const payer = payerOf(viewer.visit?.customer ?? null);
    if (!payer) throw new PayerRequired();
    const planName = order.kind === 'gift_purchase' ? giftText(plan.name) : plan.name;
    return this.pages.pageOf(viewer.fanclub, { order, planName, payer });
  }

  /**
   * Cancels an open order. If its money arrived before, the order is paid instead. If it may still arrive, the order stays open.
   * @throws NoOrderFound, ProviderError
   */
  async cancel(viewer: OrderVisitor, orderId: number): Promise<void> {
    const { order } = await this.placed(viewer, orderId);
    if (!isOpen(order)) return;
    await this.observations.close(viewer.fanclub, order.id, 'cancelled', 'cancel');
  }

  /** @throws NoOrderFound for an unknown order, and for those of others */
  private async placed({ fanclub, visit }: OrderVisitor, orderId: number): Promise<Placed> {
    const order = visit && (await orders.find(this.sql, fanclub, orderId));
    if (!order || order.customerId !== visit.customer.id) throw new NoOrderFound();
    const plan = (await this.plans.stored(fanclub)).find(({ id }) => id === order.planId);
    if (!plan) throw new NoOrderFound();
    return { order, plan };
  }

  private async withPayment(
    fanclub: FanclubInfo,
    { order, plan }: Placed,
  ): Promise<{ own: OwnOrder; payment: PaymentRow | null }> {
    const payment = await this.observations.current(fanclub, order.id);
    const progress = progressOf(order, payment);
    const queued = progress === 'paid' ? await memberships.findQueued(this.sql, fanclub.id, order.id) : null;
    const [failure, begins] = [payment?.failure ?? null, queued?.startsAt ?? null];
    return { own: { order, plan, progress, failure, begins }, payment };
  }
}

type Placed = Pick<OwnOrder, 'order' | 'plan'>;

function progressOf(order: PlacedOrder, payment: PaymentRow | null): Progress {
  if (order.refundedAt !== null) return 'refunded';
  if (order.paidAt !== null) return 'paid';
  // Staff resolve it by ending it as `failed`.
  if (payment?.failure === AMOUNT_MISMATCH && payment.state !== 'failed') return 'checking';
  if (payment?.surplus) return 'surplus';
  if (order.closedAt !== null) return 'closed';
  return payment?.state === 'pending' || payment?.state === 'unknown' ? 'pending' : 'to_pay';
}
