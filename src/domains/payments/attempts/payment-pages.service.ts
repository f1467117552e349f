import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/clock';
import { compare, subtract } from '#libs/money';
import { Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { ClubHosts, hostedOrder } from '#platform/tenants';
import { PaymentCustomersService, type Payer } from '../customers/payment-customers.service';
import { type PaymentLine, PaymentAccountsService } from '#domains/payment-providers';
import { PaymentNotSetUp } from '../payments.errors';
import { LOST_AFTER, ObservationsService } from './observations.service';
import { isLive } from './payment.states';
import { isOpen, orders, type PlacedOrder, recordTransition } from '#domains/orders';
import { ADD_PAYMENT, FIND_PAYMENT, type PaymentRow, STORE_PAGE } from './payments.queries';
import { SettlementService } from './settlement.service';

/** Minutes after which a payment page and the quote of its order expire. Stripe's minimum is 30. */
export const PAGE_MINUTES = 35;

/** Milliseconds that must remain for a stored page to be used again. */
const TOO_LATE = 60_000;

/** An order whose payment page is to be opened. */
export interface OrderToPay {
  readonly order: PlacedOrder;
  readonly planName: string;
  readonly payer: Payer;
}

/** Begins payments, and opens their pages. Requests to the provider are sent outside of transactions. */
@Injectable()
export class PaymentPagesService {
  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly customers: PaymentCustomersService,
    private readonly settlement: SettlementService,
    private readonly observations: ObservationsService,
    private readonly sealer: Sealer,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** Begins a payment. `tx` places the order, or holds a lock on its buyer. Null: the order has a live payment. */
  begin(
    tx: Statements,
    fanclub: FanclubInfo,
    order: PlacedOrder,
    account: number,
  ): Promise<PaymentRow | null> {
    const now = this.clock.now();
    return tx.first(ADD_PAYMENT, {
      fanclub: fanclub.id,
      order: order.id,
      account,
      now,
      amount: order.total!,
      currency: order.currency!,
      idempotencyKey: randomUUID(),
      way: 'checkout',
      expiresAt: new Date(now.getTime() + PAGE_MINUTES * 60_000),
    });
  }

  /**
   * The URL of the payment page of an open order. Opens a page if there is none. Null: the order is paid or closed, or its payment
   * is pending.
   * @throws ProviderError, PaymentNotSetUp
   */
  async pageOf(fanclub: FanclubInfo, { order, planName, payer }: OrderToPay): Promise<string | null> {
    let payment = await this.observations.current(fanclub, order.id);
    const now = this.clock.now().getTime();
    if (payment && isLive(payment.state)) {
      const { state, way, urlSealed, requestedAt, createdAt, expiresAt } = payment;
      if (state === 'open' && urlSealed !== null && expiresAt!.getTime() - now > TOO_LATE)
        return this.sealer.open(urlSealed);
      if (state === 'created' && now - (requestedAt ?? createdAt).getTime() < LOST_AFTER)
        // A charge of the saved card is about to be sent.
        return way === 'checkout' ? this.openPage(fanclub, payment, { order, planName, payer }) : null;
      // The answer was lost, or the page has expired. End this payment before another one begins.
      const after = await this.observations.end(fanclub, payment, 'place');
      if (after.paidAt !== null) return null;
      payment = await this.observations.current(fanclub, order.id);
      if (payment && isLive(payment.state)) return null;
    }
    if (payment?.state === 'succeeded') return null;
    if (now > (order.payUntil?.getTime() ?? order.createdAt.getTime() + PAGE_MINUTES * 60_000)) {
      // The quote has expired.
      await this.observations.close(fanclub, order.id, 'expired', 'place');
      return null;
    }
    const account = await this.accounts.enabledFor(fanclub.id);
    if (!account) throw new PaymentNotSetUp();
    const begun = await this.sql.transaction(async (tx) => {
      if (!isOpen(await orders.hold(tx, fanclub, order.id))) return null;
      return this.begin(tx, fanclub, order, account.id);
    });
    return begun && this.openPage(fanclub, begun, { order, planName, payer });
  }

  /** Opens the page of a payment. Null: the payment was ended in the meantime. */
  private async openPage(
    fanclub: FanclubInfo,
    payment: PaymentRow,
    { order, planName, payer }: OrderToPay,
  ): Promise<string | null> {
    const account = await this.accounts.accountOf(payment);
    const page = hostedOrder(this.hosts.addressOf(fanclub.id), order.id);
    const customer = await this.accounts.ask(account, 'addCustomer', () =>
      this.customers.refOf(account, payer),
    );
    const asked = {
      id: payment.id,
      fanclubId: fanclub.id,
      orderId: order.id,
      customer,
      amount: payment.amount,
      currency: payment.currency,
      idempotencyKey: payment.idempotencyKey,
      lines: linesOf(order, planName),
      description: `${planName} (${fanclub.name})`,
      saveCard: order.renewalConsent !== null,
      returnUrl: `${page}/return`,
      cancelUrl: page,
      expiresAt: payment.expiresAt!,
    };
    const opened = await this.accounts.ask(account, 'openCheckout', (client) => client.openCheckout(asked));
    const isStored = await this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      const stored = await tx.run(STORE_PAGE, {
        fanclub: fanclub.id,
        payment: payment.id,
        session: opened.ref,
        now,
        urlSealed: this.sealer.seal(opened.url),
        expiresAt: opened.expiresAt,
      });
      const opening = { subject: 'payment', from: 'created', to: 'open', cause: 'place' } as const;
      if (stored > 0) await recordTransition(tx, fanclub, { ...opening, number: payment.id, now });
      return stored > 0;
    });
    if (isStored) return opened.url;
    const present = (await this.sql.first(FIND_PAYMENT, { fanclub: fanclub.id, payment: payment.id }))!;
    if (isLive(present.state)) return opened.url;
    // The buyer has not received the URL yet, so nobody can have paid.
    const refs = { session: opened.ref, payment: null };
    const ended = await this.accounts.ask(account, 'abandon', (client) => client.abandon(refs));
    await this.settlement.apply(fanclub, present, ended, 'place');
    return null;
  }
}

/** The lines of an order at the provider. The discount is subtracted from the plan's line. */
export function linesOf(order: PlacedOrder, planName: string): PaymentLine[] {
  const plan = { name: planName, amount: subtract(order.subtotal!, order.discount!) };
  const shipping = { name: 'Shipping', amount: order.shipping! };
  return [plan, shipping].filter(({ amount }) => compare(amount, '0') > 0);
}
