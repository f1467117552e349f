import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Sql } from '#platform/database';
import { FANCLUB_OF_ACCOUNT, RECEIVE_EVENT } from './inbox.queries';
import type { ProviderName } from './payment-account.entity';
import type { Hint } from './payment-provider';
import { type ConnectedAccount, PaymentProviders } from './providers';

/** The inbox of the providers' events. */
@Injectable()
export class PaymentInbox {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies an event, stores it and queues its processing, in one statement. A known event changes nothing.
   * @returns false if there is no such account
   * @throws BadSignature
   */
  async receive(
    provider: ProviderName,
    accountId: number,
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<boolean> {
    const owner = await this.sql.first(FANCLUB_OF_ACCOUNT, { account: accountId, provider });
    const account = owner && (await this.providers.account(owner.fanclubId, accountId));
    if (!account) return false;
    await this.store(account, account.client.verify(body, headers, this.clock.now()));
    return true;
  }

  /** Stores an event. @returns whether it was new */
  async store({ fanclubId, id }: ConnectedAccount, hint: Hint): Promise<boolean> {
    const stored = await this.sql.first(RECEIVE_EVENT, {
      ...{ fanclub: fanclubId, account: id, event: hint.ref, type: hint.type, subject: hint.subject },
      ...{ object: hint.object, ownNumber: hint.ownNumber, sentAt: hint.created, now: this.clock.now() },
    });
    return stored !== null;
  }
}
