import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { localDate } from '#libs/format';
import type { FanclubInfo, LoggedInViewer, Viewer } from '#platform/access';
import { Sql } from '#platform/database';
import { Published } from '#platform/published';
import { contestsAskedFor, entryFailure } from './contest.rules';
import { NoContestFound } from './contests.errors';
import {
  type ContestRow,
  ENTER_CONTEST,
  type EnterRow,
  ENTRIES_OF_CUSTOMER,
  type EntryRow,
  PUBLISHED_CONTESTS,
} from './contests.queries';
import type { ListContestsQuery } from './dto/list-contests.query';
import {
  type ContestWithEntry,
  type Entry,
  entryOf,
  type PublishedContest,
  publishedContest,
} from './published-contest';

/** The contests of a fan club, each with what the viewer has to do with it. */
@Injectable()
export class ContestsService {
  /** All published contests of a fan club by start: the same for every viewer and at any time. */
  private readonly published: (fanclub: FanclubInfo) => readonly PublishedContest[];

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    published: Published,
  ) {
    this.published = published.declare(async (db, { id }) =>
      (await db.rows<ContestRow>(PUBLISHED_CONTESTS, [id])).map(publishedContest),
    );
  }

  /** The published contests that the query asks for. */
  async list(viewer: Viewer, query: ListContestsQuery): Promise<ContestWithEntry[]> {
    return contestsAskedFor(this.published(viewer.fanclub), await this.entriesOf(viewer), query);
  }

  /**
   * One published contest.
   * @throws NoContestFound
   */
  async find(viewer: Viewer, id: number): Promise<ContestWithEntry> {
    const contest = this.published(viewer.fanclub).find((candidate) => candidate.id === id);
    if (!contest) throw new NoContestFound();
    const entries = await this.entriesOf(viewer);
    return { contest, entry: entries.find(({ contestId }) => contestId === id) ?? null };
  }

  /**
   * Enters the customer in a contest and returns the contest's name. One statement decides.
   * @throws NoContestFound, AlreadyEntered, ContestNotStarted, ContestEnded, TooYoung, NotEligible
   */
  async enter({ fanclub, customer, membership }: LoggedInViewer, id: number): Promise<string> {
    const now = this.clock.now();
    const today = localDate(now, fanclub.timeZone);
    const planId = membership?.plan.id ?? null;
    const asked = [fanclub.id, id, customer.id, now, today, planId];
    const contest = await this.sql.first<EnterRow>(ENTER_CONTEST, asked);
    if (!contest) throw new NoContestFound();
    if (contest.refusal !== null) throw entryFailure(contest.refusal, contest.minimum_age);
    return contest.name;
  }

  /** The viewer's own entries; none, and nothing asked, unless logged in. */
  private async entriesOf(viewer: Viewer): Promise<readonly Entry[]> {
    const { fanclub, customer } = viewer;
    if (!customer) return [];
    const reads = this.sql.readsFor(viewer);
    return (await reads.rows<EntryRow>(ENTRIES_OF_CUSTOMER, [fanclub.id, customer.id])).map(entryOf);
  }
}
