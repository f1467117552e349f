import { cachedJson, type Json } from '#libs/envelope';
import { longZoneName, utcStamp } from '#libs/format';
import type { Viewer } from '#platform/access';
import {
  type ContestStatus,
  type ContestWithEntry,
  hasEnded,
  isAvailableTo,
  isRunning,
  statusOf,
} from './contest.rules';
import type { PublishedContest } from './contests.queries';

/** A contest in GET /contests. */
export interface ContestListItem {
  id: number;
  name: string;
  minimum_age: number;
  status: ContestStatus;
  starts_at: string;
  ends_at: string;
  timezone: { tz: string; long: string };
  running: boolean;
  ended: boolean;
  entered: boolean;
  selected: boolean;
  forfeited: boolean;
  won: boolean;
  details: string;
  rules: string;
  /** The list names no event (decisions 6.7). */
  event: null;
}

/** A contest on its own. */
export interface ContestDetail extends Omit<ContestListItem, 'event'> {
  available_to_customer: boolean;
  event: { id: number; title: string } | null;
}

/** Prints a contest for the list, a {@link ContestListItem}. */
export function contestListJson(found: ContestWithEntry, now: Date): Json {
  return listItemJson(found.contest, standingOf(found, now));
}

/** Prints a contest on its own. */
export function contestDetail(found: ContestWithEntry, viewer: Viewer, now: Date): ContestDetail {
  const { event } = found.contest;
  return {
    ...facts(found.contest, standingOf(found, now)),
    available_to_customer: isAvailableTo(found.contest, viewer, now),
    ...texts(found.contest),
    event: event && { id: event.id, title: event.title },
  };
}

/** What an entrant is told: that the entry counts, and how winners hear of it (decisions 6.9). */
export function entryMessages(contestName: string): string[] {
  return [
    `You have been entered into the ${contestName} contest`,
    'If you are chosen as a winner you will be contacted via email for confirmation and further details',
  ];
}

/** How a contest stands to a viewer at an instant. */
type ContestStanding = Pick<
  ContestListItem,
  'status' | 'running' | 'ended' | 'entered' | 'selected' | 'forfeited' | 'won'
>;

function standingOf({ contest, entry }: ContestWithEntry, now: Date): ContestStanding {
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

/** Cached: a contest stands to all visitors in a few ways. */
const listItemJson = cachedJson((contest: PublishedContest, standing: ContestStanding): ContestListItem => ({
  ...facts(contest, standing),
  ...texts(contest),
  event: null,
}));

/** The fields before `available_to_customer`, in the specification's order. */
function facts(contest: PublishedContest, { status, ...standing }: ContestStanding) {
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

/** The fields after it, but `event`. */
function texts({ details, rules }: PublishedContest) {
  return { details, rules };
}
