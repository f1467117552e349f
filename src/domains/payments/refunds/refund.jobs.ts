import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { followEach } from '#domains/payment-providers';
import { EVERY_MINUTE, Job, type JobRun } from '#platform/jobs';
import { RefundsService } from './refunds.service';
import { SURPLUS_PAYMENTS } from './refunded-payments.queries';
import { TAKE_WAITING_REFUNDS } from './refunds.queries';

/** Minutes after which a refund is fetched again. */
const QUIET_MINUTES = 2;

/** Minutes after which a refused refund of a surplus payment is retried. */
const RETRY_MINUTES = 24 * 60;

/** Refunds per run. */
const BATCH = 100;

/** Sends refunds that were not sent, fetches pending ones, and refunds surplus payments. */
@Injectable()
export class RefundJobs {
  constructor(
    private readonly refunds: RefundsService,
    private readonly clock: Clock,
  ) {}

  @Job('refunds.follow', EVERY_MINUTE)
  async follow(run: JobRun): Promise<number> {
    const { db } = run;
    const now = this.clock.now();
    const surplus = [];
    const since = minutesBefore(now, RETRY_MINUTES);
    for (const { id, fanclubId } of await db.rows(SURPLUS_PAYMENTS, { since, limit: BATCH })) {
      const refund = await this.refunds.requestSurplus(fanclubId, id, since);
      if (refund !== null) surplus.push({ id: refund, fanclubId });
    }
    const before = minutesBefore(now, QUIET_MINUTES);
    const waiting = await db.rows(TAKE_WAITING_REFUNDS, { before, now, limit: BATCH });
    return followEach('refund', run, [...surplus, ...waiting], async ({ id, fanclubId }) => {
      await this.refunds.submit(fanclubId, id, 'watch');
      return 1;
    });
  }
}

const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
