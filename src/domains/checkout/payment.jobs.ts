import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Job, type JobRun, RetryJob } from '#platform/jobs';
import { Published } from '#platform/published';
import type { ClosedReason } from '#domains/orders/order.entity';
import {
  CUSTOMER_OF_CARD_PAGE,
  type EventJob,
  PROCESS_EVENT,
  SavedCards,
  STORE_EVENT_ERROR,
  STORE_PROCESSED,
  TAKE_EVENT,
} from '#domains/payments';
import { codeOf, type Followed, followEach } from './follow-each';
import { Observing } from './observing.service';
import { PAGE_MINUTES } from './paying.service';
import { PAYMENT_OF_EVENT, TAKE_WAITING_PAYMENTS } from './payments.queries';
import { FORGOTTEN_ORDERS, WITHDRAWN_ORDERS } from './placed-orders.queries';
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
  async watch(run: JobRun): Promise<number> {
    const [now, before] = [this.clock.now(), this.minutesAgo(QUIET_MINUTES)];
    const waiting = await run.db.rows(TAKE_WAITING_PAYMENTS, { before, now, limit: BATCH });
    return this.follow(run, waiting, (fanclub, { id, orderId, isOver }) =>
      isOver
        ? this.observing.close(fanclub, orderId, 'expired', 'watch')
        : this.observing.observe(fanclub, id, 'watch'),
    );
  }

  /** Closes orders whose buyers did not come back before their quote ended. */
  @Job('orders.expire', EVERY_FIVE_MINUTES)
  async expire(run: JobRun): Promise<number> {
    const before = this.minutesAgo(PAGE_MINUTES);
    return this.closeAll(run, await run.db.rows(FORGOTTEN_ORDERS, { before, limit: BATCH }), 'expired');
  }

  /** Closes orders of plans that staff withdrew, and ends their payment pages. */
  @Job('orders.withdraw', EVERY_MINUTE)
  async withdraw(run: JobRun): Promise<number> {
    return this.closeAll(run, await run.db.rows(WITHDRAWN_ORDERS, { limit: BATCH }), 'withdrawn');
  }

  private closeAll(run: JobRun, orders: readonly Followed[], reason: ClosedReason): Promise<number> {
    return this.follow(run, orders, (fanclub, { id }) => this.observing.close(fanclub, id, reason, 'watch'));
  }

  private follow<One extends Followed>(
    run: JobRun,
    all: readonly One[],
    act: (fanclub: FanclubInfo, one: One) => Promise<unknown>,
  ): Promise<number> {
    return followEach('payment', run, all, async (one) => {
      const fanclub = await this.published.byId(one.fanclubId);
      if (!fanclub) return 0;
      await act(fanclub, one);
      return 1;
    });
  }

  private minutesAgo(minutes: number): Date {
    return new Date(this.clock.now().getTime() - minutes * 60_000);
  }
}
