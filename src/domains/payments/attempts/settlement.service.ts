import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { Mails } from '#platform/mail';
import { ClubHosts, hostedOrder } from '#platform/tenants';
import { type Cause, NoOrderFound, orders, type PlacedOrder, recordTransition } from '#domains/orders';
import { type Observed } from '#domains/payment-providers';
import { closeOrder } from './close-order';
import { BoughtGiftsService } from '#domains/bought-gifts';
import { SavedCardsService } from '../customers/saved-cards.service';
import { type PublishedPlan, PlansService, seasonEndOf } from '#domains/plans';
import { billingAddressOf } from './billing.rules';
import { readBuyer, type Completed, completeOrder, kindOf } from '#domains/fulfilment';
import { stock } from '#domains/stock';
import { codes } from '#domains/redeem-codes';
import { isAsOrdered, isUnknownThere, wasSentSince } from './observed.rules';
import { receiptFacts } from '../mails/mail-facts';
import { settledTerm } from './settled-term';
import { afterObservation, effectOfMoney } from './payment.states';
import { AMOUNT_MISMATCH } from '../payment.entity';
import {
  type HeldPayment,
  HOLD_PAYMENT,
  type PaymentRow,
  STORE_FAILURE,
  STORE_OBSERVATION,
} from './payments.queries';

/** Applies the state of a payment once, in one transaction. Only this service settles orders. */
@Injectable()
export class SettlementService {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly cards: SavedCardsService,
    private readonly gifts: BoughtGiftsService,
    private readonly mails: Mails,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the observed state under a lock on the buyer. Money settles the order, even a closed one. Repeated calls change nothing.
   * @param payment as it was before the provider was asked
   * @returns the order afterwards
   */
  async apply(
    fanclub: FanclubInfo,
    payment: PaymentRow,
    observed: Observed,
    cause: Cause,
  ): Promise<PlacedOrder> {
    // Outside the transaction, because published content uses its own connection.
    const plans = observed.outcome === 'succeeded' ? await this.plans.stored(fanclub) : [];
    const { before, after } = await this.sql.transaction(async (tx) => {
      const order = await orders.hold(tx, fanclub, payment.orderId);
      const held = (await tx.first(HOLD_PAYMENT, { fanclub: fanclub.id, payment: payment.id }))!;
      // A request was sent since the provider answered that it does not know the payment.
      const isOutdated = isUnknownThere(observed) && wasSentSince(payment, held);
      if (!isOutdated) await this.store(tx, fanclub, { order, payment: held, observed, cause, plans });
      return { before: order, after: await orders.get(tx, fanclub, payment.orderId) };
    });
    if (before.paidAt === null && after.paidAt !== null) {
      const { id: orderId, total: amount, currency } = after;
      const ids = { fanclubId: fanclub.id, orderId, paymentId: payment.id };
      this.log.log({ msg: 'order paid', ...ids, amount, currency, cause });
    }
    return after;
  }

  private async store(tx: Statements, fanclub: FanclubInfo, seen: Seen): Promise<void> {
    const { order, payment, observed, cause } = seen;
    const now = this.clock.now();
    const state = afterObservation(payment.state, observed.outcome);
    const arrives = state === 'succeeded' && payment.state !== 'succeeded';
    if (arrives && !isAsOrdered(payment, observed)) {
      const { payment: paymentRef } = observed.refs;
      const failure = { failure: AMOUNT_MISMATCH, paymentRef, now };
      await tx.run(STORE_FAILURE, { fanclub: fanclub.id, payment: payment.id, ...failure });
      return;
    }
    const effect = arrives ? await this.effectOf(tx, fanclub, seen, now) : null;
    const card = payment.isBuyerErased ? null : observed.card;
    await tx.run(STORE_OBSERVATION, {
      fanclub: fanclub.id,
      payment: payment.id,
      state,
      now,
      session: observed.refs.session,
      paymentRef: observed.refs.payment,
      failure: state === 'succeeded' ? null : (observed.failure?.code ?? null),
      advice: state === 'succeeded' ? null : (observed.failure?.advice ?? null),
      cardBrand: card?.brand ?? null,
      cardLast4: card?.last4 ?? null,
      surplus: effect === 'surplus' || payment.surplus,
    });
    if (state !== payment.state) {
      const to = effect === 'surplus' ? 'surplus' : state;
      const changed = { subject: 'payment', number: payment.id } as const;
      await recordTransition(tx, fanclub, { ...changed, from: payment.state, to, cause, now });
    }
    if (effect === 'settle') await this.settle(tx, fanclub, seen, now);
    if (effect === 'surplus') await closeOrder(tx, fanclub, order.id, { reason: 'given_up', cause, now });
  }

  /**
   * The effect of money that arrives. A closed order has given its item back: its money returns if the plan is sold out since. It
   * also returns if the buyer was erased, because nobody is left to get anything, and if the season of the plan is over.
   */
  private async effectOf(
    tx: Statements,
    fanclub: FanclubInfo,
    seen: Seen,
    now: Date,
  ): Promise<'settle' | 'surplus'> {
    const { order, payment } = seen;
    if (payment.isBuyerErased) return 'surplus';
    const isGiven = await isNotNeeded(tx, fanclub, order, now);
    const effect = effectOfMoney(order.paidAt, isGiven);
    if (effect === 'settle' && (await isSeasonOver(tx, fanclub, seen, now))) return 'surplus';
    return effect === 'settle' && !(await stock.regain(tx, fanclub, order, now)) ? 'surplus' : effect;
  }

