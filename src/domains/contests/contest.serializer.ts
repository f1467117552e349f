import { cachedJson, type Json } from '#libs/envelope';
import { longZoneName, utcStamp } from '#libs/format';
import type { Viewer } from '#platform/access';
import { type ContestWithEntry, hasEnded, isAvailableTo, isRunning, statusOf } from './contest.rules';
import type { PublishedContest } from './contests.queries';
import type { Contest, ContestFacts, ContestListItem } from './dto/contest.answer';

/** Prints a contest for GET /contests. */
export function contestListJson(found: ContestWithEntry, now: Date): Json {
  return listItemJson(found.contest, standingOf(found, now));
}

/** Prints a single contest. */
export function contestDetail(found: ContestWithEntry, viewer: Viewer, now: Date): Contest {
  const { details, rules, event } = found.contest;
  return {
    ...facts(found.contest, standingOf(found, now)),
    available_to_customer: isAvailableTo(found.contest, viewer, now),
    details,
    rules,
    event: event && { id: event.id, title: event.title },
  };
}

/** The messages after an entry (contract 6.9). */
export function entryMessages(contestName: string): string[] {
  return [
    `You have been entered into the ${contestName} contest`,
    'If you are chosen as a winner you will be contacted via email for confirmation and further details',
  ];
}

/** The fields that depend on the viewer's entry and the time. */
function standingOf({ contest, entry }: ContestWithEntry, now: Date) {
  return {
    status: statusOf(contest, entry, now),
    running: isRunning(contest, now),
    ended: hasEnded(contest, now),
    entered: entry !== null,
    selected: entry?.selected ?? false,
    forfeited: entry?.forfeited ?? false,
    won: entry?.confirmed ?? false,
  };
}
type ContestStanding = ReturnType<typeof standingOf>;

const listItemJson = cachedJson((contest: PublishedContest, standing: ContestStanding): ContestListItem => ({
  ...facts(contest, standing),
  details: contest.details,
  rules: contest.rules,
  // The list does not name the event (contract 6.7).
  event: null,
}));

/** The fields that the list and a single contest begin with. */
function facts(
  contest: PublishedContest,
  { status, ...standing }: ContestStanding,
): Omit<ContestFacts, 'details' | 'rules'> {
  return {
    id: contest.id,
    name: contest.name,
    minimum_age: contest.minimumAge,
    status,
    starts_at: utcStamp(contest.startsAt),
    ends_at: utcStamp(contest.endsAt),
    timezone: { tz: contest.timeZone, long: longZoneName(contest.timeZone) },
    ...standing,
  };
}
