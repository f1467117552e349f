import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Sql } from '#platform/database';
import { type Cause, isOpen, NoOrderFound, orders, type PlacedOrder } from '#domains/orders';
import type { ClosedReason } from '#domains/orders/order.entity';
import {
  type ConnectedAccount,
  type Failure,
  type Observed,
  PaymentAccountsService,
} from '#domains/payment-providers';
import { closeOrder } from './close-order';
import { PaymentCustomersService } from '../customers/payment-customers.service';
import { isLive } from './payment.states';
import { CURRENT_PAYMENT, FIND_PAYMENT, type PaymentRow } from './payments.queries';
import { SettlementService } from './settlement.service';

/** Attempts to close an order, because another request of the buyer may open a new page after one was ended. */
const CLOSE_ATTEMPTS = 5;

/** Milliseconds after which a request without an answer can no longer reach the provider. */
export const LOST_AFTER = 120_000;

/** Fetches the state of payments from providers, and ends payments. No request is sent inside a transaction. */
@Injectable()
export class ObservationsService {
  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly customers: PaymentCustomersService,
    private readonly settlement: SettlementService,
    private readonly clock: Clock,
  ) {}

  /** The live payment of an order, else the last one. Null: the order has no payment. */
  current(fanclub: FanclubInfo, orderId: number): Promise<PaymentRow | null> {
    return this.sql.first(CURRENT_PAYMENT, { fanclub: fanclub.id, order: orderId });
  }

  /**
   * Fetches a payment from the provider, and applies its state. @returns the order afterwards
   * @throws NoOrderFound, ProviderError
   */
  async observe(fanclub: FanclubInfo, paymentId: number, cause: Cause): Promise<PlacedOrder> {
    const payment = await this.sql.first(FIND_PAYMENT, { fanclub: fanclub.id, payment: paymentId });
    if (!payment) throw new NoOrderFound();
    const account = await this.accounts.accountOf(payment);
    const observed = await this.see(account, payment);
    if (observed) return this.settlement.apply(fanclub, payment, observed, cause);
    return orders.get(this.sql, fanclub, payment.orderId);
  }

  /**
   * Closes an open order if its money can no longer arrive. If the money arrived before, the order is settled instead. If it may
   * still arrive, the order stays open. @returns the order afterwards
   * @throws ProviderError
   */
  async close(
    fanclub: FanclubInfo,
    orderId: number,
    reason: ClosedReason,
    cause: Cause,
  ): Promise<PlacedOrder> {
    let ended: number | null = null;
    for (let attempt = 1; attempt <= CLOSE_ATTEMPTS; attempt += 1) {
      const payment = await this.current(fanclub, orderId);
      if (payment && isLive(payment.state)) {
        // The provider could not end it: its money may still arrive.
        if (payment.id === ended) break;
        ended = payment.id;
        const order = await this.end(fanclub, payment, cause);
        if (order.paidAt !== null) return order;
      }
      await this.closeEnded(fanclub, orderId, reason, cause);
      const order = await orders.get(this.sql, fanclub, orderId);
      if (!isOpen(order)) return order;
    }
    return orders.get(this.sql, fanclub, orderId);
  }

  /** Closes an order that has no live payment; does nothing to others. */
  private closeEnded(
    fanclub: FanclubInfo,
    orderId: number,
    reason: ClosedReason,
    cause: Cause,
  ): Promise<void> {
    return this.sql.transaction(async (tx) => {
      await orders.hold(tx, fanclub, orderId);
      await closeOrder(tx, fanclub, orderId, { reason, cause, now: this.clock.now() });
    });
  }

  /** Ends a live payment at the provider, and applies its state. A charge that was just sent cannot be ended: its answer is awaited. */
  async end(fanclub: FanclubInfo, payment: PaymentRow, cause: Cause): Promise<PlacedOrder> {
    if (payment.state === 'unknown' && !isKnown(payment) && !this.isLost(payment))
      return orders.get(this.sql, fanclub, payment.orderId);
    const account = await this.accounts.accountOf(payment);
    const refs = isKnown(payment) ? refsOf(payment) : (await this.findLost(account, payment))?.refs;
    if (refs) {
      const seen = await this.accounts.ask(account, 'abandon', (client) => client.abandon(refs));
      return this.settlement.apply(fanclub, payment, seen, cause);
    }
    // A request that is still on its way ends what it opens: see openPage.
    const order = await this.settlement.apply(fanclub, payment, cancelled(payment), cause);
    const after = await this.sql.first(FIND_PAYMENT, { fanclub: fanclub.id, payment: payment.id });
    // Its page was opened after the request to the provider.
    return after && isLive(after.state) && isKnown(after) ? this.end(fanclub, after, cause) : order;
  }

  /** A payment as the provider has it. Null: the request that creates it may not have arrived yet. */
  private async see(account: ConnectedAccount, payment: PaymentRow): Promise<Observed | null> {
    if (isKnown(payment))
      return this.accounts.ask(account, 'observe', (client) => client.observe(refsOf(payment)));
    if (!this.isLost(payment)) return null;
    return (await this.findLost(account, payment)) ?? cancelled(payment);
  }

  /** Whether a request that was sent can no longer reach the provider. */
  private isLost({ requestedAt, createdAt }: PaymentRow): boolean {
    return this.clock.now().getTime() - (requestedAt ?? createdAt).getTime() >= LOST_AFTER;
  }

  /** Finds a payment whose answer was lost. Null: the provider never received it. */
  private async findLost(account: ConnectedAccount, payment: PaymentRow): Promise<Observed | null> {
    const { id, fanclubId, accountId, orderId, requestedAt, createdAt } = payment;
    const { customerId } = await orders.get(this.sql, { id: fanclubId }, orderId);
    const customer = await this.customers.knownRef(fanclubId, accountId, customerId);
    // The customer is stored before the page is requested.
    if (customer === null) return null;
    const lost = { id, customer, requestedAt: requestedAt ?? createdAt };
    return this.accounts.ask(account, 'find', (client) => client.find(lost));
  }
}

const refsOf = ({ sessionRef, paymentRef }: PaymentRow) => ({ session: sessionRef, payment: paymentRef });

/** Whether the provider's id of the payment is stored. */
const isKnown = ({ sessionRef, paymentRef }: PaymentRow): boolean =>
  sessionRef !== null || paymentRef !== null;

/** The state of a payment that the provider never received. @param failure why; null: its request was lost */
export const cancelled = (
  { amount, currency }: Pick<PaymentRow, 'amount' | 'currency'>,
  failure: Failure | null = null,
): Observed => ({
  outcome: 'cancelled',
  amount,
  currency,
  refs: { session: null, payment: null },
  card: null,
  billing: null,
  failure,
});
