import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { isHeld } from '#platform/database';
import { EVERY_MINUTE, Job, type JobRun, NIGHTLY } from '#platform/jobs';
import { DiscourseClient } from './discourse-client';
import { ForumFailure } from './forum-failure';
import { ForumRun } from './forum-run';
import { BEGIN_COMPARISON, DUE_FORUMS, type DueForum, STORE_RUN } from './forums.queries';

/** Forums that are served at the same time. */
const AT_ONCE = 20;
/** The most forums of a run. */
const LIMIT = 1_000;
/** Milliseconds after which a run begins with no further forum, because other jobs wait for its end. */
const LONGEST = 30_000;
/** Seconds before a forum that fails is asked again, doubled after each failure. Less than a minute, so that the next run does it. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 600;

const pauseAfter = (failures: number): number => Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE);

/** Keeps the groups of forums in line with memberships. */
@Injectable()
export class ForumsJobs {
  constructor(
    private readonly client: DiscourseClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares memberships with what was done at each forum, and does the rest. So it needs to hear of no change, and a forum that was away
   * gets everything when it is back. A slow forum occupies one place among many.
   * @returns how many members were put into groups or taken out
   */
  @Job('forums.follow', EVERY_MINUTE)
  async follow(run: JobRun): Promise<number> {
    const until = performance.now() + LONGEST;
    const due = await run.db.rows(DUE_FORUMS, { now: this.clock.now(), limit: LIMIT });
    let changed = 0;
    const serve = async (): Promise<void> => {
      for (let next = due.shift(); next && performance.now() < until; next = due.shift()) {
        if (run.signal.aborted) return;
        changed += await this.serve(run, next);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, serve));
    return changed;
  }

  private async serve({ db, signal, log }: JobRun, forum: DueForum): Promise<number> {
    const { id, fanclubId: fanclub, url, failures } = forum;
    try {
      const { added, removed, failure } = await this.perform({ db, signal }, forum);
      const now = this.clock.now();
      const isBusy = failure?.code === 'busy';
      const pause = failure && (isBusy ? failure.wait : pauseAfter(failures));
      const outcome = {
        ...{ fanclub, forum: id, url, added, removed, now },
        // A forum that asks to wait works.
        failure: isBusy ? null : (failure?.code ?? null),
        nextAt: pause ? secondsAfter(now, pause) : null,
      };
      await db.run(STORE_RUN, outcome);
      if (failure) log.warn({ fanclub, forum: id, failure: failure.code, pause }, 'forum not followed up');
      if (added + removed > 0) log.info({ fanclub, forum: id, added, removed }, 'groups of a forum changed');
      return added + removed;
    } catch (error) {
      if (!isHeld(error) && !signal.aborted)
        log.error({ err: error, fanclub, forum: id }, 'groups of a forum not changed');
      return 0;
    }
  }

  private async perform(
    run: Pick<JobRun, 'db' | 'signal'>,
    forum: DueForum,
  ): Promise<{ added: number; removed: number; failure: ForumFailure | null }> {
    let counts = { added: 0, removed: 0 };
    try {
      const work = new ForumRun(run, forum, this.client.of(forum, run.signal), () => this.clock.now());
      counts = work;
      await work.perform();
      return { added: work.added, removed: work.removed, failure: null };
    } catch (failure) {
      if (!(failure instanceof ForumFailure)) throw failure;
      return { added: counts.added, removed: counts.removed, failure };
    }
  }

  /** Has all groups compared with the lists of their forums, by the runs that follow. */
  @Job('forums.compare', NIGHTLY)
  compare({ db }: JobRun): Promise<number> {
    return db.run(BEGIN_COMPARISON, { now: this.clock.now() });
  }
}
