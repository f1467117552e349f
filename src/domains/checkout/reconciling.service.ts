import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { compare } from '#libs/money';
import type { FanclubInfo } from '#platform/access';
import { Sql } from '#platform/database';
import {
  type ConnectedAccount,
  PaymentInbox,
  PaymentProviders,
  ProviderUnavailable,
  type Taken,
} from '#domains/payments';
import { AdoptedRefunds } from './adopted-refunds.service';
import { Observing } from './observing.service';
import type { Cause } from './payment-transitions';
import { PAYMENT_OF_OBJECT } from './payments.queries';
import { ADD_STRAY, COUNTED_PAYMENTS, STORE_CAUGHT_UP } from './reconciling.queries';

/** What a comparison found. */
export interface Comparison {
  /** Payments that the provider took in the time. */
  readonly taken: number;
  /** Those of them that we did not know as paid, and have settled now. */
  readonly settled: number;
  /** Those of them of which the provider has returned more than we knew; its refunds are stored now. */
  readonly refunded: number;
  /** Those of them that belong to no payment of ours, and were not known before. */
  readonly strays: number;
  /** Payments that count here, and that the provider does not list. */
  readonly missing: number;
}

/** Milliseconds by which the clock of a provider may be behind. */
const SKEW = 600_000;

/** Compares our payments with those of the providers, because events get lost, and backups are older than what they restore. */
@Injectable()
export class Reconciling {
  private readonly log = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly inbox: PaymentInbox,
    private readonly observing: Observing,
    private readonly adopted: AdoptedRefunds,
    private readonly clock: Clock,
  ) {}

  /**
   * Puts the events since then into the inbox, and queues those again whose job has given up.
   * @returns how many events were new
   * @throws ProviderError
   */
  async catchUp(fanclubId: number, accountId: number, since: Date): Promise<number> {
    const until = this.clock.now();
    const account = await this.providers.accountOf({ fanclubId, accountId });
    await this.inbox.retryStuck(fanclubId, accountId);
    let count = 0;
    await this.providers.ask(account, 'recent', async (client) => {
      for await (const hint of client.recent(since)) if (await this.inbox.store(account, hint)) count += 1;
    });
    // Only now, because a run that breaks off has seen the newest events first.
    await this.sql.run(STORE_CAUGHT_UP, { fanclub: fanclubId, account: accountId, until });
    return count;
  }

  /**
   * Compares what the provider took since then with our payments, one by one, and asks about every difference. The fault of one does
   * not keep the others from being compared.
   * @throws ProviderError if the provider cannot be asked at all
   */
  async compare(fanclub: FanclubInfo, accountId: number, since: Date, cause: Cause): Promise<Comparison> {
    const account = await this.providers.accountOf({ fanclubId: fanclub.id, accountId });
    const now = this.clock.now();
    const found = { taken: 0, settled: 0, refunded: 0, strays: 0, missing: 0 };
    const theirs: Taken[] = [];
    await this.providers.ask(account, 'taken', async (client) => {
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
    const listed = new Set(theirs.map(({ payment }) => payment));
    found.missing = await this.countMissing(
      account,
      { from: new Date(since.getTime() + SKEW), to: now },
      listed,
    );
    return found;
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
    if (ours) await this.observing.observe(fanclub, ours.id, cause);
    const after = await this.find(account, taken);
    if (after?.paymentRef === taken.payment) return after.state === 'succeeded' ? 'settled' : null;
    // No payment of ours, or one that was given the same id after a backup had been restored.
    const { payment: ref, amount, currency, at: takenAt } = taken;
    const stray = { ...{ ref, amount, currency, takenAt }, now: this.clock.now() };
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
