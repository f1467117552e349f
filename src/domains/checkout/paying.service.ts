import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/clock';
import { compare, subtract } from '#libs/money';
import { Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { hostedOrder } from '#platform/tenants';
import { PaymentCustomers, type Payer, type PaymentLine, PaymentProviders } from '#domains/payments';
import { PaymentNotSetUp } from './checkout.errors';
import { LOST_AFTER, Observing } from './observing.service';
import { isLive } from './payment.states';
import { recordTransition } from './payment-transitions';
import { ADD_PAYMENT, FIND_PAYMENT, type PaymentRow, STORE_PAGE } from './payments.queries';
import { holdOrder } from './placed-orders';
import type { PlacedOrder } from './placed-orders.queries';
import { Settling } from './settling.service';

/** Minutes for which a payment page, and the quote of its order, are valid. Stripe allows no less than 30. */
export const PAGE_MINUTES = 35;

/** Milliseconds before its end at which a page is no longer worth opening. */
const TOO_LATE = 60_000;

/** An order whose payment page is to be opened. */
export interface OrderToPay {
  readonly order: PlacedOrder;
  readonly planName: string;
  readonly payer: Payer;
}

/** Begins payments, and opens the pages on which they are made. The provider is asked outside of transactions. */
@Injectable()
export class Paying {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly customers: PaymentCustomers,
    private readonly settling: Settling,
    private readonly observing: Observing,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Begins an attempt, in the transaction that places the order or under a lock on its buyer. Null: there is a live one. */
  begin(
    tx: Statements,
    fanclub: FanclubInfo,
    order: PlacedOrder,
    account: number,
  ): Promise<PaymentRow | null> {
    const now = this.clock.now();
    return tx.first(ADD_PAYMENT, {
      ...{ fanclub: fanclub.id, order: order.id, account, now },
      amount: order.total!,
      currency: order.currency!,
      idempotencyKey: randomUUID(),
      expiresAt: new Date(now.getTime() + PAGE_MINUTES * 60_000),
    });
  }

  /**
   * The URL of the page on which an open order is paid; it is opened if need be. Null: the order needs no page any more, because it
   * was paid meanwhile, or its money is on the way.
   * @throws ProviderError, PaymentNotSetUp
   */
  async pageOf(fanclub: FanclubInfo, { order, planName, payer }: OrderToPay): Promise<string | null> {
    let payment = await this.observing.current(fanclub, order.id);
    const now = this.clock.now().getTime();
    if (payment && isLive(payment.state)) {
      const { state, urlSealed, requestedAt, createdAt, expiresAt } = payment;
      if (state === 'open' && urlSealed !== null && expiresAt!.getTime() - now > TOO_LATE)
        return this.sealer.open(urlSealed);
      if (state === 'created' && now - (requestedAt ?? createdAt).getTime() < LOST_AFTER)
        return this.openPage(fanclub, payment, { order, planName, payer });
      // Its answer was lost, or its page is over: nothing may arrive there before another attempt begins.
      const after = await this.observing.end(fanclub, payment, 'place');
      if (after.paidAt !== null) return null;
      payment = await this.observing.current(fanclub, order.id);
      if (payment && isLive(payment.state)) return null;
    }
    if (payment?.state === 'succeeded') return null;
    if (now - order.createdAt.getTime() > PAGE_MINUTES * 60_000) {
      // The price that was shown holds as long as a payment page.
      await this.observing.close(fanclub, order.id, 'expired', 'place');
      return null;
    }
    const account = await this.providers.enabledFor(fanclub.id);
    if (!account) throw new PaymentNotSetUp();
    const begun = await this.sql.transaction(async (tx) => {
      const { paidAt, closedAt } = await holdOrder(tx, fanclub, order.id);
      if (paidAt !== null || closedAt !== null) return null;
      return this.begin(tx, fanclub, order, account.id);
    });
    return begun && this.openPage(fanclub, begun, { order, planName, payer });
  }

  /** Null: the payment was ended while its page was opened. */
  private async openPage(
    fanclub: FanclubInfo,
    payment: PaymentRow,
    { order, planName, payer }: OrderToPay,
  ): Promise<string | null> {
    const account = await this.providers.accountOf(payment);
    const page = hostedOrder(this.config.publicUrl, fanclub.id, order.id);
    const customer = await this.providers.ask(account, 'addCustomer', () =>
      this.customers.refOf(account, payer),
    );
    const asked = {
      ...{ id: payment.id, fanclubId: fanclub.id, orderId: order.id, customer },
      ...{ amount: payment.amount, currency: payment.currency, idempotencyKey: payment.idempotencyKey },
      lines: linesOf(order, planName),
      description: `${planName} (${fanclub.name})`,
      saveCard: order.renewalConsent !== null,
      returnUrl: `${page}/return`,
      cancelUrl: page,
      expiresAt: payment.expiresAt!,
    };
    const opened = await this.providers.ask(account, 'openCheckout', (client) => client.openCheckout(asked));
    const isStored = await this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      const stored = await tx.run(STORE_PAGE, {
        ...{ fanclub: fanclub.id, payment: payment.id, session: opened.ref, now },
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
    // Nobody has the address yet, so the page can be ended without anybody paying there.
    const refs = { session: opened.ref, payment: null };
    const ended = await this.providers.ask(account, 'abandon', (client) => client.abandon(refs));
    await this.settling.apply(fanclub, present, ended, 'place');
    return null;
  }
}

/** The lines of an order on the payment page; the discount is taken off the plan's. */
function linesOf(order: PlacedOrder, planName: string): PaymentLine[] {
  const plan = { name: planName, amount: subtract(order.subtotal!, order.discount!) };
  const shipping = { name: 'Shipping', amount: order.shipping! };
  return [plan, shipping].filter(({ amount }) => compare(amount, '0') > 0);
}
