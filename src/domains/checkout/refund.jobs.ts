import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Misconfigured, ProviderUnavailable } from '#domains/payments';
import { Job, type JobRun } from '#platform/jobs';
import { Refunding } from './refunding.service';
import { SURPLUS_PAYMENTS, TOUCH_REFUND, WAITING_REFUNDS } from './refunds.queries';

const EVERY_MINUTE = { cron: '* * * * *', attempts: 1, catchUp: 0 };

/** Minutes after which a refund is asked about again. */
const QUIET_MINUTES = 2;

/** Refunds that one run looks at. */
const BATCH = 100;

/** Sends refunds whose request died before, follows those whose outcome is open, and returns what was paid twice. */
@Injectable()
export class RefundJobs {
  constructor(
    private readonly refunding: Refunding,
    private readonly clock: Clock,
  ) {}

  @Job('refunds.follow', EVERY_MINUTE)
  async follow({ db, signal, log }: JobRun): Promise<number> {
    const surplus = [];
    for (const { id, fanclubId } of await db.rows(SURPLUS_PAYMENTS, { limit: BATCH })) {
      const refund = await this.refunding.requestSurplus(fanclubId, id);
      if (refund !== null) surplus.push({ id: refund, fanclubId });
    }
    const before = new Date(this.clock.now().getTime() - QUIET_MINUTES * 60_000);
    const waiting = await db.rows(WAITING_REFUNDS, { before, limit: BATCH });
    let done = 0;
    for (const { id, fanclubId } of [...surplus, ...waiting]) {
      if (signal.aborted) break;
      try {
        await this.refunding.submit(fanclubId, id, 'watch');
        done += 1;
      } catch (error) {
        const isTheirs = error instanceof ProviderUnavailable || error instanceof Misconfigured;
        if (isTheirs) log.warn({ fanclubId, refund: id }, 'refund waits');
        else log.error({ err: error, fanclubId, refund: id }, 'refund not followed');
      }
      await db.run(TOUCH_REFUND, { fanclub: fanclubId, refund: id, now: this.clock.now() });
    }
    return done;
  }
}
