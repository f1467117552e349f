import type { ContestRow, EntryRow } from './contests.queries';

/** A published contest with everything about it that depends neither on the viewer nor on the time. */
export interface PublishedContest {
  readonly id: number;
  readonly name: string;
  /** Years. */
  readonly minimumAge: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** IANA zone in which the contest is announced. */
  readonly timeZone: string;
  /** HTML, like `rules`. */
  readonly details: string;
  readonly rules: string;
  /** Null also where the event is not published. */
  readonly event: { readonly id: number; readonly title: string } | null;
  /** Plans whose subscribers may enter; empty: every customer may. */
  readonly planIds: readonly number[];
}

/** The viewer's own entry in a contest. */
export interface Entry {
  readonly contestId: number;
  /** Was drawn; stays so for those who then confirm or forfeit. */
  readonly selected: boolean;
  readonly confirmed: boolean;
  readonly forfeited: boolean;
}

/** A contest beside the viewer's own entry; null without one, and for anybody who is not logged in. */
export interface ContestWithEntry {
  readonly contest: PublishedContest;
  readonly entry: Entry | null;
}

/** The contest of a row. */
export function publishedContest(row: ContestRow): PublishedContest {
  return {
    id: row.id,
    name: row.name,
    minimumAge: row.minimum_age,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    details: row.details,
    rules: row.rules,
    event:
      row.event_id === null || row.event_title === null ? null : { id: row.event_id, title: row.event_title },
    planIds: row.plan_ids,
  };
}

/** The entry of a row. Only who was selected can have confirmed or forfeited (decisions 6.7). */
export function entryOf(row: EntryRow): Entry {
  return {
    contestId: row.contest_id,
    selected: row.selected || row.confirmed || row.forfeited,
    confirmed: row.confirmed,
    forfeited: row.forfeited,
  };
}
