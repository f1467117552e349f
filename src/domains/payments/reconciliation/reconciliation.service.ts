import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { compare } from '#libs/money';
import type { FanclubInfo } from '#platform/access';
import { Sql } from '#platform/database';
import {
  type ConnectedAccount,
  PaymentInboxService,
  PaymentAccountsService,
  ProviderUnavailable,
  type Taken,
} from '#domains/payment-providers';
import { AdoptedRefundsService } from '../refunds/adopted-refunds.service';
import { DisputesService } from '../disputes/disputes.service';
import { ObservationsService } from '../attempts/observations.service';
import type { Cause } from '#domains/orders';
import { PAYMENT_OF_OBJECT } from '../attempts/payments.queries';
import { stock } from '#domains/stock';
import { codes } from '#domains/redeem-codes';
import { ADD_STRAY, COUNTED_PAYMENTS, RETURNED_DIFFERENCES } from './reconciliation.queries';

/** What a comparison found. */
export interface Comparison {
  /** Successful payments at the provider in the time span. */
  readonly taken: number;
  /** Those that were not paid here, and are settled now. */
  readonly settled: number;
  /** Those with refunds that were not stored here, and are now. */
  readonly refunded: number;
  /** Disputes that were not known here, or were decided since. */
  readonly disputed: number;
  /** Those without a payment of ours that were not recorded before. */
  readonly strays: number;
  /** Successful payments here that the provider does not list. */
  readonly missing: number;
}

/** Records of a fan club that contradict each other, such as a count and what it counts. A person looks at them. */
export interface Difference {
  /** The kind of record: `stock of plan`. */
  readonly what: string;
  readonly id: number;
  readonly here: string;
  /** What the other records say. */
  readonly counted: string;
}

/** Milliseconds by which the clock of a provider may be behind. */
const SKEW = 600_000;

/** Compares our payments with the providers', because events can get lost, and a restored backup lacks recent payments. */
@Injectable()
export class ReconciliationService {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly inbox: PaymentInboxService,
    private readonly observations: ObservationsService,
    private readonly adopted: AdoptedRefundsService,
    private readonly disputes: DisputesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the events since `since` in the inbox, and queues stuck ones again.
   * @returns the number of new events
   * @throws ProviderError
   */
  async catchUp(fanclubId: number, accountId: number, since: Date): Promise<number> {
    const until = this.clock.now();
    const account = await this.accounts.accountOf({ fanclubId, accountId });
    await this.inbox.retryStuck(fanclubId, accountId);
    let count = 0;
    await this.accounts.ask(account, 'recent', async (client) => {
      for await (const hint of client.recent(since)) if (await this.inbox.store(account, hint)) count += 1;
    });
    // Stored last: the newest events come first, so an aborted run may have missed older ones.
    await this.accounts.storeCaughtUp(account, until);
    return count;
  }

  /**
   * Compares the provider's payments since `since` with ours, and resolves each difference. An error in one comparison is logged,
   * and the next one follows.
   * @throws ProviderError if the provider cannot be reached
   */
  async compare(fanclub: FanclubInfo, accountId: number, since: Date, cause: Cause): Promise<Comparison> {
    const account = await this.accounts.accountOf({ fanclubId: fanclub.id, accountId });
    const now = this.clock.now();
    const found = { taken: 0, settled: 0, refunded: 0, disputed: 0, strays: 0, missing: 0 };
    const theirs: Taken[] = [];
    await this.accounts.ask(account, 'taken', async (client) => {
      for await (const taken of client.taken(since, now)) theirs.push(taken);
    });
    for (const taken of theirs) {
      found.taken += 1;
      const difference = await this.compareOne(fanclub, account, taken, cause).catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) throw error;
        this.log.error(`a payment of account ${accountId} was not compared`, (error as Error).stack);
        return null;
      });
      if (difference) found[difference] += 1;
    }
    found.disputed = await this.disputes.compare(fanclub, account, since, cause);
    const listed = new Set(theirs.map(({ payment }) => payment));
    found.missing = await this.countMissing(
      account,
      { from: new Date(since.getTime() + SKEW), to: now },
      listed,
    );
    return found;
  }

  /** Compares what the fan club counts with its orders, refunds and disputes. Asks no provider, and changes nothing. */
  async differences(fanclub: FanclubInfo): Promise<Difference[]> {
    return [
      ...(await this.sql.rows(RETURNED_DIFFERENCES, { fanclub: fanclub.id })),
      ...(await codes.differences(this.sql, fanclub)),
      ...(await stock.differences(this.sql, fanclub)),
    ];
  }

  private async compareOne(
    fanclub: FanclubInfo,
    account: ConnectedAccount,
    taken: Taken,
    cause: Cause,
  ): Promise<'settled' | 'refunded' | 'strays' | null> {
    const ours = await this.find(account, taken);
    if (ours?.paymentRef === taken.payment && ours.state === 'succeeded') {
      if (compare(taken.refunded, ours.refunded) <= 0) return null;
      await this.adopted.ofPayment(account, taken.payment, cause);
      return 'refunded';
    }
    if (ours) await this.observations.observe(fanclub, ours.id, cause);
    const after = await this.find(account, taken);
    if (after?.paymentRef === taken.payment) return after.state === 'succeeded' ? 'settled' : null;
    // It is not ours, or its id was assigned again after a backup was restored.
    const { payment: ref, amount, currency, at: takenAt } = taken;
    const stray = { ref, amount, currency, takenAt, now: this.clock.now() };
    const added = await this.sql.run(ADD_STRAY, { fanclub: fanclub.id, account: account.id, ...stray });
    return added > 0 ? 'strays' : null;
  }

  private find({ id: account, fanclubId: fanclub }: ConnectedAccount, { ownNumber, payment: object }: Taken) {
    return this.sql.first(PAYMENT_OF_OBJECT, { fanclub, account, ownNumber, object });
  }

  private async countMissing(
    { id: account, fanclubId: fanclub }: ConnectedAccount,
    time: { from: Date; to: Date },
    listed: ReadonlySet<string>,
  ): Promise<number> {
    const counted = await this.sql.rows(COUNTED_PAYMENTS, { fanclub, account, ...time });
    return counted.filter(({ ref }) => !listed.has(ref)).length;
  }
}
