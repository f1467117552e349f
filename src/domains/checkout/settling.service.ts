import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { compare } from '#libs/money';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { Mails } from '#platform/mail';
import { hostedOrder } from '#platform/tenants';
import { NoOrderFound } from '#domains/orders';
import { type Observed, SavedCards } from '#domains/payments';
import { type PublishedPlan, PlansService } from '#domains/plans';
import { billingAddressOf } from './billing.rules';
import { readBuyer } from './buyers';
import { checkoutStanding, settledStanding, subscriberOf } from './checkout.rules';
import { completeOrder } from './complete-order';
import { receiptFacts } from './payment-mails';
import { kindOf } from './quote.rules';
import { afterObservation, effectOfMoney } from './payment.states';
import { AMOUNT_MISMATCH } from './payment.entity';
import { type Cause, recordTransition } from './payment-transitions';
import { HOLD_PAYMENT, type PaymentRow, STORE_FAILURE, STORE_OBSERVATION } from './payments.queries';
import { holdOrder, placedOrder } from './placed-orders';
import { CLOSE_ORDER, IS_GIVEN_OTHERWISE, type PlacedOrder, RELEASE_RENEWAL } from './placed-orders.queries';

/** Applies what the provider says of a payment, in one transaction, once. Every path to a settled order leads through it. */
@Injectable()
export class Settling {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly cards: SavedCards,
    private readonly mails: Mails,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores what was observed. Money settles the order, also a closed one, under a lock on its buyer. Repeated calls change nothing.
   * @returns the order afterwards
   */
  async apply(
    fanclub: FanclubInfo,
    payment: PaymentRow,
    observed: Observed,
    cause: Cause,
  ): Promise<PlacedOrder> {
    // Outside of the transaction, because content has its own connection.
    const plans = observed.outcome === 'succeeded' ? await this.plans.stored(fanclub) : [];
    const { before, after } = await this.sql.transaction(async (tx) => {
      const order = await holdOrder(tx, fanclub, payment.orderId);
      const held = (await tx.first(HOLD_PAYMENT, { fanclub: fanclub.id, payment: payment.id }))!;
      await this.store(tx, fanclub, { order, payment: held, observed, cause, plans });
      return { before: order, after: await placedOrder(tx, fanclub, payment.orderId) };
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
    // The provider did not know the payment, but its page was stored since it was asked.
    if (isUnknownThere(observed) && payment.sessionRef !== null) return;
    const state = afterObservation(payment.state, observed.outcome);
    const arrives = state === 'succeeded' && payment.state !== 'succeeded';
    if (arrives && !isAsOrdered(payment, observed)) {
      const { payment: paymentRef } = observed.refs;
      const failure = { failure: AMOUNT_MISMATCH, paymentRef, now };
      await tx.run(STORE_FAILURE, { fanclub: fanclub.id, payment: payment.id, ...failure });
      return;
    }
    const key = { fanclub: fanclub.id, order: order.id };
    const isGiven = arrives && (await tx.first(IS_GIVEN_OTHERWISE, key))!.isGiven;
    const effect = arrives ? effectOfMoney(order.paidAt, isGiven) : null;
    await tx.run(STORE_OBSERVATION, {
      ...{ fanclub: fanclub.id, payment: payment.id, state, now },
      session: observed.refs.session,
      paymentRef: observed.refs.payment,
      failure: state === 'succeeded' ? null : (observed.failure?.code ?? null),
      advice: state === 'succeeded' ? null : (observed.failure?.advice ?? null),
      cardBrand: observed.card?.brand ?? null,
      cardLast4: observed.card?.last4 ?? null,
      surplus: effect === 'surplus' || payment.surplus,
    });
    if (state !== payment.state) {
      const to = effect === 'surplus' ? 'surplus' : state;
      const changed = { subject: 'payment', number: payment.id } as const;
      await recordTransition(tx, fanclub, { ...changed, from: payment.state, to, cause, now });
    }
    if (effect === 'settle') await this.settle(tx, fanclub, seen, now);
    const reason = 'given_up';
    if (effect === 'surplus' && (await tx.run(CLOSE_ORDER, { ...key, reason, now })) > 0) {
      const changed = { subject: 'order', number: order.id } as const;
      await recordTransition(tx, fanclub, { ...changed, from: 'open', to: reason, cause, now });
    }
  }

  /** Fulfils a paid order, even if the buyer could not order the plan any more. */
  private async settle(
    tx: Statements,
    fanclub: FanclubInfo,
    { order, payment, observed, cause, plans }: Seen,
    now: Date,
  ): Promise<void> {
    const plan = plans.find(({ id }) => id === order.planId);
    if (!plan) throw new NoOrderFound();
    const buyer = await readBuyer(tx, fanclub.id, order.customerId, now);
    const standing = settledStanding(
      checkoutStanding(plan, plans, subscriberOf(buyer), now),
      order,
      buyer.membership,
    );
    const { renews } = order;
    if (order.closedAt && renews !== null)
      await tx.run(RELEASE_RENEWAL, { fanclub: fanclub.id, order: order.id, renews, now });
    const { receipt, term } = await completeOrder(tx, {
      ...{ id: order.id, fanclubId: fanclub.id, total: order.total, buyer, plan, standing, now },
      kind: kindOf(standing),
      billingAddress: billingAddressOf(observed.billing),
    });
    if (receipt !== null && buyer.email !== null) {
      const { email: to, firstName } = buyer;
      const payment = receiptFacts(fanclub, {
        ...{ number: receipt, paidAt: now, planName: plan.name, term, card: observed.card },
        ...{ subtotal: order.subtotal!, discount: order.discount!, shipping: order.shipping! },
        ...{ total: order.total!, currency: order.currency! },
      });
      const link = hostedOrder(this.config.publicUrl, fanclub.id, order.id);
      await this.mails.queue(tx, fanclub, { kind: 'receipt', to, firstName, link, payment });
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
}

/** What was seen of an order's payment. */
interface Seen {
  readonly order: PlacedOrder;
  readonly payment: PaymentRow;
  readonly observed: Observed;
  readonly cause: Cause;
  readonly plans: readonly PublishedPlan[];
}

const isUnknownThere = ({ refs }: Observed): boolean => refs.session === null && refs.payment === null;

const isAsOrdered = (payment: PaymentRow, { amount, currency }: Observed): boolean =>
  compare(payment.amount, amount) === 0 && payment.currency === currency;
