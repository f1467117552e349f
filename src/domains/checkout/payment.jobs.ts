import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import type { Statements } from '#platform/database';
import { Job, type JobRun } from '#platform/jobs';
import { Published } from '#platform/published';
import type { ClosedReason } from '#domains/orders/order.entity';
import {
  type EventJob,
  type Followed,
  followEach,
  PaymentCustomers,
  PaymentInbox,
  PaymentProviders,
  PROCESS_EVENT,
  type ReceivedEvent,
  SavedCards,
} from '#domains/payments';
import { AdoptedRefunds } from './adopted-refunds.service';
import { Observing } from './observing.service';
import { PAGE_MINUTES } from './paying.service';
import { PAYMENT_OF_OBJECT, TAKE_WAITING_PAYMENTS } from './payments.queries';
import { FORGOTTEN_ORDERS, TAKE_WITHDRAWN_ORDERS } from './placed-orders.queries';
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
    private readonly inbox: PaymentInbox,
    private readonly observing: Observing,
    private readonly refunding: Refunding,
    private readonly adopted: AdoptedRefunds,
    private readonly providers: PaymentProviders,
    private readonly cards: SavedCards,
    private readonly customers: PaymentCustomers,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  @Job<EventJob>(PROCESS_EVENT)
  process(run: JobRun<EventJob>): Promise<number> {
    return this.inbox.process(run, (event) => this.ask(event, run.db));
  }

  /** Asks the provider about the object of an event. What the event says is not believed. */
  private async ask({ fanclubId, accountId, subject, object, ownNumber }: ReceivedEvent, db: Statements) {
    const fanclub = await this.published.byId(fanclubId);
    if (!fanclub) return;
    const about = { fanclub: fanclubId, account: accountId, ownNumber, object };
    if (subject === 'payment') {
      const payment = await db.first(PAYMENT_OF_OBJECT, about);
      if (payment) await this.observing.observe(fanclub, payment.id, 'webhook');
    }
    if (subject === 'card_page') await this.cards.observePage(fanclubId, accountId, object);
    if (subject === 'customer') await this.customers.forgetRef(fanclubId, accountId, object);
    if (subject === 'card') await this.cards.follow(fanclubId, accountId, object);
    if (subject === 'refund') {
      const refund = await db.first(REFUND_OF_EVENT, about);
      if (refund) await this.refunding.submit(fanclubId, refund.id, 'webhook');
      else
        await this.adopted.one(await this.providers.accountOf({ fanclubId, accountId }), object, 'webhook');
    }
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
    const now = this.clock.now();
    return this.closeAll(run, await run.db.rows(TAKE_WITHDRAWN_ORDERS, { now, limit: BATCH }), 'withdrawn');
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
