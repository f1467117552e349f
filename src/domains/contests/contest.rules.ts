import type { DomainError } from '#libs/envelope';
import { longZoneName, requireInstants } from '#libs/format';
import type { Viewer } from '#platform/access';
import { ageOf } from '#domains/accounts';
import { AlreadyEntered, ContestEnded, ContestNotStarted, NotEligible, TooYoung } from './contests.errors';
import type { Entry, EntryRefusal, PublishedContest } from './contests.queries';
import { type ContestScope, type ListContestsQuery, MAX_CONTESTS } from './dto/list-contests.query';

/** A contest and the viewer's entry; null: not entered, or not logged in. */
export interface ContestWithEntry {
  readonly contest: PublishedContest;
  readonly entry: Entry | null;
}

/**
 * The same contest, if it can be shown.
 * @throws RangeError if a time or the time zone is invalid
 */
export function checkedContest(contest: PublishedContest): PublishedContest {
  const { startsAt, endsAt, timeZone } = contest;
  requireInstants({ startsAt, endsAt });
  longZoneName(timeZone);
  return contest;
}

/** The values of a contest's `status` (contract 6.13). */
export type ContestStatus = 'upcoming' | 'running' | 'ended' | 'entered';

/** True from `starts_at` on. */
export const hasStarted = (contest: PublishedContest, now: Date): boolean => now >= contest.startsAt;
/** True after `ends_at`. */
export const hasEnded = (contest: PublishedContest, now: Date): boolean => now > contest.endsAt;
/** Both ends are inclusive (contract 6.8). */
export const isRunning = (contest: PublishedContest, now: Date): boolean =>
  hasStarted(contest, now) && !hasEnded(contest, now);

/** `entered` overrides the others for a customer who has entered. */
export function statusOf(contest: PublishedContest, entry: Entry | null, now: Date): ContestStatus {
  if (entry) return 'entered';
  if (hasEnded(contest, now)) return 'ended';
  return hasStarted(contest, now) ? 'running' : 'upcoming';
}

/** Ages are as of today in the fan club's time zone. A customer without birthdate counts as age 0. */
function isOldEnough(contest: PublishedContest, viewer: Viewer, now: Date): boolean {
  const { customer, fanclub } = viewer;
  return customer !== null && (ageOf(customer, fanclub, now) ?? 0) >= contest.minimumAge;
}

function isForPlanOf(contest: PublishedContest, viewer: Viewer): boolean {
  if (contest.planIds.length === 0) return true;
  return viewer.membership !== null && contest.planIds.includes(viewer.membership.plan.id);
}

/**
 * Whether age and plan allow a logged-in viewer to enter; time and earlier entries do not matter (contract 6.10).
 * `ENTER_CONTEST` repeats the rule in SQL, because one statement has to check and enter. A property test compares both.
 */
export function isAvailableTo(contest: PublishedContest, viewer: Viewer, now: Date): boolean {
  return isOldEnough(contest, viewer, now) && isForPlanOf(contest, viewer);
}

/**
 * All that a page of contests depends on, of a viewer: the entries in contests that are published. Most members of a fan club have entered
 * the same few, or none.
 */
export function entryReadership(published: readonly PublishedContest[], entries: readonly Entry[]): string {
  const shown = new Set(published.map(({ id }) => id));
  const own = entries
    .filter(({ contestId }) => shown.has(contestId))
    .sort((one, other) => one.contestId - other.contestId)
    .map(({ contestId, selected, confirmed, forfeited }) => [contestId, +selected, +confirmed, +forfeited]);
  return JSON.stringify(own);
}

const ENTRY_FAILURES: Record<EntryRefusal, new (minimumAge: number) => DomainError> = {
  already_entered: AlreadyEntered,
  not_started: ContestNotStarted,
  ended: ContestEnded,
  too_young: TooYoung,
  not_eligible: NotEligible,
};

export function entryFailure(refusal: EntryRefusal, minimumAge: number): DomainError {
  return new ENTRY_FAILURES[refusal](minimumAge);
}

/** The contests of GET /contests, each with the viewer's entry. A scope lists entered contests only (contract 6.7). */
export function selectContests(
  published: readonly PublishedContest[],
  entries: readonly Entry[],
  query: ListContestsQuery,
): ContestWithEntry[] {
  const entryByContest = new Map(entries.map((entry) => [entry.contestId, entry]));
  return published
    .map((contest) => ({ contest, entry: entryByContest.get(contest.id) ?? null }))
    .filter(({ contest }) => query.event_id === undefined || contest.event?.id === query.event_id)
    .filter(({ entry }) => query.scope === undefined || (entry !== null && IN_SCOPE[query.scope](entry)))
    .slice(0, query.limit ?? MAX_CONTESTS);
}

const IN_SCOPE: Record<ContestScope, (entry: Entry) => boolean> = {
  entered: () => true,
  selected: ({ selected }) => selected,
  winners: ({ confirmed }) => confirmed,
  forfeited: ({ forfeited }) => forfeited,
};