  /** Fulfils a paid order, even if the buyer could no longer order the plan. */
  private async settle(tx: Statements, fanclub: FanclubInfo, seen: Seen, now: Date): Promise<void> {
    const { order, payment, observed, cause, plans } = seen;
    const plan = plans.find(({ id }) => id === order.planId);
    if (!plan) throw new NoOrderFound();
    const buyer = await readBuyer(tx, fanclub.id, order.customerId, now);
    const { receipt: number, term } =
      order.kind === 'gift_purchase'
        ? await this.sellGift(tx, fanclub, seen, now)
        : await this.fulfil(tx, fanclub, { ...seen, plan, buyer }, now);
    if (number !== null && buyer.email !== null) {
      const { email: to, firstName } = buyer;
      const receipt = receiptFacts(fanclub, {
        number,
        paidAt: now,
        planName: plan.name,
        term,
        card: observed.card,
        subtotal: order.subtotal!,
        discount: order.discount!,
        shipping: order.shipping!,
        total: order.total!,
        currency: order.currency!,
      });
      const link = hostedOrder(this.hosts.addressOf(fanclub.id), order.id);
      await this.mails.queue(tx, fanclub, { kind: 'receipt', to, firstName, link, payment: receipt });
    }
    const { customerId: customer, renewalConsent: consentText } = order;
    if (consentText !== null && observed.card) {
      const { card } = observed;
      await this.cards.store(tx, {
        fanclub: fanclub.id,
        customer,
        account: payment.accountId,
        card,
        consentText,
      });
    }
    const changed = { subject: 'order', number: order.id } as const;
    const from = order.closedReason ?? 'open';
    await recordTransition(tx, fanclub, { ...changed, from, to: 'paid', cause, now });
  }

  /** Gives the buyer what the order is for. */
  private async fulfil(
    tx: Statements,
    fanclub: FanclubInfo,
    { order, observed, plans, plan, buyer }: Seen & ToFulfil,
    now: Date,
  ): Promise<Completed> {
    const { standing, term } = await settledTerm(tx, fanclub, { order, plans, plan, buyer }, now);
    const { renews } = order;
    if (order.closedAt && renews !== null)
      await orders.takeRenewal(tx, fanclub, { order: order.id, renews }, now);
    // The code before the stock, as where orders are placed.
    await codes.settle(tx, fanclub, order.id, now);
    const completed = await completeOrder(tx, {
      id: order.id,
      fanclubId: fanclub.id,
      total: order.total,
      buyer,
      plan,
      standing,
      now,
      kind: order.kind === 'gift' ? 'gift' : kindOf(standing),
      // The money has arrived: if nothing can follow any more, the membership begins now.
      term: typeof term === 'string' ? undefined : term,
      billingAddress: billingAddressOf(observed.billing),
      taxRate: fanclub.taxRate,
    });
    await this.gifts.announceUse(tx, fanclub, order.id);
    return completed;
  }

  /** Makes the code of a gift for somebody else. Its buyer gets no membership. */
  private async sellGift(
    tx: Statements,
    fanclub: FanclubInfo,
    { order, observed }: Seen,
    now: Date,
  ): Promise<Pick<Completed, 'receipt'> & { readonly term: null }> {
    const billingAddress = billingAddressOf(observed.billing);
    const completion = { kind: null, billingAddress, taxRate: fanclub.taxRate, now };
    const receipt = await orders.complete(tx, fanclub, order, completion);
    await this.gifts.complete(tx, fanclub, order, now);
    await stock.sell(tx, fanclub, order, now);
    return { receipt, term: null };
  }
}

/** What {@link Seen} buys, and for whom. */
interface ToFulfil {
  readonly plan: PublishedPlan;
  readonly buyer: ViewerCustomer;
}

/** An order with its observed payment. */
interface Seen {
  readonly order: PlacedOrder;
  readonly payment: HeldPayment;
  readonly observed: Observed;
  readonly cause: Cause;
  readonly plans: readonly PublishedPlan[];
}

/** Whether the order would give nothing, because its plan ends with a season that is over by then. */
async function isSeasonOver(
  tx: Statements,
  fanclub: FanclubInfo,
  { order, plans }: Seen,
  now: Date,
): Promise<boolean> {
  const plan = plans.find(({ id }) => id === order.planId);
  if (!plan) throw new NoOrderFound();
  const seasonEnd = seasonEndOf(plan);
  if (order.kind === 'gift_purchase') return seasonEnd !== null && seasonEnd <= now;
  const buyer = await readBuyer(tx, fanclub.id, order.customerId, now);
  return (await settledTerm(tx, fanclub, { order, plans, plan, buyer }, now)).term === 'season_over';
}

/**
 * Whether arriving money is to be refunded, because the buyer got the same in another way, or because others have used the code of
 * the closed order.
 */
async function isNotNeeded(
  tx: Statements,
  fanclub: FanclubInfo,
  { id, closedAt }: PlacedOrder,
  now: Date,
): Promise<boolean> {
  if (await orders.isGivenOtherwise(tx, fanclub, id)) return true;
  return closedAt !== null && !(await codes.holdAgain(tx, fanclub, id, now));
}
