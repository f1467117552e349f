import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Sql, type Statements } from '#platform/database';
import { Mails } from '#platform/mail';
import { ClubHosts, hostedOrder } from '#platform/tenants';
import type { ObservedRefund } from '#domains/payment-providers';
import { refundFacts } from '../mails/mail-facts';
import { type Cause, orders, type PlacedOrder, recordTransition } from '#domains/orders';
import { boughtCodes } from '#domains/redeem-codes';
import { memberships } from '#domains/subscriptions';
import type { RefundState } from './refund.entity';
import { afterRefundObservation } from './refund.rules';
import {
  COUNT_RETURNED,
  IS_BEING_TAKEN_BACK,
  IS_FULLY_RETURNED,
  IS_TAKEN_BACK,
} from './refunded-payments.queries';
import { FIND_REFUND_NEWS, HOLD_REFUND, type RefundRow, STORE_REFUND } from './refunds.queries';
import { takeBack } from './take-back';

/** A refund as the provider has it. `ref` is null if the provider refused it. */
export type RefundAnswer = Pick<ObservedRefund, 'outcome' | 'failure'> & { readonly ref: string | null };

/** Applies the outcome of a refund once, in one transaction: to the order, its membership and parcels, with a mail to the buyer. */
@Injectable()
export class RefundOutcomesService {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly mails: Mails,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** Repeated calls change nothing. @returns the state of the refund afterwards */
  async apply(refund: RefundRow, observed: RefundAnswer, cause: Cause): Promise<RefundState> {
    const { id, fanclubId, orderId, amount, currency } = refund;
    const fanclub = { id: fanclubId };
    const { before, after } = await this.sql.transaction(async (tx) => {
      const order = await orders.hold(tx, fanclub, orderId);
      const held = (await tx.first(HOLD_REFUND, { fanclub: fanclubId, refund: id }))!;
      const now = this.clock.now();
      const state = afterRefundObservation(held.state, observed.outcome);
      const facts = { state, providerRef: observed.ref, failure: observed.failure, now };
      await tx.run(STORE_REFUND, { fanclub: fanclubId, refund: id, ...facts });
      const states = { before: held.state, after: state };
      if (state === held.state) return states;
      const changed = { subject: 'refund', number: id } as const;
      await recordTransition(tx, fanclub, { ...changed, from: held.state, to: state, cause, now });
      if (state === 'succeeded') {
        await this.takeEffect(tx, order, held, { cause, now });
        await this.queueMail(tx, held, 'refund_issued');
      }
      if (state === 'failed') {
        await this.releaseMoney(tx, held, { cause, now });
        if (held.state === 'succeeded') await this.queueMail(tx, held, 'refund_failed');
      }
      return states;
    });
    if (before !== after) {
      const { failure: code } = observed;
      const ids = { fanclubId, orderId, refundId: id };
      this.log.log({ msg: `refund ${after}`, ...ids, amount, currency, cause, code });
    }
    return after;
  }

  private async takeEffect(
    tx: Statements,
    order: PlacedOrder,
    { fanclubId, effect }: RefundRow,
    change: orders.OrderChange,
  ): Promise<void> {
    const fanclub = { id: fanclubId };
    // `tx` holds the lock on the buyer, without which no payment or refund changes.
    const { isFull } = (await tx.first(IS_FULLY_RETURNED, { fanclub: fanclubId, order: order.id }))!;
    if (isFull) await orders.markRefunded(tx, fanclub, order.id, change);
    if (effect === 'keep') return;
    const hasEnded = await takeBack(tx, fanclub, order, change.now);
    // If a later upgrade replaced the membership, the former one stays ended.
    if (effect === 'restore' && hasEnded) await this.restoreFormer(tx, fanclubId, order, change.now);
  }

  /** Restores the membership that an upgrade ended, unless its term is over or it was refunded itself. */
  private async restoreFormer(
    tx: Statements,
    fanclub: number,
    { replaces: subscription, paidAt: cancelledAt }: PlacedOrder,
    now: Date,
  ): Promise<void> {
    if (subscription === null || cancelledAt === null) return;
    const { isTakenBack } = (await tx.first(IS_TAKEN_BACK, { fanclub, subscription }))!;
    if (!isTakenBack) await memberships.restore(tx, fanclub, { subscription, cancelledAt }, now);
  }

  /** No mail for a refund that fails before it was announced. */
  private async queueMail(
    tx: Statements,
    refund: RefundRow,
    kind: 'refund_issued' | 'refund_failed',
  ): Promise<void> {
    const { id, fanclubId, orderId, amount, currency } = refund;
    const news = await tx.first(FIND_REFUND_NEWS, { fanclub: fanclubId, refund: id });
    if (!news) return;
    const { email: to, firstName, planName, receipt, cardBrand, cardLast4 } = news;
    const card = cardBrand === null || cardLast4 === null ? null : { brand: cardBrand, last4: cardLast4 };
    const payment = refundFacts({ planName, amount, currency, receipt, card });
    const link = hostedOrder(this.hosts.addressOf(fanclubId), orderId);
    await this.mails.queue(tx, { id: fanclubId }, { kind, to, firstName, link, payment });
  }

  /** Releases the reserved money, so that it can be refunded again. The code of a bought gift that it has voided is valid again. */
  private async releaseMoney(tx: Statements, refund: RefundRow, change: orders.OrderChange): Promise<void> {
    const { fanclubId: fanclub, orderId: order, paymentId: payment } = refund;
    await tx.run(COUNT_RETURNED, { fanclub, payment, now: change.now });
    const { isFull } = (await tx.first(IS_FULLY_RETURNED, { fanclub, order }))!;
    if (isFull) return;
    await orders.markNotRefunded(tx, { id: fanclub }, order, change);
    if (refund.effect === 'keep') return;
    const { isTakenBack } = (await tx.first(IS_BEING_TAKEN_BACK, { fanclub, order }))!;
    if (!isTakenBack) await boughtCodes.restore(tx, { id: fanclub }, order, change.now);
  }
}
