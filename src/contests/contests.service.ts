import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { localDate } from '#libs/format';
import type { FanclubInfo, LoggedInViewer, Viewer } from '../access';
import { Sql } from '../database/sql';
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
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** The published contests that the query asks for. */
  async list(viewer: Viewer, query: ListContestsQuery): Promise<ContestWithEntry[]> {
    const [published, entries] = await Promise.all([this.published(viewer.fanclub), this.entriesOf(viewer)]);
    return contestsAskedFor(published, entries, query);
  }

  /**
   * One published contest.
   * @throws NoContestFound
   */
  async find(viewer: Viewer, id: number): Promise<ContestWithEntry> {
    const [published, entries] = await Promise.all([this.published(viewer.fanclub), this.entriesOf(viewer)]);
    const contest = published.find((candidate) => candidate.id === id);
    if (!contest) throw new NoContestFound();
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

  /** All published contests of a fan club by start: the same for every viewer and at any time. */
  private async published(fanclub: FanclubInfo): Promise<readonly PublishedContest[]> {
    return (await this.sql.rows<ContestRow>(PUBLISHED_CONTESTS, [fanclub.id])).map(publishedContest);
  }

  /** The viewer's own entries; none, and nothing asked, unless logged in. */
  private async entriesOf({ fanclub, customer }: Viewer): Promise<readonly Entry[]> {
    if (!customer) return [];
    return (await this.sql.rows<EntryRow>(ENTRIES_OF_CUSTOMER, [fanclub.id, customer.id])).map(entryOf);
  }
}
