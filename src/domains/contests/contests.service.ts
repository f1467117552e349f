import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { localDate } from '#libs/format';
import type { FanclubInfo, LoggedInViewer, Viewer } from '#platform/access';
import { Sql } from '#platform/database';
import { Published, readableRows } from '#platform/published';
import { checkedContest, type ContestWithEntry, entryFailure, selectContests } from './contest.rules';
import { NoContestFound } from './contests.errors';
import {
  ENTER_CONTEST,
  ENTRIES_OF_CUSTOMER,
  type Entry,
  PUBLISHED_CONTESTS,
  type PublishedContest,
} from './contests.queries';
import type { ListContestsQuery } from './dto/list-contests.query';

/** The contests of a fan club, and the entries of customers. */
@Injectable()
export class ContestsService {
  /** All published contests of a fan club by start. */
  private readonly published: (fanclub: FanclubInfo) => readonly PublishedContest[];

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    published: Published,
  ) {
    this.published = published.declare(async (db, { id }) =>
      readableRows(
        await db.rows(PUBLISHED_CONTESTS, { fanclub: id }),
        (contest) => `contest ${contest.id}`,
        checkedContest,
      ),
    );
  }

  /** The published contests that the query asks for. */
  async list(viewer: Viewer, query: ListContestsQuery): Promise<ContestWithEntry[]> {
    return selectContests(this.published(viewer.fanclub), await this.entriesOf(viewer), query);
  }

  /** @throws NoContestFound */
  async find(viewer: Viewer, id: number): Promise<ContestWithEntry> {
    const contest = this.published(viewer.fanclub).find((candidate) => candidate.id === id);
    if (!contest) throw new NoContestFound();
    const entries = await this.entriesOf(viewer);
    return { contest, entry: entries.find(({ contestId }) => contestId === id) ?? null };
  }

  /**
   * Enters the customer in a contest and returns the contest's name.
   * @throws NoContestFound, AlreadyEntered, ContestNotStarted, ContestEnded, TooYoung, NotEligible
   */
  async enter({ fanclub, customer, membership }: LoggedInViewer, id: number): Promise<string> {
    const now = this.clock.now();
    const contest = await this.sql.first(ENTER_CONTEST, {
      fanclub: fanclub.id,
      contest: id,
      customer: customer.id,
      now,
      today: localDate(now, fanclub.timeZone),
      plan: membership?.plan.id ?? null,
    });
    if (!contest) throw new NoContestFound();
    if (contest.refusal !== null) throw entryFailure(contest.refusal, contest.minimumAge);
    return contest.name;
  }

  /** The viewer's entries. Without a log-in there are none, and no statement is sent. */
  private async entriesOf(viewer: Viewer): Promise<readonly Entry[]> {
    const { fanclub, customer } = viewer;
    if (!customer) return [];
    return this.sql
      .readsFor(viewer)
      .rows(ENTRIES_OF_CUSTOMER, { fanclub: fanclub.id, customer: customer.id });
  }
}
