import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { add, compare, hundredths, isPayable, subtract } from '#libs/money';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { type Cause, NoOrderFound, orders } from '#domains/orders';
import {
  type ConnectedAccount,
  Misconfigured,
  type ObservedRefund,
  PaymentAccountsService,
  type RefundToMake,
} from '#domains/payment-providers';
import { boughtCodes } from '#domains/redeem-codes';
import { memberships } from '#domains/subscriptions';
import { addRefund } from './add-refund';
import type { RefundEffect, RefundState } from './refund.entity';
import {
  GiftRedeemed,
  NothingPaid,
  NothingQueued,
  NothingToRestore,
  PaymentDisputed,
  WrongRefundAmount,
} from './refund.errors';
import { type RefundAnswer, RefundOutcomesService } from './refund-outcomes.service';
import { usualEffect } from './refund.rules';
import { HOLD_PAID, HOLD_SURPLUS } from './refunded-payments.queries';
import { CLAIM_REFUND, FIND_REFUND, type RefundRow } from './refunds.queries';

/** A requested refund. */
export interface RefundWish {
  readonly orderId: number;
  /** A decimal string; null: all that has not been refunded. */
  readonly amount: string | null;
  readonly reason: string;
  /** Null: {@link usualEffect}. */
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
  /** The sum of the payment's refunds, including this one. */
  readonly refunded: string;
}

/** Milliseconds after which a request has ended, so that it may be sent again. */
const SENDING = 30_000;

/** Refunds payments, in full or in part. Requests to the provider are sent outside of transactions. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly outcomes: RefundOutcomesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a refund and reserves its money. Call {@link submit} after `tx` has committed; else the job `refunds.follow` does.
   * The code of a bought gift is voided at once, unless the effect is `keep`, so that nobody redeems it while the money is on its way.
   * If the refund fails, the code is valid again.
   * @throws NoOrderFound, NothingPaid, GiftRedeemed, PaymentDisputed, WrongRefundAmount, NothingQueued, NothingToRestore
   */
  async request(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id'>,
    wish: RefundWish,
  ): Promise<RequestedRefund> {
    const order = await orders.hold(tx, fanclub, wish.orderId);
    const payment = await tx.first(HOLD_PAID, { fanclub: fanclub.id, order: wish.orderId });
    if (!payment) throw new NothingPaid();
    if (payment.isDisputed) throw new PaymentDisputed();
    const left = subtract(payment.amount, payment.refunded);
    const amount = wish.amount ?? left;
    if (!isRefundable(amount, left, payment.currency)) throw new WrongRefundAmount(left);
    const wanted = wish.effect ?? usualEffect(compare(amount, left) === 0);
    // A surplus payment gave no membership.
    const effect = payment.surplus ? 'keep' : wanted;
    if (effect === 'restore' && order.replaces === null) throw new NothingToRestore();
    if (effect === 'cancel_queued' && !(await memberships.findQueued(tx, fanclub.id, wish.orderId)))
      throw new NothingQueued();
    const now = this.clock.now();
    const voiding = { isFinal: false, now };
    if (effect !== 'keep' && (await boughtCodes.voidOf(tx, fanclub, order.id, voiding)))
      throw new GiftRedeemed();
    const facts = { amount, effect, reason: wish.reason, staff: wish.staffId };
    const id = await addRefund(tx, {
      fanclub: fanclub.id,
      payment: payment.id,
      ...facts,
      now,
    });
    return { id, amount, currency: payment.currency, refunded: add(payment.refunded, amount) };
  }

  /**
   * Stores the refund of a surplus payment.
   * @param since skips a payment with a refund after this time
   * @returns the id of the refund; null: skipped, or already refunded
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
   * Sends a refund, or fetches it if it was sent. Only one process sends it at a time, so that two answers cannot conflict.
   * @returns its state afterwards
   * @throws NoOrderFound for an unknown refund, ProviderUnavailable
   */
  async submit(fanclubId: number, refundId: number, cause: Cause): Promise<RefundState> {
    const refund = await this.sql.first(FIND_REFUND, { fanclub: fanclubId, refund: refundId });
    if (!refund) throw new NoOrderFound();
    const account = await this.accounts.accountOf(refund);
    const { id, paymentRef, amount, currency, idempotencyKey, providerRef, sentAt } = refund;
    if (paymentRef === null) throw new Error(`refund ${id} has no payment`);
    if (providerRef !== null) {
      const seen = await this.accounts.ask(account, 'observeRefund', (c) => c.observeRefund(providerRef));
      return this.outcomes.apply(refund, seen, cause);
    }
    if (!(await this.claim(refund))) return refund.state;
    const asked = { id, fanclubId, payment: paymentRef, amount, currency, idempotencyKey };
    // It may exist: look it up first, because idempotency keys expire at the provider.
    const earlier = sentAt === null ? [] : await this.refundsAt(account, paymentRef);
    const made = earlier.find(({ ownNumber }) => ownNumber === id);
    return this.outcomes.apply(refund, made ?? (await this.send(account, asked)), cause);
  }

  private refundsAt(account: ConnectedAccount, payment: string): Promise<readonly ObservedRefund[]> {
    return this.accounts.ask(account, 'refundsOf', (client) => client.refundsOf(payment));
  }

  /** Sends a refund. If the provider refuses it, it has failed: a retry would not help. */
  private async send(account: ConnectedAccount, asked: RefundToMake): Promise<RefundAnswer> {
    try {
      return await this.accounts.ask(account, 'refund', (client) => client.refund(asked));
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
