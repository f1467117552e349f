import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Job, type JobLog, type JobRun, RetryJob } from '#platform/jobs';
import { Published } from '#platform/published';
import {
  CUSTOMER_OF_CARD_PAGE,
  type EventJob,
  Misconfigured,
  PROCESS_EVENT,
  ProviderUnavailable,
  SavedCards,
  STORE_EVENT_ERROR,
  STORE_PROCESSED,
  TAKE_EVENT,
} from '#domains/payments';
import { Observing } from './observing.service';
import { PAGE_MINUTES } from './paying.service';
import { FIND_PAYMENT, PAYMENT_OF_EVENT, TOUCH_PAYMENT, WAITING_PAYMENTS } from './payments.queries';
import { FORGOTTEN_ORDERS } from './placed-orders.queries';

import { Refunding } from './refunding.service';
import { REFUND_OF_EVENT } from './refunds.queries';

const EVERY_MINUTE = { cron: '* * * * *', attempts: 1, catchUp: 0 };
const EVERY_FIVE_MINUTES = { cron: '*/5 * * * *', attempts: 1, catchUp: 0 };

/** Minutes after which the watch asks about a payment of which nothing was heard. */
const QUIET_MINUTES = 2;

/** Payments or orders that one run looks at. The next run looks at the others. */
const BATCH = 100;

/** Follows payments without their buyers: by events of the providers, by asking, and when payment pages have ended. */
@Injectable()
export class PaymentJobs {
  constructor(
    private readonly observing: Observing,
    private readonly refunding: Refunding,
    private readonly cards: SavedCards,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the provider about the object of an event. What the event says is not believed.
   * @returns 1 if the event was processed now, else 0
   */
  @Job<EventJob>(PROCESS_EVENT)
  async process({ payload, db, log }: JobRun<EventJob>): Promise<number> {
    const { fanclubId, accountId, eventRef } = payload;
    const key = { fanclub: fanclubId, account: accountId, event: eventRef };
    const event = await db.first(TAKE_EVENT, key);
    const fanclub = event && (await this.published.byId(fanclubId));
    if (!event || !fanclub) return 0;
    const { subject, object, ownNumber } = event;
    try {
      if (subject === 'payment') {
        const about = { fanclub: fanclubId, account: accountId, ownNumber, object };
        const payment = await db.first(PAYMENT_OF_EVENT, about);
        if (payment) await this.observing.observe(fanclub, payment.id, 'webhook');
      }
      if (subject === 'card_page') {
        const page = { fanclub: fanclubId, account: accountId, session: object };
        const owner = await db.first(CUSTOMER_OF_CARD_PAGE, page);
        if (owner) await this.cards.observe(fanclubId, owner.customerId);
      }
      if (subject === 'refund') {
        const about = { fanclub: fanclubId, account: accountId, ownNumber, object };
        const refund = await db.first(REFUND_OF_EVENT, about);
        if (refund) await this.refunding.submit(fanclubId, refund.id, 'webhook');
      }
    } catch (error) {
      const code = codeOf(error);
      await db.run(STORE_EVENT_ERROR, { ...key, error: code ?? 'failed' });
      if (code === null) throw error;
      log.warn({ fanclubId, accountId, code }, 'payment event waits');
      throw new RetryJob(code);
    }
    await db.run(STORE_PROCESSED, { ...key, now: this.clock.now() });
    return 1;
  }

  /** Asks about live payments of which nothing was heard for two minutes, because events get lost. */
  @Job('payments.watch', EVERY_MINUTE)
  async watch({ db, signal, log }: JobRun): Promise<number> {
    const before = this.minutesAgo(QUIET_MINUTES);
    let looked = 0;
    for (const { id, fanclubId } of await db.rows(WAITING_PAYMENTS, { before, limit: BATCH })) {
      if (signal.aborted) break;
      looked += await this.attempt(fanclubId, log, id, async (fanclub) => {
        const payment = await db.first(FIND_PAYMENT, { fanclub: fanclubId, payment: id });
        const isOver = payment?.expiresAt && payment.expiresAt < this.clock.now();
        if (payment && isOver) await this.observing.close(fanclub, payment.orderId, 'expired', 'watch');
        else await this.observing.observe(fanclub, id, 'watch');
      });
      // Also after a failure, so that payments of a provider that is away do not keep the others waiting.
      await db.run(TOUCH_PAYMENT, { fanclub: fanclubId, payment: id, now: this.clock.now() });
    }
    return looked;
  }

  /** Closes orders whose buyers did not come back before their quote ended. */
  @Job('orders.expire', EVERY_FIVE_MINUTES)
  async expire({ db, signal, log }: JobRun): Promise<number> {
    const before = this.minutesAgo(PAGE_MINUTES);
    let closed = 0;
    for (const { id, fanclubId } of await db.rows(FORGOTTEN_ORDERS, { before, limit: BATCH })) {
      if (signal.aborted) break;
      closed += await this.attempt(fanclubId, log, id, (fanclub) =>
        this.observing.close(fanclub, id, 'expired', 'watch'),
      );
    }
    return closed;
  }

  /** One object at a time; the fault of one does not keep the others waiting. @returns 1 if it worked, else 0 */
  private async attempt(
    fanclubId: number,
    log: JobLog,
    id: number,
    act: (fanclub: FanclubInfo) => Promise<unknown>,
  ): Promise<number> {
    const fanclub = await this.published.byId(fanclubId);
    if (!fanclub) return 0;
    try {
      await act(fanclub);
      return 1;
    } catch (error) {
      const code = codeOf(error);
      if (code === null) log.error({ err: error, fanclubId, id }, 'payment not followed');
      else log.warn({ fanclubId, id, code }, 'payment waits');
      return 0;
    }
  }

  private minutesAgo(minutes: number): Date {
    return new Date(this.clock.now().getTime() - minutes * 60_000);
  }
}

/** A code for the log; null for a fault of ours. */
function codeOf(error: unknown): string | null {
  if (error instanceof ProviderUnavailable) return 'provider_unavailable';
  return error instanceof Misconfigured ? error.code : null;
}
