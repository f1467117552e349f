import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/clock';
import { DomainError } from '#libs/envelope';
import { add, compare, hundredths, isPayable, subtract } from '#libs/money';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { Mails } from '#platform/mail';
import { hostedOrder } from '#platform/tenants';
import { NoOrderFound } from '#domains/orders';
import { Misconfigured, type ObservedRefund, PaymentProviders } from '#domains/payments';
import { HOLD_BUYER } from './checkout.queries';
import { refundFacts } from './payment-mails';
import { FIND_PLACED_ORDER } from './payments.queries';
import type { RefundEffect, RefundState } from './refund.entity';
import {
  ADD_REFUND,
  CANCEL_PAID_TERM,
  CANCEL_PARCELS,
  CLAIM_REFUND,
  FIND_REFUND,
  FIND_REFUND_NEWS,
  HOLD_PAID,
  HOLD_REFUND,
  HOLD_SURPLUS,
  type RefundRow,
  RESERVE_REFUND,
  RESTORE_FORMER,
  STORE_FULLY_REFUNDED,
  STORE_NOT_REFUNDED,
  STORE_REFUND,
} from './refunds.queries';
import { type Cause, note } from './settling.service';

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

/** The order was not paid, so there is nothing to refund. */
export class NothingPaid extends DomainError {
  readonly messages = ['This order was not paid.'];
}

/** The amount is not one that can be refunded. */
export class WrongRefundAmount extends DomainError {
  override readonly errors;

  /** @param left what has not been refunded yet */
  constructor(private readonly left: string) {
    super();
    this.errors = { amount: [`must be more than 0, and not more than ${left}`] };
  }

  get messages(): string[] {
    return [
      `The amount must be more than 0, and not more than ${this.left}, which has not been refunded yet.`,
    ];
  }
}

/** An upgrade can be undone only if the order was one. */
export class NothingToRestore extends DomainError {
  readonly messages = ['This order replaced no membership, so none can be restored.'];
  override readonly errors = { effect: ['needs an order that replaced a membership'] };
}

/** Milliseconds after which a request for a refund has ended, so that another one may be sent. */
const SENDING = 30_000;

/** A partial refund leaves the membership; a full one ends it. */
export const usualEffect = (isFull: boolean): RefundEffect => (isFull ? 'cancel' : 'keep');

/** The state of a refund after the provider was asked. It may fail even after it had succeeded. */
export function afterRefundObservation(state: RefundState, outcome: ObservedRefund['outcome']): RefundState {
  if (outcome === 'failed' || state === 'failed') return 'failed';
  return state === 'succeeded' ? state : outcome;
}

/** Returns money, in full or in parts. The provider is asked outside of transactions. */
@Injectable()
export class Refunding {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly mails: Mails,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a refund and reserves its money, in the transaction that also records who wanted it. Call {@link submit} after it has
   * committed; the job `refunds.follow` does so, too.
   * @throws NoOrderFound, NothingPaid, WrongRefundAmount, NothingToRestore
   */
  async request(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id'>,
    wish: RefundWish,
  ): Promise<RequestedRefund> {
    const key = { fanclub: fanclub.id, order: wish.orderId };
    const order = await tx.first(FIND_PLACED_ORDER, key);
    if (!order) throw new NoOrderFound();
    await tx.first(HOLD_BUYER, { fanclub: fanclub.id, customer: order.customerId });
    const payment = await tx.first(HOLD_PAID, key);
    if (!payment) throw new NothingPaid();
    const left = subtract(payment.amount, payment.refunded);
    const amount = wish.amount ?? left;
    if (!isRefundable(amount, left, payment.currency)) throw new WrongRefundAmount(left);
    const effect = wish.effect ?? usualEffect(compare(amount, payment.amount) === 0);
    if (effect === 'restore' && order.replaces === null) throw new NothingToRestore();
    const facts = { amount, effect, reason: wish.reason, staff: wish.staffId };
    const id = await this.add(tx, fanclub.id, payment.id, facts);
    return { id, amount, currency: payment.currency, refunded: add(payment.refunded, amount) };
  }

