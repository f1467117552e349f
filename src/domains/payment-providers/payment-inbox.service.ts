import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Sql } from '#platform/database';
import { type JobRun, RetryJob } from '#platform/jobs';
import { factsOf } from './follow-each';
import {
  type EventJob,
  FANCLUB_OF_ACCOUNT,
  RECEIVE_EVENT,
  REQUEUE_EVENTS,
  STORE_EVENT_ERROR,
  STORE_PROCESSED,
  TAKE_EVENT,
} from './inbox.queries';
import type { Hint } from './payment-provider';
import { ProviderError } from './provider.errors';
import { type ConnectedAccount, PaymentAccountsService } from './payment-accounts.service';

/** An event of the inbox. */
export interface ReceivedEvent extends Pick<Hint, 'subject' | 'object' | 'ownNumber'> {
  readonly fanclubId: number;
  readonly accountId: number;
}

/** Milliseconds after which an event that was not processed is queued again, and how many are queued at a time. */
const [STUCK_AFTER, STUCK_BATCH] = [3_600_000, 1_000];

/** The inbox of the providers' events. */
@Injectable()
export class PaymentInboxService {
  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies an event, stores it and queues its job, in one statement. A known event is ignored.
   * @returns false if there is no such account
   * @throws BadSignature
   */
  async receive(
    provider: string,
    accountId: number,
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<boolean> {
    const owner = await this.sql.first(FANCLUB_OF_ACCOUNT, { account: accountId, provider });
    const account = owner && (await this.accounts.account(owner.fanclubId, accountId));
    if (!account) return false;
    await this.store(account, account.client.verify(body, headers, this.clock.now()));
    return true;
  }

  /** Stores an event. @returns whether it was new */
  async store({ fanclubId, id }: ConnectedAccount, hint: Hint): Promise<boolean> {
    const stored = await this.sql.first(RECEIVE_EVENT, {
      fanclub: fanclubId,
      account: id,
      event: hint.ref,
      type: hint.type,
      subject: hint.subject,
      object: hint.object,
      ownNumber: hint.ownNumber,
      sentAt: hint.created,
      now: this.clock.now(),
    });
    return stored !== null;
  }

  /**
   * Processes a stored event once. Retries after an error of the provider.
   * @param ask fetches the object of the event
   * @returns 1 if the event was processed now, else 0
   */
  async process(
    { payload, db, log }: JobRun<EventJob>,
    ask: (event: ReceivedEvent) => Promise<void>,
  ): Promise<number> {
    const { fanclubId, accountId, eventRef } = payload;
    const key = { fanclub: fanclubId, account: accountId, event: eventRef };
    const event = await db.first(TAKE_EVENT, key);
    if (!event) return 0;
    try {
      await ask({ fanclubId, accountId, ...event });
    } catch (error) {
      const isTheirs = error instanceof ProviderError;
      await db.run(STORE_EVENT_ERROR, { ...key, error: isTheirs ? error.code : 'failed' });
      if (!isTheirs) throw error;
      log.warn({ fanclubId, accountId, ...factsOf(error) }, 'payment event waits');
      throw new RetryJob(error.code);
    }
    await db.run(STORE_PROCESSED, { ...key, now: this.clock.now() });
    return 1;
  }

  /** Queues the events of an account again whose job may have given up. @returns how many */
  async retryStuck(fanclub: number, account: number): Promise<number> {
    const before = new Date(this.clock.now().getTime() - STUCK_AFTER);
    return (await this.sql.rows(REQUEUE_EVENTS, { fanclub, account, before, limit: STUCK_BATCH })).length;
  }
}
