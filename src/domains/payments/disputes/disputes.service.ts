import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { customers } from '#domains/accounts';
import { type Cause, orders, type PlacedOrder, recordTransition } from '#domains/orders';
import {
  type ConnectedAccount,
  type ObservedDispute,
  PaymentAccountsService,
} from '#domains/payment-providers';
import { ObservationsService } from '../attempts/observations.service';
import { PAYMENT_OF_OBJECT } from '../attempts/payments.queries';
import { COUNT_RETURNED, HOLD_REFUNDED, IS_FULLY_RETURNED } from '../refunds/refunded-payments.queries';
import { takeBack } from '../refunds/take-back';
import { DISPUTED_PAYMENTS, DISPUTED_SINCE, FIND_DISPUTE, STORE_DISPUTE } from './disputes.queries';

/**
 * Follows disputes. An open one flags the order and turns automatic renewal off; the membership stays. The code of a bought gift waits,
 * and the buyer's automatic renewal stays on. A lost one ends the membership or voids the code, and its money counts as returned. A won one
 * removes the flag. The service sends no money.
 */
@Injectable()
export class DisputesService {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly observations: ObservationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Fetches the disputes of a payment, by the provider's id of the payment, and applies their states.
   * @returns how many changed
   * @throws ProviderError
   */
  async ofPayment(
    fanclub: FanclubInfo,
    account: ConnectedAccount,
    payment: string,
    cause: Cause,
  ): Promise<number> {
    const found = await this.accounts.ask(account, 'disputesOf', (client) => client.disputesOf(payment));
    return this.applyAll(fanclub, account, found, cause);
  }

  /**
   * Fetches the disputes that were opened since `since`, and those that are open here.
   * @returns how many changed
   * @throws ProviderError
   */
  async compare(fanclub: FanclubInfo, account: ConnectedAccount, since: Date, cause: Cause): Promise<number> {
    const found: ObservedDispute[] = [];
    await this.accounts.ask(account, 'disputesSince', async (client) => {
      for await (const dispute of client.disputesSince(since)) found.push(dispute);
    });
    let changed = await this.applyAll(fanclub, account, found, cause);
    const open = { fanclub: fanclub.id, account: account.id };
    for (const { ref } of await this.sql.rows(DISPUTED_PAYMENTS, open))
      changed += await this.ofPayment(fanclub, account, ref, cause);
    return changed;
  }

  private async applyAll(
    fanclub: FanclubInfo,
    account: ConnectedAccount,
    all: readonly ObservedDispute[],
    cause: Cause,
  ): Promise<number> {
    let changed = 0;
    for (const seen of all) if (await this.apply(fanclub, account, seen, cause)) changed += 1;
    return changed;
  }

  /** Applies a dispute once, in one transaction. @returns whether its state changed */
  private async apply(
    fanclub: FanclubInfo,
    { id: account }: ConnectedAccount,
    seen: ObservedDispute,
    cause: Cause,
  ): Promise<boolean> {
    const { payment: object, ownNumber } = seen;
    const found = await this.sql.first(PAYMENT_OF_OBJECT, {
      fanclub: fanclub.id,
      account,
      ownNumber,
      object,
    });
    if (!found) return false;
    // The dispute may arrive before the news that the payment succeeded.
    const { orderId } = found.state === 'succeeded' ? found : await this.observed(fanclub, found.id, cause);
    const change = { cause, now: this.clock.now() };
    const former = await this.sql.transaction(async (tx) => {
      const order = await orders.hold(tx, fanclub, orderId);
      const payment = await tx.first(HOLD_REFUNDED, { fanclub: fanclub.id, account, ref: object });
      if (!payment) return null;
      const key = { fanclub: fanclub.id, payment: payment.id, ref: seen.ref };
      const known = await tx.first(FIND_DISPUTE, key);
      if (known?.state === seen.outcome) return null;
      const { amount, outcome: state, openedAt } = seen;
      await tx.run(STORE_DISPUTE, { ...key, amount, state, openedAt, now: change.now });
      await tx.run(COUNT_RETURNED, { fanclub: fanclub.id, payment: payment.id, now: change.now });
      const from = known?.state === 'lost' ? 'lost' : known?.state === 'open' ? 'disputed' : 'succeeded';
      const to = state === 'open' ? 'disputed' : state === 'won' ? 'succeeded' : 'lost';
      const changed = { subject: 'payment', number: payment.id, from, to, ...change } as const;
      if (from !== to) await recordTransition(tx, fanclub, changed);
      // A surplus payment gave no membership.
      if (!payment.surplus) await this.takeEffect(tx, fanclub, order, { ...seen, change });
      return from;
    });
    if (former === null) return false;
    const ids = { fanclubId: fanclub.id, orderId };
    this.log.log({ msg: `dispute ${seen.outcome}`, ...ids, amount: seen.amount, cause });
    return true;
  }

  private async takeEffect(
    tx: Statements,
    fanclub: FanclubInfo,
    order: PlacedOrder,
    { outcome, change }: Pick<ObservedDispute, 'outcome'> & { change: orders.OrderChange },
  ): Promise<void> {
    const key = { fanclub: fanclub.id, order: order.id };
    const { since } = (await tx.first(DISPUTED_SINCE, key))!;
    await orders.markDisputed(tx, fanclub, order.id, since, change.now);
    const customer = { fanclub: fanclub.id, customer: order.customerId };
    // A gift for somebody else has no renewal, and says nothing about the buyer's own.
    if (outcome !== 'won' && order.kind !== 'gift_purchase')
      await customers.setAutoRenewal(tx, customer, false);
    if (outcome === 'lost') {
      await orders.markRefunded(tx, fanclub, order.id, change);
      await takeBack(tx, fanclub, order, change.now);
    } else if (!(await tx.first(IS_FULLY_RETURNED, key))!.isFull)
      await orders.markNotRefunded(tx, fanclub, order.id, change);
  }

  private async observed(
    fanclub: FanclubInfo,
    payment: number,
    cause: Cause,
  ): Promise<{ readonly orderId: number }> {
    return { orderId: (await this.observations.observe(fanclub, payment, cause)).id };
  }
}
