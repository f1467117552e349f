import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/clock';
import { compare, subtract } from '#libs/money';
import { Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { hostedOrder } from '#platform/tenants';
import { NoOrderFound } from '#domains/orders';
import {
  type ConnectedAccount,
  type Observed,
  PaymentCustomers,
  type Payer,
  type PaymentLine,
  type PaymentProvider,
  PaymentProviders,
} from '#domains/payments';
import { HOLD_BUYER } from './checkout.queries';
import { isLive } from './payment.states';
import {
  ADD_PAYMENT,
  CLOSE_ORDER,
  CURRENT_PAYMENT,
  FIND_PAYMENT,
  FIND_PLACED_ORDER,
  type PaymentRow,
  type PlacedOrder,
  STORE_PAGE,
  TOUCH_PAYMENT,
} from './payments.queries';
import { PaymentNotSetUp } from './checkout.errors';
import { type Cause, note, Settling } from './settling.service';
import type { ClosedReason } from '#domains/orders/order.entity';

/** Minutes for which a payment page, and the quote of its order, are valid. Stripe allows no less than 30. */
export const PAGE_MINUTES = 35;

/** Milliseconds after which a request whose answer was lost cannot be on its way any more. */
const LOST_AFTER = 120_000;

/** Milliseconds before its end at which a page is no longer worth opening. */
const TOO_LATE = 60_000;

/** An order whose payment page is to be opened. */
export interface OrderToPay {
  readonly order: PlacedOrder;
  readonly planName: string;
  readonly payer: Payer;
}

/** Opens, observes and ends payments. The provider is asked outside of transactions. */
@Injectable()
export class Paying {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly customers: PaymentCustomers,
    private readonly settling: Settling,
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
   * @throws ProviderUnavailable, Misconfigured, PaymentNotSetUp
   */
  async pageOf(fanclub: FanclubInfo, { order, planName, payer }: OrderToPay): Promise<string | null> {
    const key = { fanclub: fanclub.id, order: order.id };
    let payment = await this.sql.first(CURRENT_PAYMENT, key);
    const now = this.clock.now().getTime();
    if (payment && isLive(payment.state)) {
      const { state, urlSealed, requestedAt, createdAt, expiresAt } = payment;
      if (state === 'open' && urlSealed !== null && expiresAt!.getTime() - now > TOO_LATE)
        return this.sealer.open(urlSealed);
      if (state === 'created' && now - (requestedAt ?? createdAt).getTime() < LOST_AFTER)
        return this.openPage(fanclub, payment, { order, planName, payer });
      // Its answer was lost, or its page is over: nothing may arrive there before another attempt begins.
      const after = await this.end(fanclub, payment, 'place');
      if (after.paidAt !== null) return null;
      payment = await this.sql.first(CURRENT_PAYMENT, key);
      if (payment && isLive(payment.state)) return null;
    }
    if (payment?.state === 'succeeded') return null;
    if (now - order.createdAt.getTime() > PAGE_MINUTES * 60_000) {
      // The price that was shown holds as long as a payment page.
      await this.close(fanclub, order.id, 'expired', 'place');
      return null;
    }
    const account = await this.providers.enabledFor(fanclub.id);
    if (!account) throw new PaymentNotSetUp();
    const begun = await this.sql.transaction(async (tx) => {
      await tx.first(HOLD_BUYER, { fanclub: fanclub.id, customer: order.customerId });
      const present = await tx.first(FIND_PLACED_ORDER, key);
      if (present?.paidAt !== null || present.closedAt !== null) return null;
      return this.begin(tx, fanclub, order, account.id);
    });
    return begun && this.openPage(fanclub, begun, { order, planName, payer });
  }

  /** The attempt of an order whose money may still arrive, else the last one. Null: there was none. */
  current(fanclub: FanclubInfo, orderId: number): Promise<PaymentRow | null> {
    return this.sql.first(CURRENT_PAYMENT, { fanclub: fanclub.id, order: orderId });
  }

  /**
   * Asks the provider about a payment, and applies the answer. @returns the order afterwards
   * @throws NoOrderFound, ProviderUnavailable, Misconfigured
   */
  async observe(fanclub: FanclubInfo, paymentId: number, cause: Cause): Promise<PlacedOrder> {
    const payment = await this.sql.first(FIND_PAYMENT, { fanclub: fanclub.id, payment: paymentId });
    if (!payment) throw new NoOrderFound();
    const account = await this.accountOf(payment);
    const observed = await this.see(account, payment);
    if (observed) return this.settling.apply(fanclub, payment, observed, cause);
    await this.sql.run(TOUCH_PAYMENT, { fanclub: fanclub.id, payment: payment.id, now: this.clock.now() });
    return this.orderOf(fanclub, payment.orderId);
  }

  /**
   * Ends an open order, once its money cannot arrive any more. If it arrived before, the order is settled instead; if it may still
   * arrive, the order stays open. @returns the order afterwards
   * @throws ProviderUnavailable, Misconfigured
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
        if (payment.id === ended) return this.orderOf(fanclub, orderId);
        ended = payment.id;
        const order = await this.end(fanclub, payment, cause);
        if (order.paidAt !== null) return order;
      }
      await this.closeEnded(fanclub, orderId, reason, cause);
      const order = await this.orderOf(fanclub, orderId);
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
      const { customerId } = await this.orderOf(fanclub, orderId, tx);
      await tx.first(HOLD_BUYER, { fanclub: fanclub.id, customer: customerId });
      const now = this.clock.now();
      if ((await tx.run(CLOSE_ORDER, { ...key, reason, now })) > 0)
        await note(tx, fanclub, 'order', orderId, 'open', reason, cause, now);
    });
  }

  /** Makes sure that no money arrives any more by a live payment, and applies what the provider says. */
  private async end(fanclub: FanclubInfo, payment: PaymentRow, cause: Cause): Promise<PlacedOrder> {
    const { client } = await this.accountOf(payment);
    const refs = refsOf(payment);
    if (refs.session !== null || refs.payment !== null)
      return this.settling.apply(fanclub, payment, await client.abandon(refs), cause);
    const found = await this.findLost(client, payment);
    // A request that is still on its way ends what it opens: see openPage.
    const seen = found ? await client.abandon(found.refs) : cancelled(payment);
    return this.settling.apply(fanclub, payment, seen, cause);
  }

  /** What the provider says of a payment. Null: it does not know it yet, and may still come to know it. */
  private async see({ client }: ConnectedAccount, payment: PaymentRow): Promise<Observed | null> {
    const refs = refsOf(payment);
    if (refs.session !== null || refs.payment !== null) return client.observe(refs);
    const age = this.clock.now().getTime() - (payment.requestedAt ?? payment.createdAt).getTime();
    if (age < LOST_AFTER) return null;
    return (await this.findLost(client, payment)) ?? cancelled(payment);
  }

  /** A payment whose answer was lost. Null: the provider never got it. */
  private async findLost(client: PaymentProvider, payment: PaymentRow): Promise<Observed | null> {
    const { id, fanclubId, accountId, orderId, requestedAt, createdAt } = payment;
    const { customerId } = await this.orderOf({ id: fanclubId }, orderId);
    const customer = await this.customers.knownRef(fanclubId, accountId, customerId);
    // The customer is stored before the page is asked for.
    if (customer === null) return null;
    return client.find({ id, customer, requestedAt: requestedAt ?? createdAt });
  }

  /** Null: the payment was ended while its page was opened. */
  private async openPage(
    fanclub: FanclubInfo,
    payment: PaymentRow,
    { order, planName, payer }: OrderToPay,
  ): Promise<string | null> {
    const account = await this.accountOf(payment);
    const page = hostedOrder(this.config.publicUrl, fanclub.id, order.id);
    const opened = await account.client.openCheckout({
      ...{ id: payment.id, fanclubId: fanclub.id, orderId: order.id },
      ...{ amount: payment.amount, currency: payment.currency, idempotencyKey: payment.idempotencyKey },
      customer: await this.customers.refOf(account, payer),
      lines: linesOf(order, planName),
      description: `${planName} (${fanclub.name})`,
      saveCard: order.renewalConsent !== null,
      returnUrl: `${page}/return`,
      cancelUrl: page,
      expiresAt: payment.expiresAt!,
    });
    const isStored = await this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      const stored = await tx.run(STORE_PAGE, {
        ...{ fanclub: fanclub.id, payment: payment.id, session: opened.ref, now },
        urlSealed: this.sealer.seal(opened.url),
        expiresAt: opened.expiresAt,
      });
      if (stored > 0) await note(tx, fanclub, 'payment', payment.id, 'created', 'open', 'place', now);
      return stored > 0;
    });
    if (isStored) return opened.url;
    const present = (await this.sql.first(FIND_PAYMENT, { fanclub: fanclub.id, payment: payment.id }))!;
    if (isLive(present.state)) return opened.url;
    // Nobody has the address yet, so the page can be ended without anybody paying there.
    const ended = await account.client.abandon({ session: opened.ref, payment: null });
    await this.settling.apply(fanclub, present, ended, 'place');
    return null;
  }

  private async accountOf({ fanclubId, accountId }: PaymentRow): Promise<ConnectedAccount> {
    const account = await this.providers.account(fanclubId, accountId);
    if (!account) throw new Error(`there is no payment account ${accountId}`);
    return account;
  }

  /** @throws NoOrderFound */
  private async orderOf(
    { id }: Pick<FanclubInfo, 'id'>,
    order: number,
    statements: Statements = this.sql,
  ): Promise<PlacedOrder> {
    const found = await statements.first(FIND_PLACED_ORDER, { fanclub: id, order });
    if (!found) throw new NoOrderFound();
    return found;
  }
}

const refsOf = ({ sessionRef, paymentRef }: PaymentRow) => ({ session: sessionRef, payment: paymentRef });

/** A payment that the provider never got. */
const cancelled = ({ amount, currency }: PaymentRow): Observed => ({
  ...{ outcome: 'cancelled', amount, currency, refs: { session: null, payment: null } },
  ...{ card: null, billing: null, failure: null },
});

/** The lines of an order on the payment page; the discount is taken off the plan's. */
function linesOf(order: PlacedOrder, planName: string): PaymentLine[] {
  const plan = { name: planName, amount: subtract(order.subtotal!, order.discount!) };
  const shipping = { name: 'Shipping', amount: order.shipping! };
  return [plan, shipping].filter(({ amount }) => compare(amount, '0') > 0);
}
