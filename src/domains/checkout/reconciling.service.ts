import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Sql } from '#platform/database';
import { PaymentInbox, PaymentProviders, type Taken } from '#domains/payments';
import { Observing } from './observing.service';
import { ADD_STRAY, KNOWN_PAYMENT } from './reconciling.queries';
import type { Cause } from './payment-transitions';

/** What a comparison found. */
export interface Comparison {
  /** Payments that the provider took in the time. */
  readonly taken: number;
  /** Those of them that we did not know as paid, and have asked about. */
  readonly settled: number;
  /** Those that belong to no payment of ours, and were not known before. */
  readonly strays: number;
}

/** Compares our payments with those of the providers, because events get lost, and backups are older than what they restore. */
@Injectable()
export class Reconciling {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly inbox: PaymentInbox,
    private readonly observing: Observing,
    private readonly clock: Clock,
  ) {}

  /** Puts the events since then into the inbox. @returns how many were new */
  async catchUp(fanclubId: number, accountId: number, since: Date): Promise<number> {
    const account = await this.providers.account(fanclubId, accountId);
    if (!account) return 0;
    let count = 0;
    for await (const hint of account.client.recent(since))
      if (await this.inbox.store(account, hint)) count += 1;
    return count;
  }

  /** Compares what the provider took since then with our payments, and asks about every difference. */
  async compare(fanclub: FanclubInfo, accountId: number, since: Date, cause: Cause): Promise<Comparison> {
    const account = await this.providers.account(fanclub.id, accountId);
    const found = { taken: 0, settled: 0, strays: 0 };
    if (!account) return found;
    for await (const taken of account.client.taken(since, this.clock.now())) {
      found.taken += 1;
      const about = { ownNumber: taken.ownNumber, ref: taken.payment };
      const known = await this.sql.first(KNOWN_PAYMENT, {
        fanclub: fanclub.id,
        account: accountId,
        ...about,
      });
      if (!known) found.strays += await this.addStray(fanclub.id, accountId, taken);
      else if (known.state !== 'succeeded') {
        await this.observing.observe(fanclub, known.id, cause);
        found.settled += 1;
      }
    }
    return found;
  }

  private async addStray(fanclub: number, account: number, taken: Taken): Promise<0 | 1> {
    const { payment: ref, amount, currency, at: takenAt } = taken;
    const now = this.clock.now();
    const added = await this.sql.first(ADD_STRAY, { fanclub, account, ref, amount, currency, takenAt, now });
    return added ? 1 : 0;
  }
}
