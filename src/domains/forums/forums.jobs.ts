import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { isHeld } from '#platform/database';
import { EVERY_MINUTE, Job, type JobRun, NIGHTLY } from '#platform/jobs';
import { DiscourseClient } from './discourse-client';
import { ForumFailure, SettingsChanged } from './forum-failure';
import { ForumRun } from './forum-run';
import { type ForumTurn, LONGEST_TURN } from './forum-turn';
import { BEGIN_COMPARISON, DUE_FORUMS, FORUM_TO_RUN, type RunForum, STORE_RUN } from './forums.queries';

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

/** Seconds for which a forum is not asked. Null: none, because only some members are refused, who wait themselves. */
const pauseOf = ({ code, wait }: ForumFailure, failures: number): number | null =>
  code === 'refused' ? null : code === 'busy' ? wait : pauseAfter(failures);

/** Keeps the groups of forums in line with memberships. */
@Injectable()
export class ForumsJobs {
  constructor(
    private readonly client: DiscourseClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares memberships with what was done at each forum, and does the rest. So no change has to be announced to it, and a forum that was away
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

  private async serve(run: JobRun, key: { id: number; fanclubId: number }): Promise<number> {
    const { db, signal, log } = run;
    const { id, fanclubId: fanclub } = key;
    try {
      const forum = await db.first(FORUM_TO_RUN, { fanclub, forum: id });
      const outcome = forum && (await this.perform(run, forum));
      if (!outcome) return 0;
      const { added, removed, hasProgress, failure } = outcome;
      const now = this.clock.now();
      // A forum that asks to wait works, if it did anything.
      const isIdle = !hasProgress && added + removed === 0;
      const isFailed = failure !== null && (failure.code !== 'busy' || isIdle);
      const pause = failure && pauseOf(failure, forum.failures);
      await db.run(STORE_RUN, {
        ...{ fanclub, forum: id, revision: forum.revision, added, removed, now },
        failure: isFailed ? failure.code : null,
        checked: failure === null,
        nextAt: pause ? secondsAfter(now, pause) : null,
      });
      if (failure) log.warn({ fanclub, forum: id, failure: failure.code, pause }, 'forum not followed up');
      if (added + removed > 0) log.info({ fanclub, forum: id, added, removed }, 'groups of a forum changed');
      return added + removed;
    } catch (error) {
      if (!isHeld(error) && !signal.aborted)
        log.error({ err: error, fanclub, forum: id }, 'groups of a forum not changed');
      return 0;
    }
  }

  /** Null: staff have changed the forum, so the next run begins with what they set. */
  private async perform(
    { db, signal, log }: JobRun,
    forum: RunForum,
  ): Promise<
    (Pick<ForumTurn, 'added' | 'removed' | 'hasProgress'> & { failure: ForumFailure | null }) | null
  > {
    const time = AbortSignal.timeout(LONGEST_TURN);
    let turn: ForumTurn | null = null;
    let failure: ForumFailure | null = null;
    try {
      const api = this.client.of(forum, AbortSignal.any([signal, time]));
      const work = new ForumRun({ db, signal }, forum, api, () => this.clock.now());
      turn = work.turn;
      await work.perform();
    } catch (error) {
      if (error instanceof SettingsChanged) return null;
      if (error instanceof ForumFailure) failure = error;
      else if (isHeld(error) || signal.aborted) throw error;
      // A slow forum that answers is no failure: the next run goes on.
      else if (error !== time.reason) {
        log.error({ err: error, fanclub: forum.fanclubId, forum: forum.id }, 'groups of a forum not changed');
        failure = new ForumFailure('internal');
      }
    }
    const { added, removed, hasProgress } = turn ?? { added: 0, removed: 0, hasProgress: false };
    return { added, removed, hasProgress, failure: failure ?? turn?.failure ?? null };
  }

  /** Has all groups compared with the lists of their forums, by the runs that follow. */
  @Job('forums.compare', NIGHTLY)
  compare({ db }: JobRun): Promise<number> {
    return db.run(BEGIN_COMPARISON, { now: this.clock.now() });
  }
}
