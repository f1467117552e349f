import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { subtract } from '#libs/money';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { Mails } from '#platform/mail';
import { hostedOrder } from '#platform/tenants';
import type { ObservedRefund } from '#domains/payments';
import { refundFacts } from './payment-mails';
import { holdOrder } from './placed-orders';
import type { RefundState } from './refund.entity';
import { afterRefundObservation } from './refund.rules';
import {
  CANCEL_PAID_TERM,
  CANCEL_PARCELS,
  FIND_REFUND_NEWS,
  HOLD_REFUND,
  type RefundRow,
  RESERVE_REFUND,
  RESTORE_FORMER,
  STORE_FULLY_REFUNDED,
  STORE_NOT_REFUNDED,
  STORE_REFUND,
} from './refunds.queries';
import { type Cause, recordTransition } from './payment-transitions';

/** What a provider says of a refund. One that it refused has no name there. */
export type RefundAnswer = Pick<ObservedRefund, 'outcome' | 'failure'> & { readonly ref: string | null };

/** Applies what the provider says of a refund, in one transaction, once: to the order, its membership, its parcels and its buyer. */
@Injectable()
export class RefundOutcome {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly mails: Mails,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Repeated calls change nothing. @returns the state of the refund afterwards */
  async apply(refund: RefundRow, observed: RefundAnswer, cause: Cause): Promise<RefundState> {
    const { id, fanclubId, orderId, amount, currency } = refund;
    const fanclub = { id: fanclubId };
    const { before, after } = await this.sql.transaction(async (tx) => {
      await holdOrder(tx, fanclub, orderId);
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
        await this.takeEffect(tx, held, cause, now);
        await this.queueMail(tx, held, 'refund_issued');
      }
      if (state === 'failed') {
        await this.releaseMoney(tx, held, cause, now);
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

  private async takeEffect(tx: Statements, refund: RefundRow, cause: Cause, now: Date): Promise<void> {
    const { fanclubId, orderId, effect } = refund;
    const key = { fanclub: fanclubId, order: orderId };
    if ((await tx.run(STORE_FULLY_REFUNDED, { ...key, now })) > 0) {
      const changed = { subject: 'order', number: orderId } as const;
      const fanclub = { id: fanclubId };
      await recordTransition(tx, fanclub, { ...changed, from: 'paid', to: 'refunded', cause, now });
    }
    if (effect === 'keep') return;
    const ended = await tx.run(CANCEL_PAID_TERM, { ...key, now });
    await tx.run(CANCEL_PARCELS, key);
    // What a later upgrade has replaced already leaves no gap for the former membership.
    if (effect === 'restore' && ended > 0) await tx.run(RESTORE_FORMER, { ...key, now });
  }

  /** A refund that fails before anybody was told of it is the business of staff alone. */
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
    const link = hostedOrder(this.config.publicUrl, fanclubId, orderId);
    await this.mails.queue(tx, { id: fanclubId }, { kind, to, firstName, link, payment });
  }

  /** The money stayed with us, so it can be refunded again. */
  private async releaseMoney(tx: Statements, refund: RefundRow, cause: Cause, now: Date): Promise<void> {
    const { fanclubId, orderId, paymentId, amount } = refund;
    const returned = subtract('0', amount);
    await tx.run(RESERVE_REFUND, { fanclub: fanclubId, payment: paymentId, amount: returned, now });
    if ((await tx.run(STORE_NOT_REFUNDED, { fanclub: fanclubId, order: orderId, now })) > 0) {
      const changed = { subject: 'order', number: orderId } as const;
      const fanclub = { id: fanclubId };
      await recordTransition(tx, fanclub, { ...changed, from: 'refunded', to: 'paid', cause, now });
    }
  }
}
