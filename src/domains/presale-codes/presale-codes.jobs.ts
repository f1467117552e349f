import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { RowOf } from '#platform/database';
import { EVERY_MINUTE, Job, type JobRun } from '#platform/jobs';
import { Published } from '#platform/published';
import { POOLS_TO_GIVE } from './giving.queries';
import { PresaleCodesService } from './presale-codes.service';

/** Pools that are read at once. */
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
    const now = this.clock.now();
    let last: { readonly opensAt: Date; readonly id: number } | null = null;
    for (;;) {
      const after = { afterOpensAt: last?.opensAt ?? null, afterId: last?.id ?? 0 };
      const pools: RowOf<typeof POOLS_TO_GIVE>[] = await db.rows(POOLS_TO_GIVE, {
        ...after,
        now,
        limit: BATCH,
      });
      for (const pool of pools) {
        if (signal.aborted) return count;
        try {
          const fanclub = await this.published.byId(pool.fanclubId);
          if (fanclub) for await (const given of this.codes.give(db, fanclub, pool, signal)) count += given;
        } catch (error) {
          log.error({ err: error, fanclubId: pool.fanclubId, poolId: pool.id }, 'presale codes not given');
        }
      }
      if (pools.length < BATCH) return count;
      last = pools.at(-1)!;
    }
  }
}
