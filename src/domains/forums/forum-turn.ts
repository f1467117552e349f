import type { JobRun } from '#platform/jobs';
import type { DiscourseApi } from './discourse-client';
import { ForumFailure, SettingsChanged } from './forum-failure';
import * as queries from './forums.queries';

/** Requests of a run. Discourse allows 60 a minute by default. */
const REQUESTS = 50;
/** Milliseconds after which a run sends no further request, and waits for no answer. */
export const LONGEST_TURN = 15_000;

/** What a run at a forum may still do, and what became of it. */
export class ForumTurn {
  /** Members who were put into a group, and taken out of one. */
  added = 0;
  removed = 0;
  /** Whether the run has stored anything that it learned or did. */
  hasProgress = false;
  /** What the forum refused while the run went on. Null: nothing. */
  failure: ForumFailure | null = null;
  /** Groups that the forum does not let the key change, which the rest of the run leaves alone. */
  readonly refusing = new Set<number>();
  requests = 0;
  readonly key: { readonly fanclub: number; readonly forum: number };
  private readonly until = performance.now() + LONGEST_TURN;

  constructor(
    private readonly run: Pick<JobRun, 'db' | 'signal'>,
    readonly forum: queries.RunForum,
    readonly api: DiscourseApi,
    readonly now: () => Date,
  ) {
    this.key = { fanclub: forum.fanclubId, forum: forum.id };
  }

  get db(): JobRun['db'] {
    return this.run.db;
  }

  /** @param reserved requests that must be possible afterwards */
  mayAsk(reserved = 0): boolean {
    return !this.run.signal.aborted && this.requests + reserved < REQUESTS && performance.now() < this.until;
  }

  ask<T>(request: Promise<T>): Promise<T> {
    this.requests += 1;
    return request;
  }

  /** Changes a group. Null: the key may not. @throws ForumFailure; SettingsChanged, if nothing was sent */
  async change(
    method: 'PUT' | 'DELETE',
    group: number,
    users: readonly number[],
  ): Promise<'done' | 'refused' | 'no_group' | null> {
    await this.requireCurrent();
    try {
      return await this.ask(this.api.change(method, group, users));
    } catch (error) {
      if (!(error instanceof ForumFailure) || error.code !== 'forbidden') throw error;
      this.refusing.add(group);
      this.failure = error;
      return null;
    }
  }

  /** @throws SettingsChanged if staff have changed, switched off or deleted the forum since the run began */
  async requireCurrent(): Promise<void> {
    const { revision } = this.forum;
    if (!(await this.db.first(queries.IS_CURRENT, { ...this.key, revision }))) throw new SettingsChanged();
  }

  async loseGroup(group: number): Promise<void> {
    await this.db.run(queries.LOSE_GROUP, { ...this.key, group, now: this.now() });
  }
}
