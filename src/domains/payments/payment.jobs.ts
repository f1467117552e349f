import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import type { Statements } from '#platform/database';
import { EVERY_MINUTE, Job, type JobRun } from '#platform/jobs';
import { Published } from '#platform/published';
import type { ClosedReason } from '#domains/orders/order.entity';
import {
  type EventJob,
  type Followed,
  followEach,
  PaymentInboxService,
  PaymentAccountsService,
  PROCESS_EVENT,
  type ReceivedEvent,
} from '#domains/payment-providers';
import { PaymentCustomersService } from './customers/payment-customers.service';
import { SavedCardsService } from './customers/saved-cards.service';
import { DisputesService } from './disputes/disputes.service';
import { AdoptedRefundsService } from './refunds/adopted-refunds.service';
import { ObservationsService } from './attempts/observations.service';
import { PAGE_MINUTES } from './attempts/payment-pages.service';
import { EXPIRED_ORDERS, PAYMENT_OF_OBJECT, TAKE_WAITING_PAYMENTS } from './attempts/payments.queries';
import { orders } from '#domains/orders';
import { RefundsService } from './refunds/refunds.service';
import { REFUND_OF_EVENT } from './refunds/refunds.queries';

const EVERY_FIVE_MINUTES = { cron: '*/5 * * * *', attempts: 1, catchUp: 0 };

/** Minutes without news of a payment after which the watch asks the provider. */
const QUIET_MINUTES = 2;

/** Payments or orders per run. */
const BATCH = 100;

/** Updates payments without their buyers: after events, by polling, and when payment pages have ended. */
@Injectable()
export class PaymentJobs {
  constructor(
    private readonly inbox: PaymentInboxService,
    private readonly observations: ObservationsService,
    private readonly refunds: RefundsService,
    private readonly adopted: AdoptedRefundsService,
    private readonly disputes: DisputesService,
    private readonly accounts: PaymentAccountsService,
    private readonly cards: SavedCardsService,
    private readonly customers: PaymentCustomersService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  @Job<EventJob>(PROCESS_EVENT)
  process(run: JobRun<EventJob>): Promise<number> {
    return this.inbox.process(run, (event) => this.ask(event, run.db));
  }

  /** Fetches the object of an event from the provider. The event itself is not trusted. */
  private async ask({ fanclubId, accountId, subject, object, ownNumber }: ReceivedEvent, db: Statements) {
    const fanclub = await this.published.byId(fanclubId);
    if (!fanclub) return;
    const about = { fanclub: fanclubId, account: accountId, ownNumber, object };
    if (subject === 'payment') {
      const payment = await db.first(PAYMENT_OF_OBJECT, about);
      if (payment) await this.observations.observe(fanclub, payment.id, 'webhook');
    }
    if (subject === 'dispute')
      await this.disputes.ofPayment(
        fanclub,
        await this.accounts.accountOf({ fanclubId, accountId }),
        object,
        'webhook',
      );
    if (subject === 'card_page') await this.cards.observePage(fanclubId, accountId, object);
    if (subject === 'customer') await this.customers.removeDeleted(fanclubId, accountId, object);
    if (subject === 'card') await this.cards.follow(fanclubId, accountId, object);
    if (subject === 'refund') {
      const refund = await db.first(REFUND_OF_EVENT, about);
      if (refund) await this.refunds.submit(fanclubId, refund.id, 'webhook');
      else await this.adopted.one(await this.accounts.accountOf({ fanclubId, accountId }), object, 'webhook');
    }
  }

  /** Polls live payments without news for two minutes, because events can get lost. */
  @Job('payments.watch', EVERY_MINUTE)
  async watch(run: JobRun): Promise<number> {
    const [now, before] = [this.clock.now(), this.minutesAgo(QUIET_MINUTES)];
    const waiting = await run.db.rows(TAKE_WAITING_PAYMENTS, { before, now, limit: BATCH });
    return this.follow(run, waiting, (fanclub, { id, orderId, isOver }) =>
      isOver
        ? this.observations.close(fanclub, orderId, 'expired', 'watch')
        : this.observations.observe(fanclub, id, 'watch'),
    );
  }

  /** Closes orders without a live payment whose quote has expired. */
  @Job('orders.expire', EVERY_FIVE_MINUTES)
  async expire(run: JobRun): Promise<number> {
    const [now, before] = [this.clock.now(), this.minutesAgo(PAGE_MINUTES)];
    return this.closeAll(run, await run.db.rows(EXPIRED_ORDERS, { before, now, limit: BATCH }), 'expired');
  }

  /** Closes orders of plans that staff withdrew, and ends their payment pages. */
  @Job('orders.withdraw', EVERY_MINUTE)
  async withdraw(run: JobRun): Promise<number> {
    const now = this.clock.now();
    return this.closeAll(run, await orders.takeWithdrawn(run.db, now, BATCH), 'withdrawn');
  }

  private closeAll(run: JobRun, open: readonly Followed[], reason: ClosedReason): Promise<number> {
    return this.follow(run, open, (fanclub, { id }) => this.observations.close(fanclub, id, reason, 'watch'));
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
