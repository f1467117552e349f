import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Sql } from '#platform/database';
import { NoOrderFound } from '#domains/orders';
import type { ClosedReason } from '#domains/orders/order.entity';
import { type ConnectedAccount, type Observed, PaymentCustomers, PaymentProviders } from '#domains/payments';
import { isLive } from './payment.states';
import { type Cause, recordTransition } from './payment-transitions';
import { CURRENT_PAYMENT, FIND_PAYMENT, type PaymentRow } from './payments.queries';
import { holdOrder, placedOrder } from './placed-orders';
import { CLOSE_ORDER, type PlacedOrder } from './placed-orders.queries';
import { Settling } from './settling.service';

/** Milliseconds after which a request whose answer was lost cannot be on its way any more. */
export const LOST_AFTER = 120_000;

/** Asks providers how payments are, and ends them. No provider is asked inside of a transaction. */
@Injectable()
export class Observing {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly customers: PaymentCustomers,
    private readonly settling: Settling,
    private readonly clock: Clock,
  ) {}

  /** The attempt of an order whose money may still arrive, else the last one. Null: there was none. */
  current(fanclub: FanclubInfo, orderId: number): Promise<PaymentRow | null> {
    return this.sql.first(CURRENT_PAYMENT, { fanclub: fanclub.id, order: orderId });
  }

  /**
   * Asks the provider about a payment, and applies the answer. @returns the order afterwards
   * @throws NoOrderFound, ProviderError
   */
  async observe(fanclub: FanclubInfo, paymentId: number, cause: Cause): Promise<PlacedOrder> {
    const payment = await this.sql.first(FIND_PAYMENT, { fanclub: fanclub.id, payment: paymentId });
    if (!payment) throw new NoOrderFound();
    const account = await this.providers.accountOf(payment);
    const observed = await this.see(account, payment);
    if (observed) return this.settling.apply(fanclub, payment, observed, cause);
    return placedOrder(this.sql, fanclub, payment.orderId);
  }

  /**
   * Ends an open order, once its money cannot arrive any more. If it arrived before, the order is settled instead; if it may still
   * arrive, the order stays open. @returns the order afterwards
   * @throws ProviderError
   */
  async close(
    fanclub: FanclubInfo,
    orderId: number,
    reason: ClosedReason,
    cause: Cause,
  ): Promise<PlacedOrder> {
    // Another request of the buyer may open a new page after one was ended.
    for (let ended: number | null = null; ;) {
      const payment = await this.current(fanclub, orderId);
      if (payment && isLive(payment.state)) {
        if (payment.id === ended) return placedOrder(this.sql, fanclub, orderId);
        ended = payment.id;
        const order = await this.end(fanclub, payment, cause);
        if (order.paidAt !== null) return order;
      }
      await this.closeEnded(fanclub, orderId, reason, cause);
      const order = await placedOrder(this.sql, fanclub, orderId);
      if (order.closedAt !== null || order.paidAt !== null) return order;
    }
  }

  /** Closes an order that has no live payment; does nothing to others. */
  private closeEnded(
    fanclub: FanclubInfo,
    orderId: number,
    reason: ClosedReason,
    cause: Cause,
  ): Promise<void> {
    return this.sql.transaction(async (tx) => {
      const key = { fanclub: fanclub.id, order: orderId };
      await holdOrder(tx, fanclub, orderId);
      const now = this.clock.now();
      if ((await tx.run(CLOSE_ORDER, { ...key, reason, now })) === 0) return;
      const changed = { subject: 'order', number: orderId } as const;
      await recordTransition(tx, fanclub, { ...changed, from: 'open', to: reason, cause, now });
    });
  }

  /** Makes sure that no money arrives any more by a live payment, and applies what the provider says. */
  async end(fanclub: FanclubInfo, payment: PaymentRow, cause: Cause): Promise<PlacedOrder> {
    const account = await this.providers.accountOf(payment);
    const refs = isKnown(payment) ? refsOf(payment) : (await this.findLost(account, payment))?.refs;
    if (refs) {
      const seen = await this.providers.ask(account, 'abandon', (client) => client.abandon(refs));
      return this.settling.apply(fanclub, payment, seen, cause);
    }
    // A request that is still on its way ends what it opens: see openPage.
    const order = await this.settling.apply(fanclub, payment, cancelled(payment), cause);
    const after = await this.sql.first(FIND_PAYMENT, { fanclub: fanclub.id, payment: payment.id });
    // Its page was opened after the provider was asked.
    return after && isLive(after.state) && isKnown(after) ? this.end(fanclub, after, cause) : order;
  }

  /** What the provider says of a payment. Null: it does not know it yet, and may still come to know it. */
  private async see(account: ConnectedAccount, payment: PaymentRow): Promise<Observed | null> {
    if (isKnown(payment))
      return this.providers.ask(account, 'observe', (client) => client.observe(refsOf(payment)));
    const age = this.clock.now().getTime() - (payment.requestedAt ?? payment.createdAt).getTime();
    if (age < LOST_AFTER) return null;
    return (await this.findLost(account, payment)) ?? cancelled(payment);
  }

  /** A payment whose answer was lost. Null: the provider never got it. */
  private async findLost(account: ConnectedAccount, payment: PaymentRow): Promise<Observed | null> {
    const { id, fanclubId, accountId, orderId, requestedAt, createdAt } = payment;
    const { customerId } = await placedOrder(this.sql, { id: fanclubId }, orderId);
    const customer = await this.customers.knownRef(fanclubId, accountId, customerId);
    // The customer is stored before the page is asked for.
    if (customer === null) return null;
    const lost = { id, customer, requestedAt: requestedAt ?? createdAt };
    return this.providers.ask(account, 'find', (client) => client.find(lost));
  }
}

const refsOf = ({ sessionRef, paymentRef }: PaymentRow) => ({ session: sessionRef, payment: paymentRef });

/** Whether the provider's name of the payment is stored. */
const isKnown = ({ sessionRef, paymentRef }: PaymentRow): boolean =>
  sessionRef !== null || paymentRef !== null;

/** A payment that the provider never got. */
const cancelled = ({ amount, currency }: PaymentRow): Observed => ({
  ...{ outcome: 'cancelled', amount, currency, refs: { session: null, payment: null } },
  ...{ card: null, billing: null, failure: null },
});
