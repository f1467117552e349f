import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { localDate } from '#libs/format';
import { type ClaimedViewer, type FanclubInfo, SessionStatements, Viewer } from '#platform/access';
import type { Readership } from '#platform/answers';
import { keepRows, Sql } from '#platform/database';
import { Published, readableRows } from '#platform/published';
import {
  checkedContest,
  type ContestWithEntry,
  entryFailure,
  entryReadership,
  selectContests,
} from './contest.rules';
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
    private readonly sessions: SessionStatements,
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

  /** All that the list of contests depends on, of the viewer. */
  async readershipOf(viewer: Viewer): Promise<Readership> {
    const entries = await this.entriesOf(viewer);
    const text = entryReadership(this.published(viewer.fanclub), entries);
    if (!viewer.customer) return { text };
    // The page that others share is printed from the very rows that the text is about.
    const keptRows = new Map(viewer.keptRows);
    keepRows(keptRows, ENTRIES_OF_CUSTOMER, entriesKey(viewer.fanclub, viewer.customer), [...entries]);
    return { text, viewer: new Viewer({ ...viewer, keptRows }) };
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
   * @throws LoginRequired, NoContestFound, AlreadyEntered, ContestNotStarted, ContestEnded, TooYoung, NotEligible
   */
  async enter(viewer: ClaimedViewer, id: number | null): Promise<string> {
    const now = this.clock.now();
    const today = localDate(now, viewer.fanclub.timeZone);
    const contest = await this.sessions.first(viewer, ENTER_CONTEST, { contest: id, now, today });
    const { name, minimumAge, refusal } = contest;
    if (name === null || minimumAge === null) throw new NoContestFound();
    if (refusal !== null) throw entryFailure(refusal, minimumAge);
    return name;
  }

  /** The viewer's entries. Without a log-in there are none, and no statement is sent. */
  private async entriesOf(viewer: Viewer): Promise<readonly Entry[]> {
    const { fanclub, customer } = viewer;
    if (!customer) return [];
    return this.sql.readsFor(viewer).rows(ENTRIES_OF_CUSTOMER, entriesKey(fanclub, customer));
  }
}

const entriesKey = (fanclub: { id: number }, customer: { id: number }) => ({
  fanclub: fanclub.id,
  customer: customer.id,
});
