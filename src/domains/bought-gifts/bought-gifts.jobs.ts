import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Config } from '#platform/config';
import { EVERY_MINUTE, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { Published } from '#platform/published';
import { BoughtGiftsService } from './bought-gifts.service';
import { DUE_GIFTS, PURGE_ADDRESSES, PURGE_TEXTS, PURGE_UNPAID } from './bought-gifts.queries';

/** Mails per run. */
const BATCH = 100;

/** Sends the mails of gifts, and erases what is no longer needed. */
@Injectable()
export class BoughtGiftJobs {
  constructor(
    private readonly gifts: BoughtGiftsService,
    private readonly published: Published,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** One transaction a gift, so that the failure of one does not delay the others. @returns how many mails were queued */
  @Job('bought_gifts.mail', EVERY_MINUTE)
  async mail({ db, signal, log }: JobRun): Promise<number> {
    let count = 0;
    for (const { fanclubId, orderId } of await db.rows(DUE_GIFTS, { now: this.clock.now(), limit: BATCH })) {
      if (signal.aborted) return count;
      const fanclub = await this.published.byId(fanclubId);
      if (!fanclub) continue;
      try {
        if (await this.gifts.mail(fanclub, orderId)) count += 1;
      } catch (error) {
        log.error({ err: error, fanclubId, orderId }, 'gift not mailed');
      }
    }
    return count;
  }

  @Job('bought_gifts.purge', NIGHTLY)
  async purge({ db, signal }: JobRun): Promise<number> {
    const facts = { days: this.config.retention.giftRecipientDays, now: this.clock.now() };
    let count = 0;
    for (const one of [PURGE_TEXTS, PURGE_ADDRESSES, PURGE_UNPAID])
      count += await purge(signal, (limit) => db.run(one, { ...facts, limit }));
    return count;
  }
}
