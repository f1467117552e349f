import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { type RowOf, Sql } from '#platform/database';
import { NoOrderFound } from '#domains/orders';
import { PaymentNotSetUp } from './payments.errors';
import { ObservationsService } from './attempts/observations.service';
import {
  type Comparison,
  type Difference,
  ReconciliationService,
} from './reconciliation/reconciliation.service';
import { COUNT_PAYMENTS, LIST_ACCOUNTS, LIST_PROBLEMS, problemsBefore } from './problems/problems.queries';
import { type Resolvable, resolve } from './problems/resolutions';
import type { RefundState } from './refunds/refund.entity';
import { RefundsService, type RefundWish } from './refunds/refunds.service';

/** The most problems that the command lists. */
const LISTED = 1_000;

/** The payments of a fan club, for an operator. */
export interface ClubPayments {
  readonly accounts: readonly RowOf<typeof LIST_ACCOUNTS>[];
  readonly payments: readonly RowOf<typeof COUNT_PAYMENTS>[];
  /** Problems for a person to resolve, the oldest first. */
  readonly problems: readonly RowOf<typeof LIST_PROBLEMS>[];
}

/** The states of an order and its payment. */
export interface OrderStates {
  /** `paid`, `open`, or why it was closed. */
  readonly order: string;
  /** `surplus`, or a state of payments. */
  readonly payment: string;
}

/** The use cases of `fanclub payments`. */
@Injectable()
export class PaymentCommandsService {
  constructor(
    private readonly sql: Sql,
    private readonly observations: ObservationsService,
    private readonly reconciliation: ReconciliationService,
    private readonly refunds: RefundsService,
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

  /** Fetches the payment of an order from the provider. @throws NoOrderFound, ProviderError */
  async observe(fanclub: FanclubInfo, orderId: number): Promise<OrderStates> {
    const payment = await this.observations.current(fanclub, orderId);
    if (!payment) throw new NoOrderFound();
    const { paidAt, closedReason } = await this.observations.observe(fanclub, payment.id, 'command');
    const { surplus, state } = (await this.observations.current(fanclub, orderId)) ?? payment;
    return { order: paidAt ? 'paid' : (closedReason ?? 'open'), payment: surplus ? 'surplus' : state };
  }

  /**
   * Fetches missed events, compares the payments of all accounts since then, and finds records that contradict each other.
   * @throws PaymentNotSetUp, ProviderError
   */
  async reconcile(
    fanclub: FanclubInfo,
    since: Date,
  ): Promise<Comparison & { events: number; differences: Difference[] }> {
    const accounts = await this.sql.rows(LIST_ACCOUNTS, { fanclub: fanclub.id });
    if (accounts.length === 0) throw new PaymentNotSetUp();
    const sum = { events: 0, taken: 0, settled: 0, refunded: 0, disputed: 0, strays: 0, missing: 0 };
    for (const { id } of accounts) {
      sum.events += await this.reconciliation.catchUp(fanclub.id, id, since);
      const found = await this.reconciliation.compare(fanclub, id, since, 'command');
      for (const what of Object.keys(found) as (keyof Comparison)[]) sum[what] += found[what];
    }
    return { ...sum, differences: await this.reconciliation.differences(fanclub) };
  }

  /** Marks a problem as resolved. @returns false if there is no such problem */
  async resolve({ id }: FanclubInfo, what: Resolvable, which: number, note: string): Promise<boolean> {
    const resolution = { fanclub: id, which, note, cause: 'command', now: this.clock.now() } as const;
    return (await this.sql.transaction((tx) => resolve(tx, what, resolution))) !== null;
  }

  /**
   * @returns the id of the refund, and its state
   * @throws what {@link RefundsService.request} throws; ProviderError, after which a job sends the refund
   */
  async refund(
    fanclub: FanclubInfo,
    wish: Omit<RefundWish, 'staffId'>,
  ): Promise<{ id: number; state: RefundState }> {
    const { id } = await this.sql.transaction((tx) =>
      this.refunds.request(tx, fanclub, { ...wish, staffId: null }),
    );
    return { id, state: await this.refunds.submit(fanclub.id, id, 'command') };
  }
}
