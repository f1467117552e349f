import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Job, type JobRun } from '#platform/jobs';
import { Published } from '#platform/published';
import { POOLS_TO_GIVE } from './giving.queries';
import { PresaleCodesService } from './presale-codes.service';

const EVERY_MINUTE = { cron: '* * * * *', attempts: 1, catchUp: 0 };

/** Pools per run. */
const BATCH = 100;

/** Gives everybody the codes of pools that have opened. */
@Injectable()
export class PresaleCodesJobs {
  constructor(
    private readonly codes: PresaleCodesService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** Each transaction gives 500 codes, so a run that is interrupted goes on where it ended. @returns the number of codes */
  @Job('presale_codes.give', EVERY_MINUTE)
  async give({ db, signal, log }: JobRun): Promise<number> {
    let count = 0;
    for (const pool of await db.rows(POOLS_TO_GIVE, { now: this.clock.now(), limit: BATCH })) {
      const fanclub = await this.published.byId(pool.fanclubId);
      try {
        for (let isDone = fanclub === null; !isDone && !signal.aborted;) {
          const given = await this.codes.give(fanclub!, pool);
          count += given.count;
          isDone = given.isDone;
        }
      } catch (error) {
        log.error({ err: error, fanclubId: pool.fanclubId, poolId: pool.id }, 'presale codes not given');
      }
    }
    return count;
  }
}
