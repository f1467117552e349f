import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { add, compare, hundredths, isPayable, subtract } from '#libs/money';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { NoOrderFound } from '#domains/orders';
import {
  type ConnectedAccount,
  Misconfigured,
  type ObservedRefund,
  PaymentProviders,
  type RefundToMake,
} from '#domains/payments';
import { addRefund } from './add-refund';
import { holdOrder } from './placed-orders';
import type { RefundEffect, RefundState } from './refund.entity';
import { NothingPaid, NothingQueued, NothingToRestore, WrongRefundAmount } from './refund.errors';
import { type RefundAnswer, RefundOutcome } from './refund-outcome.service';
import { usualEffect } from './refund.rules';
import {
  CLAIM_REFUND,
  FIND_REFUND,
  HOLD_PAID,
  HOLD_SURPLUS,
  IS_ORDER_QUEUED,
  type RefundRow,
} from './refunds.queries';
import type { Cause } from './payment-transitions';

/** A refund that somebody decides on. */
export interface RefundWish {
  readonly orderId: number;
  /** A decimal string; null: all that has not been refunded. */
  readonly amount: string | null;
  readonly reason: string;
  /** Null: what is usual; see {@link usualEffect}. */
  readonly effect: RefundEffect | null;
  /** Null: an operator's command. */
  readonly staffId: number | null;
}

/** A refund that was stored. */
export interface RequestedRefund {
  readonly id: number;
  /** A decimal string. */
  readonly amount: string;
  readonly currency: string;
  /** What is refunded of the payment in all, with this refund. */
  readonly refunded: string;
}

/** Milliseconds after which a request for a refund has ended, so that another one may be sent. */
const SENDING = 30_000;

/** Returns money, in full or in parts. The provider is asked outside of transactions. */
@Injectable()
export class Refunding {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly outcome: RefundOutcome,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a refund and reserves its money, in the transaction that also records who wanted it. Call {@link submit} after it has
   * committed; the job `refunds.follow` does so, too.
   * @throws NoOrderFound, NothingPaid, WrongRefundAmount, NothingQueued, NothingToRestore
   */
  async request(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id'>,
    wish: RefundWish,
  ): Promise<RequestedRefund> {
    const key = { fanclub: fanclub.id, order: wish.orderId };
    const order = await holdOrder(tx, fanclub, wish.orderId);
    const payment = await tx.first(HOLD_PAID, key);
    if (!payment) throw new NothingPaid();
    const left = subtract(payment.amount, payment.refunded);
    const amount = wish.amount ?? left;
    if (!isRefundable(amount, left, payment.currency)) throw new WrongRefundAmount(left);
    const wanted = wish.effect ?? usualEffect(compare(amount, left) === 0);
    // A surplus payment gave no membership.
    const effect = payment.surplus ? 'keep' : wanted;
    if (effect === 'restore' && order.replaces === null) throw new NothingToRestore();
    if (effect === 'cancel_queued' && !(await tx.first(IS_ORDER_QUEUED, key))!.isQueued)
      throw new NothingQueued();
    const facts = { amount, effect, reason: wish.reason, staff: wish.staffId };
    const id = await addRefund(tx, {
      fanclub: fanclub.id,
      payment: payment.id,
      ...facts,
      now: this.clock.now(),
    });
    return { id, amount, currency: payment.currency, refunded: add(payment.refunded, amount) };
  }

  /**
   * Stores the refund of a surplus payment.
   * @param since a payment whose refund was tried since then waits
   * @returns the id of the refund; null: it waits, or is refunded already
   */
  async requestSurplus(fanclubId: number, paymentId: number, since: Date): Promise<number | null> {
    return this.sql.transaction(async (tx) => {
      const payment = await tx.first(HOLD_SURPLUS, { fanclub: fanclubId, payment: paymentId, since });
      if (!payment) return null;
      const { id } = payment;
      const amount = subtract(payment.amount, payment.refunded);
      const facts = { amount, effect: 'keep', reason: 'surplus', staff: null } as const;
      return addRefund(tx, { fanclub: fanclubId, payment: id, ...facts, now: this.clock.now() });
    });
  }

  /**
   * Sends a refund, or asks how it is; the provider knows it by its key. One process at a time sends it: an answer must not meet
   * a refusal of the same refund. @returns its state afterwards
   * @throws NoOrderFound for an unknown refund, ProviderUnavailable
   */
  async submit(fanclubId: number, refundId: number, cause: Cause): Promise<RefundState> {
    const refund = await this.sql.first(FIND_REFUND, { fanclub: fanclubId, refund: refundId });
    if (!refund) throw new NoOrderFound();
    const account = await this.providers.accountOf(refund);
    const { id, paymentRef, amount, currency, idempotencyKey, providerRef, sentAt } = refund;
    if (paymentRef === null) throw new Error(`refund ${id} has no payment`);
    if (providerRef !== null) {
      const seen = await this.providers.ask(account, 'observeRefund', (c) => c.observeRefund(providerRef));
      return this.outcome.apply(refund, seen, cause);
    }
    if (!(await this.claim(refund))) return refund.state;
    const asked = { id, fanclubId, payment: paymentRef, amount, currency, idempotencyKey };
    // Sent before, without an answer: providers forget keys, and refuse a wrong one, so it is looked up first.
    const earlier = sentAt === null ? [] : await this.refundsAt(account, paymentRef);
    const made = earlier.find(({ ownNumber }) => ownNumber === id);
    return this.outcome.apply(refund, made ?? (await this.send(account, asked)), cause);
  }

  private refundsAt(account: ConnectedAccount, payment: string): Promise<readonly ObservedRefund[]> {
    return this.providers.ask(account, 'refundsOf', (client) => client.refundsOf(payment));
  }

  /** A refund that the provider refuses has failed: nothing happened, and repeating would not help. */
  private async send(account: ConnectedAccount, asked: RefundToMake): Promise<RefundAnswer> {
    try {
      return await this.providers.ask(account, 'refund', (client) => client.refund(asked));
    } catch (error) {
      if (!(error instanceof Misconfigured)) throw error;
      return { ref: null, outcome: 'failed', failure: error.code };
    }
  }

  private async claim({ fanclubId: fanclub, id: refund }: RefundRow): Promise<boolean> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - SENDING);
    return (await this.sql.run(CLAIM_REFUND, { fanclub, refund, now, before })) > 0;
  }
}

function isRefundable(amount: string, left: string, currency: string): boolean {
  try {
    return hundredths(amount) > 0n && compare(amount, left) <= 0 && isPayable(amount, currency);
  } catch {
    return false;
  }
}
