import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { EVERY_MINUTE, Job, type JobRun } from '#platform/jobs';
import { Published } from '#platform/published';
import { WaitingListService } from './waiting-list.service';
import { PLANS_TO_SERVE } from './waiting-list.queries';

/** Plans per run. */
const BATCH = 100;

/** Serves the waiting lists. */
@Injectable()
export class StockJobs {
  constructor(
    private readonly list: WaitingListService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** One transaction a plan, so that a failure of one does not delay the others. @returns how many offers were made or ended */
  @Job('waiting_lists.serve', EVERY_MINUTE)
  async serve({ db, signal, log }: JobRun): Promise<number> {
    let count = 0;
    for (const { fanclubId, planId } of await db.rows(PLANS_TO_SERVE, {
      now: this.clock.now(),
      limit: BATCH,
    })) {
      if (signal.aborted) return count;
      const fanclub = await this.published.byId(fanclubId);
      if (!fanclub) continue;
      try {
        count += await this.list.serve(fanclub, planId);
      } catch (error) {
        log.error({ err: error, fanclubId, planId }, 'waiting list not served');
      }
    }
    return count;
  }
}
