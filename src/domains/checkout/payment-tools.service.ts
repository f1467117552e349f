import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { type RowOf, Sql } from '#platform/database';
import { NoOrderFound } from '#domains/orders';
import { PaymentNotSetUp } from './checkout.errors';
import { Observing } from './observing.service';
import { type Comparison, Reconciling } from './reconciling.service';
import { COUNT_PAYMENTS, LIST_ACCOUNTS, LIST_PROBLEMS, problemsBefore } from './problems.queries';
import { type Resolvable, resolve } from './resolving';
import type { RefundState } from './refund.entity';
import { Refunding, type RefundWish } from './refunding.service';

/** The most problems that the command lists. */
const LISTED = 1_000;

/** The payments of a fan club, for an operator. */
export interface ClubPayments {
  readonly accounts: readonly RowOf<typeof LIST_ACCOUNTS>[];
  readonly payments: readonly RowOf<typeof COUNT_PAYMENTS>[];
  /** What a person has to look at, the longest waiting first. */
  readonly problems: readonly RowOf<typeof LIST_PROBLEMS>[];
}

/** How an order and its payment are. */
export interface OrderStates {
  /** `paid`, `open`, or why it was closed. */
  readonly order: string;
  /** `surplus`, or a state of payments. */
  readonly payment: string;
}

/** What operators do with the payments of a fan club by command. */
@Injectable()
export class PaymentTools {
  constructor(
    private readonly sql: Sql,
    private readonly observing: Observing,
    private readonly reconciling: Reconciling,
    private readonly refunding: Refunding,
    private readonly clock: Clock,
  ) {}

  async status({ id }: FanclubInfo): Promise<ClubPayments> {
    const before = problemsBefore(this.clock.now());
    return {
      accounts: await this.sql.rows(LIST_ACCOUNTS, { fanclub: id }),
      payments: await this.sql.rows(COUNT_PAYMENTS, { fanclub: id }),
      problems: await this.sql.rows(LIST_PROBLEMS, { fanclub: id, before, limit: LISTED }),
    };
  }

  /** Asks the provider about the payment of an order now. @throws NoOrderFound, ProviderError */
  async observe(fanclub: FanclubInfo, orderId: number): Promise<OrderStates> {
    const payment = await this.observing.current(fanclub, orderId);
    if (!payment) throw new NoOrderFound();
    const { paidAt, closedReason } = await this.observing.observe(fanclub, payment.id, 'command');
    const { surplus, state } = (await this.observing.current(fanclub, orderId)) ?? payment;
    return { order: paidAt ? 'paid' : (closedReason ?? 'open'), payment: surplus ? 'surplus' : state };
  }

  /**
   * Fetches missed events, and compares the payments of all accounts since then.
   * @throws PaymentNotSetUp, ProviderError
   */
  async reconcile(fanclub: FanclubInfo, since: Date): Promise<Comparison & { events: number }> {
    const accounts = await this.sql.rows(LIST_ACCOUNTS, { fanclub: fanclub.id });
    if (accounts.length === 0) throw new PaymentNotSetUp();
    const sum = { events: 0, taken: 0, settled: 0, refunded: 0, strays: 0, missing: 0 };
    for (const { id } of accounts) {
      sum.events += await this.reconciling.catchUp(fanclub.id, id, since);
      const found = await this.reconciling.compare(fanclub, id, since, 'command');
      for (const what of Object.keys(found) as (keyof Comparison)[]) sum[what] += found[what];
    }
    return sum;
  }

  /** Marks something as dealt with. @returns false if there is nothing to resolve */
  resolve({ id }: FanclubInfo, what: Resolvable, which: number, note: string): Promise<boolean> {
    const resolution = { fanclub: id, which, note, cause: 'command', now: this.clock.now() } as const;
    return this.sql.transaction((tx) => resolve(tx, what, resolution));
  }

  /**
   * @returns the id of the refund, and its state
   * @throws what {@link Refunding.request} throws; ProviderError, after which a job sends the refund
   */
  async refund(
    fanclub: FanclubInfo,
    wish: Omit<RefundWish, 'staffId'>,
  ): Promise<{ id: number; state: RefundState }> {
    const { id } = await this.sql.transaction((tx) =>
      this.refunding.request(tx, fanclub, { ...wish, staffId: null }),
    );
    return { id, state: await this.refunding.submit(fanclub.id, id, 'command') };
  }
}