  /** Stores the refund of a payment that was one too many. Null: it is being refunded already. */
  async requestSurplus(fanclubId: number, paymentId: number): Promise<number | null> {
    return this.sql.transaction(async (tx) => {
      const payment = await tx.first(HOLD_SURPLUS, { fanclub: fanclubId, payment: paymentId });
      if (!payment) return null;
      const { id, amount } = payment;
      return this.add(tx, fanclubId, id, { amount, effect: 'keep', reason: 'surplus', staff: null });
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
    const account = await this.providers.account(fanclubId, refund.accountId);
    if (!account) throw new Error(`there is no payment account ${refund.accountId}`);
    const { id, paymentRef, amount, currency, idempotencyKey, providerRef } = refund;
    if (paymentRef === null) throw new Error(`refund ${id} has no payment`);
    if (providerRef === null && !(await this.claim(refund))) return refund.state;
    const asked = { id, fanclubId, payment: paymentRef, amount, currency, idempotencyKey };
    try {
      const observed =
        providerRef === null
          ? await account.client.refund(asked)
          : await account.client.observeRefund(providerRef);
      return await this.apply(refund, observed, cause);
    } catch (error) {
      // The provider refused it: nothing happened, and repeating would not help.
      if (!(error instanceof Misconfigured) || providerRef !== null) throw error;
      const refused = { ref: null, outcome: 'failed', failure: error.code } as const;
      return this.apply(refund, refused, cause);
    }
  }

  private async claim({ fanclubId: fanclub, id: refund }: RefundRow): Promise<boolean> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - SENDING);
    return (await this.sql.run(CLAIM_REFUND, { fanclub, refund, now, before })) > 0;
  }

  private async add(
    tx: Statements,
    fanclub: number,
    payment: number,
    facts: { amount: string; effect: RefundEffect; reason: string; staff: number | null },
  ): Promise<number> {
    const now = this.clock.now();
    await tx.run(RESERVE_REFUND, { fanclub, payment, amount: facts.amount, now });
    const added = await tx.first(ADD_REFUND, {
      fanclub,
      payment,
      ...facts,
      idempotencyKey: randomUUID(),
      now,
    });
    return added!.id;
  }

  private apply(
    { id, fanclubId, orderId }: RefundRow,
    observed: Pick<ObservedRefund, 'outcome' | 'failure'> & { ref: string | null },
    cause: Cause,
  ): Promise<RefundState> {
    const fanclub = { id: fanclubId };
    return this.sql.transaction(async (tx) => {
      const order = await tx.first(FIND_PLACED_ORDER, { fanclub: fanclubId, order: orderId });
      await tx.first(HOLD_BUYER, { fanclub: fanclubId, customer: order!.customerId });
      const held = (await tx.first(HOLD_REFUND, { fanclub: fanclubId, refund: id }))!;
      const now = this.clock.now();
      const state = afterRefundObservation(held.state, observed.outcome);
      const facts = { state, providerRef: observed.ref, failure: observed.failure, now };
      await tx.run(STORE_REFUND, { fanclub: fanclubId, refund: id, ...facts });
      if (state === held.state) return state;
      await note(tx, fanclub, 'refund', id, held.state, state, cause, now);
      if (state === 'succeeded') {
        await this.takeEffect(tx, held, cause, now);
        await this.tell(tx, held, 'refund_issued');
      }
      if (state === 'failed') {
        await this.giveBack(tx, held, cause, now);
        if (held.state === 'succeeded') await this.tell(tx, held, 'refund_failed');
      }
      return state;
    });
  }

  private async takeEffect(tx: Statements, refund: RefundRow, cause: Cause, now: Date): Promise<void> {
    const { fanclubId, orderId, effect } = refund;
    const key = { fanclub: fanclubId, order: orderId };
    if ((await tx.run(STORE_FULLY_REFUNDED, { ...key, now })) > 0)
      await note(tx, { id: fanclubId }, 'order', orderId, 'paid', 'refunded', cause, now);
    if (effect === 'keep') return;
    const ended = await tx.run(CANCEL_PAID_TERM, { ...key, now });
    await tx.run(CANCEL_PARCELS, key);
    // What a later upgrade has replaced already leaves no gap for the former membership.
    if (effect === 'restore' && ended > 0) await tx.run(RESTORE_FORMER, { ...key, now });
  }

  /** A refund that fails before anybody was told of it is the business of staff alone. */
  private async tell(
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
  private async giveBack(tx: Statements, refund: RefundRow, cause: Cause, now: Date): Promise<void> {
    const { fanclubId, orderId, paymentId, amount } = refund;
    const returned = subtract('0', amount);
    await tx.run(RESERVE_REFUND, { fanclub: fanclubId, payment: paymentId, amount: returned, now });
    if ((await tx.run(STORE_NOT_REFUNDED, { fanclub: fanclubId, order: orderId, now })) > 0)
      await note(tx, { id: fanclubId }, 'order', orderId, 'refunded', 'paid', cause, now);
  }
}

function isRefundable(amount: string, left: string, currency: string): boolean {
  try {
    return hundredths(amount) > 0n && compare(amount, left) <= 0 && isPayable(amount, currency);
  } catch {
    return false;
  }
}
