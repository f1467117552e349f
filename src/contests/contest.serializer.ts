import { longZoneName, utcStamp } from '#libs/format';
import type { Viewer } from '../access';
import { type ContestStatus, hasEnded, isAvailableTo, isRunning, statusOf } from './contest.rules';
import type { ContestWithEntry } from './published-contest';

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

/** Prints a contest for the list. */
export function contestListItem(found: ContestWithEntry, now: Date): ContestListItem {
  return { ...flags(found, now), ...texts(found), event: null };
}

/** Prints a contest on its own. */
export function contestDetail(found: ContestWithEntry, viewer: Viewer, now: Date): ContestDetail {
  const { event } = found.contest;
  return {
    ...flags(found, now),
    available_to_customer: isAvailableTo(found.contest, viewer, now),
    ...texts(found),
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

/** The fields before `available_to_customer`, in the specification's order. */
function flags({ contest, entry }: ContestWithEntry, now: Date) {
  return {
    id: contest.id,
    name: contest.name,
    minimum_age: contest.minimumAge,
    status: statusOf(contest, entry, now),
    starts_at: utcStamp(contest.startsAt),
    ends_at: utcStamp(contest.endsAt),
    timezone: { tz: contest.timeZone, long: longZoneName(contest.timeZone) },
    running: isRunning(contest, now),
    ended: hasEnded(contest, now),
    entered: entry !== null,
    selected: entry?.selected ?? false,
    forfeited: entry?.forfeited ?? false,
    won: entry?.confirmed ?? false,
  };
}

/** The fields after it, but `event`. */
function texts({ contest }: ContestWithEntry) {
  return { details: contest.details, rules: contest.rules };
}
