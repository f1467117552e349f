import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { isHeld } from '#platform/database';
import { EVERY_MINUTE, Job, type JobRun } from '#platform/jobs';
import { Published } from '#platform/published';
import { commit } from './commitments';
import { CONTESTS_TO_COMMIT } from './draws.queries';
import { CONTESTS_TO_SETTLE } from './winners.queries';
import { WinnersService } from './winners.service';

/** Contests per run. */
const BATCH = 500;

/** Milliseconds after its end for which a contest still gets a commitment. Older ones were drawn elsewhere. */
const RECENT = 30 * 24 * 3_600_000;

/** Commits to draws, and follows their winners. */
@Injectable()
export class DrawJobs {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly winners: WinnersService,
    private readonly published: Published,
  ) {}

  /**
   * Commits to the draws of published contests that have no commitment, such as those from before the service drew contests.
   * @returns how many
   */
  @Job('contests.commit', EVERY_MINUTE)
  async commit(run: JobRun): Promise<number> {
    const now = this.clock.now();
    const after = new Date(now.getTime() - RECENT);
    const found = await run.db.rows(CONTESTS_TO_COMMIT, { after, limit: BATCH });
    return forEach(run, found, async ({ id: contest, fanclubId: fanclub }) =>
      (await commit(run.db, this.sealer, { fanclub, contest }, now)) ? 1 : 0,
    );
  }

  /** Forfeits prizes that were not confirmed in time, and asks alternates. @returns how many were forfeited */
  @Job('contests.settle', EVERY_MINUTE)
  async settle(run: JobRun): Promise<number> {
    const found = await run.db.rows(CONTESTS_TO_SETTLE, { now: this.clock.now(), limit: BATCH });
    return forEach(run, found, async ({ id, fanclubId }) => {
      const club = await this.published.byId(fanclubId);
      return club ? this.winners.settle(club, id) : 0;
    });
  }
}

/** Acts on one contest after the other. An error is logged, and the next contest follows. @returns the sum of the results */
async function forEach(
  { signal, log }: JobRun,
  contests: readonly ContestOfClub[],
  act: (contest: ContestOfClub) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const contest of contests) {
    if (signal.aborted) break;
    try {
      sum += await act(contest);
    } catch (error) {
      if (isHeld(error)) log.debug(contest, 'contest waits, the fan club is held');
      else log.error({ err: error, ...contest }, 'contest not followed');
    }
  }
  return sum;
}

interface ContestOfClub {
  readonly id: number;
  readonly fanclubId: number;
}
