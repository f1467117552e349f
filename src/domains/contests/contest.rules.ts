import type { DomainError } from '#libs/envelope';
import type { Viewer } from '#platform/access';
import { ageOf } from '#domains/accounts';
import { AlreadyEntered, ContestEnded, ContestNotStarted, NotEligible, TooYoung } from './contests.errors';
import type { Entry, EntryRefusal, PublishedContest } from './contests.queries';
import { type ContestScope, type ListContestsQuery, MAX_CONTESTS } from './dto/list-contests.query';

/** A contest beside the viewer's own entry; null without one, and for anybody who is not logged in. */
export interface ContestWithEntry {
  readonly contest: PublishedContest;
  readonly entry: Entry | null;
}

/** The values of the specification's `status` of a contest. */
export type ContestStatus = 'upcoming' | 'running' | 'ended' | 'entered';

/** Whether the contest has begun: at `starts_at` it has. */
export const hasStarted = (contest: PublishedContest, now: Date): boolean => now >= contest.startsAt;
/** Whether the contest is over: at `ends_at` it is not yet. */
export const hasEnded = (contest: PublishedContest, now: Date): boolean => now > contest.endsAt;
/** Both ends are inclusive (decisions 6.8). */
export const isRunning = (contest: PublishedContest, now: Date): boolean =>
  hasStarted(contest, now) && !hasEnded(contest, now);

/** `entered` overrides the others for a customer who has entered. */
export function statusOf(contest: PublishedContest, entry: Entry | null, now: Date): ContestStatus {
  if (entry) return 'entered';
  if (hasEnded(contest, now)) return 'ended';
  return hasStarted(contest, now) ? 'running' : 'upcoming';
}

/** Whether the viewer is a customer of at least the minimum age today, by the fan club's calendar. Without birthdate: age 0. */
function isOldEnough(contest: PublishedContest, viewer: Viewer, now: Date): boolean {
  const { customer, fanclub } = viewer;
  return customer !== null && (ageOf(customer, fanclub, now) ?? 0) >= contest.minimumAge;
}

/** Whether the viewer's subscription, or the lack of one, leaves the contest open to them. */
function isForPlanOf(contest: PublishedContest, viewer: Viewer): boolean {
  if (contest.planIds.length === 0) return true;
  return viewer.membership !== null && contest.planIds.includes(viewer.membership.plan.id);
}

/**
 * Logged in, old enough and of a plan the contest is for; time and an earlier entry do not matter (decisions 6.10).
 * `ENTER_CONTEST` applies the same rule in SQL, as one statement has to decide and enter. A property test compares both.
 */
export function isAvailableTo(contest: PublishedContest, viewer: Viewer, now: Date): boolean {
  return isOldEnough(contest, viewer, now) && isForPlanOf(contest, viewer);
}

/** What a customer who may not enter is told. */
export function entryFailure(refusal: EntryRefusal, minimumAge: number): DomainError {
  switch (refusal) {
    case 'already_entered':
      return new AlreadyEntered();
    case 'not_started':
      return new ContestNotStarted();
    case 'ended':
      return new ContestEnded();
    case 'too_young':
      return new TooYoung(minimumAge);
    case 'not_eligible':
      return new NotEligible();
  }
}

/**
 * The contests that GET /contests answers with, of all published ones by start, each with the viewer's entry. A scope is
 * about own entries, so without any it leaves nothing (decisions 6.7).
 */
export function contestsAskedFor(
  published: readonly PublishedContest[],
  entries: readonly Entry[],
  query: ListContestsQuery,
): ContestWithEntry[] {
  const entryByContest = new Map(entries.map((entry) => [entry.contestId, entry]));
  return published
    .map((contest) => ({ contest, entry: entryByContest.get(contest.id) ?? null }))
    .filter(({ contest }) => query.event_id === undefined || contest.event?.id === query.event_id)
    .filter(({ entry }) => query.scope === undefined || (entry !== null && isInScope(entry, query.scope)))
    .slice(0, query.limit ?? MAX_CONTESTS);
}

function isInScope(entry: Entry, scope: ContestScope): boolean {
  switch (scope) {
    case 'entered':
      return true;
    case 'selected':
      return entry.selected;
    case 'winners':
      return entry.confirmed;
    case 'forfeited':
      return entry.forfeited;
  }
}
