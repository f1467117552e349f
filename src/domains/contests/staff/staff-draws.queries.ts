import type { Prize } from '#libs/draw';
import { type RowOf, statement, types } from '#platform/database';
import { type MailState, mailStateAtSql, mailStateSql } from '#platform/mail';
import type { ExclusionCause, ForfeitCause, FrozenExclusion, WinnerState } from '../contest-draw.entity';
import { ANSWER_BY, CAN_WIN } from '../winners.queries';

const CONTEST = { fanclub: types.bigint, contest: types.bigint };

/** Locks a contest that is closed or drawn, against changes and against entries, which hold it by their foreign key and the lock of their statement. */
export const LOCK_CONTEST = statement('staff_draws.lock_contest', {
  params: CONTEST,
  row: { published: types.boolean, endsAt: types.timestamptz, closedAt: types.timestamptz.orNull },
  text: `
    SELECT published, ends_at AS "endsAt", entries_closed_at AS "closedAt" FROM contests
    WHERE fanclub_id = $fanclub AND id = $contest FOR UPDATE`,
});

/** Entries `e` of contests, each with the first cause that keeps it out of the draw. Null: it takes part. */
const ENTRIES = `
  contest_entries e
  JOIN contests contest ON contest.fanclub_id = e.fanclub_id AND contest.id = e.contest_id
  JOIN customers c ON c.fanclub_id = e.fanclub_id AND c.id = e.customer_id
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN EXISTS (SELECT FROM contest_exclusions x WHERE x.fanclub_id = e.fanclub_id AND x.entry_id = e.id) THEN 'staff'
      WHEN e.entered_at > contest.ends_at THEN 'late'
      WHEN NOT ${CAN_WIN} THEN CASE WHEN c.blacklisted THEN 'blacklisted' ELSE 'erased' END
    END AS cause
  ) without`;

/** The entries of a contest that take part, ascending, and those that do not. Without entries, one row with empty lists. */
export const ENTRIES_TO_FREEZE = statement('staff_draws.entries_to_freeze', {
  params: CONTEST,
  row: {
    entries: types.array(types.bigint),
    exclusions: types.jsonb<readonly FrozenExclusion[]>(),
    /** Whether an entry has a result, from a draw elsewhere. */
    hasResults: types.boolean,
  },
  text: `
    SELECT coalesce(array_agg(e.id ORDER BY e.id) FILTER (WHERE without.cause IS NULL), '{}') AS entries,
           coalesce(jsonb_agg(jsonb_build_array(e.id, without.cause) ORDER BY e.id) FILTER (WHERE without.cause IS NOT NULL), '[]')
             AS exclusions,
           coalesce(bool_or(e.selected OR e.confirmed OR e.forfeited), false) AS "hasResults"
    FROM ${ENTRIES} WHERE e.fanclub_id = $fanclub AND e.contest_id = $contest`,
});

/** Closes a contest. Clocks of servers differ by a little, and the published times must be in order. */
export const CLOSE_CONTEST = statement('staff_draws.close_contest', {
  params: { ...CONTEST, now: types.timestamptz },
  text: `
    UPDATE contests c
    SET entries_closed_at = greatest($now, (SELECT d.committed_at FROM contest_draws d WHERE d.fanclub_id = c.fanclub_id AND d.contest_id = c.id)),
        updated_at = $now
    WHERE c.fanclub_id = $fanclub AND c.id = $contest AND c.entries_closed_at IS NULL`,
});

/** Stores the frozen entries. */
export const FREEZE = statement('staff_draws.freeze', {
  params: {
    ...CONTEST,
    entries: types.array(types.bigint),
    listHash: types.text,
    exclusions: types.jsonText,
    beaconSource: types.text.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE contest_draws
    SET entries = $entries, entry_count = cardinality($entries::bigint[]), list_hash = $listHash, exclusions = $exclusions,
        left_out = jsonb_array_length($exclusions::jsonb), beacon_source = $beaconSource, updated_at = $now
    WHERE fanclub_id = $fanclub AND contest_id = $contest AND entries IS NULL`,
});

/** What is drawn. Null in the columns of the draw: the contest has no commitment. */
export const TO_DRAW = statement('staff_draws.to_draw', {
  params: CONTEST,
  row: {
    published: types.boolean,
    seedSealed: types.text.orNull,
    commitment: types.text.orNull,
    entries: types.array(types.bigint).orNull,
    listHash: types.text.orNull,
    /** Null: none was announced. */
    beaconSource: types.text.orNull,
    drawnAt: types.timestamptz.orNull,
  },
  text: `
    SELECT c.published, d.seed_sealed AS "seedSealed", d.commitment, d.entries, d.list_hash AS "listHash",
           d.beacon_source AS "beaconSource", d.drawn_at AS "drawnAt"
    FROM contests c LEFT JOIN contest_draws d ON d.fanclub_id = c.fanclub_id AND d.contest_id = c.id
    WHERE c.fanclub_id = $fanclub AND c.id = $contest`,
});

/** Records the draw of a list, once, and reveals the seed. */
export const RECORD_DRAW = statement('staff_draws.record', {
  params: {
    ...CONTEST,
    seed: types.text,
    beacon: types.text,
    prizes: types.jsonText,
    ranking: types.array(types.bigint),
    commitment: types.text,
    listHash: types.text,
    confirmHours: types.integer,
    alternatesUntil: types.timestamptz.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE contest_draws d
    SET seed = $seed, seed_sealed = NULL, beacon = $beacon, prizes = $prizes, ranking = $ranking, confirm_hours = $confirmHours,
        alternates_until = $alternatesUntil, updated_at = $now,
        drawn_at = greatest($now, (SELECT c.entries_closed_at FROM contests c WHERE c.fanclub_id = d.fanclub_id AND c.id = d.contest_id))
    WHERE d.fanclub_id = $fanclub AND d.contest_id = $contest AND d.drawn_at IS NULL AND d.commitment = $commitment AND d.list_hash = $listHash`,
});

/** A contest's draw with its figures. Null in the columns of the draw: the contest has no commitment. */
export const DRAW_OF_CONTEST = statement('staff_draws.of_contest', {
  params: CONTEST,
  row: {
    published: types.boolean,
    endsAt: types.timestamptz,
    closedAt: types.timestamptz.orNull,
    commitment: types.text.orNull,
    committedAt: types.timestamptz.orNull,
    /** In the frozen list, or now before it is frozen. */
    entries: types.integer,
    leftOut: types.integer,
    listHash: types.text.orNull,
    beaconSource: types.text.orNull,
    beacon: types.text.orNull,
    prizes: types.jsonb<readonly Prize[]>().orNull,
    drawnAt: types.timestamptz.orNull,
    confirmHours: types.integer.orNull,
    alternatesUntil: types.timestamptz.orNull,
  },
  text: `
    SELECT drawn.published, drawn.ends_at AS "endsAt", drawn.entries_closed_at AS "closedAt", d.commitment, d.committed_at AS "committedAt",
           coalesce(d.entry_count, n.entries) AS entries, coalesce(d.left_out, n.left_out) AS "leftOut",
           d.list_hash AS "listHash", d.beacon_source AS "beaconSource", d.beacon, d.prizes, d.drawn_at AS "drawnAt",
           d.confirm_hours AS "confirmHours", d.alternates_until AS "alternatesUntil"
    FROM contests drawn
    LEFT JOIN contest_draws d ON d.fanclub_id = drawn.fanclub_id AND d.contest_id = drawn.id
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE without.cause IS NULL))::integer AS entries, count(without.cause)::integer AS left_out
      FROM ${ENTRIES} WHERE e.fanclub_id = $fanclub AND e.contest_id = drawn.id AND d.entry_count IS NULL
    ) n
    WHERE drawn.fanclub_id = $fanclub AND drawn.id = $contest`,
});

/** The frozen list of a contest. No row: it is not closed. */
export const FROZEN = statement('staff_draws.frozen', {
  params: CONTEST,
  row: { entries: types.array(types.bigint).neverNullHere, leftOut: types.integer.neverNullHere },
  text: `
    SELECT d.entries, d.left_out AS "leftOut" FROM contest_draws d
    WHERE d.fanclub_id = $fanclub AND d.contest_id = $contest AND d.entries IS NOT NULL`,
});

/** The entries that are not in the list, as of its closing, or now before it. None of a list that was closed without recording them. */
const LEFT_OUT_SQL = `
    WITH left_out AS (
      SELECT (frozen.exclusion ->> 0)::bigint AS entry, frozen.exclusion ->> 1 AS cause
      FROM contest_draws d CROSS JOIN LATERAL jsonb_array_elements(d.exclusions) AS frozen (exclusion)
      WHERE d.fanclub_id = $fanclub AND d.contest_id = $contest
      UNION ALL
      SELECT e.id, without.cause FROM ${ENTRIES}
      WHERE e.fanclub_id = $fanclub AND e.contest_id = $contest AND contest.entries_closed_at IS NULL AND without.cause IS NOT NULL
    )`;

/** What staff wrote about the entry `o` that is left out. */
const EXCLUSION_SQL = `
    LEFT JOIN contest_exclusions x ON x.fanclub_id = $fanclub AND x.entry_id = o.entry AND o.cause = 'staff'`;

export const LEFT_OUT = statement('staff_draws.left_out', {
  params: CONTEST,
  row: {
    entry: types.bigint,
    cause: types.textOf<ExclusionCause>(),
    /** What staff wrote. Null: another cause, or the entry was deleted since. */
    reason: types.text.orNull,
    by: types.text.orNull,
    at: types.timestamptz.orNull,
  },
  text: `${LEFT_OUT_SQL}
    SELECT o.entry, o.cause, x.reason, p.name AS by, x.created_at AS at
    FROM left_out o${EXCLUSION_SQL}
    LEFT JOIN staff p ON p.id = x.staff_id
    ORDER BY o.entry`,
});

/** The entries that are left out, counted by cause, and by reason unless these are masked. Rare reasons are counted as one. */
export const LEFT_OUT_BY = statement('staff_draws.left_out_by', {
  params: { ...CONTEST, masked: types.boolean, reasons: types.bigint },
  row: { cause: types.textOf<ExclusionCause>(), reason: types.text.orNull, count: types.integer },
  text: `${LEFT_OUT_SQL}, counted AS (
      SELECT o.cause, CASE WHEN NOT $masked::boolean THEN x.reason END AS reason, count(*) AS entries, min(o.entry) AS first
      FROM left_out o${EXCLUSION_SQL}
      GROUP BY 1, 2
    ), ranked AS (
      SELECT *, row_number() OVER (ORDER BY entries DESC, first) AS place FROM counted
    )
    SELECT cause, CASE WHEN place <= $reasons THEN reason END AS reason, sum(entries)::integer AS count FROM ranked
    GROUP BY 1, 2 ORDER BY 3 DESC, min(first)`,
});

/** The winners of a contest by rank, with the names as of their entry. */
export const LIST_WINNERS = statement('staff_draws.winners', {
  params: CONTEST,
  row: {
    id: types.bigint,
    rank: types.integer,
    entryId: types.bigint,
    prize: types.integer,
    prizeName: types.text,
    state: types.textOf<WinnerState>(),
    cause: types.textOf<ForfeitCause>().orNull,
    reason: types.text.orNull,
    confirmBy: types.timestamptz,
    decidedAt: types.timestamptz.orNull,
    /** Null: the entry was deleted. */
    customerId: types.bigint.orNull,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    birthdate: types.date.orNull,
    /** When the newest mail was queued. Null: there was none. */
    mailedAt: types.timestamptz.orNull,
    /** Null: there was none, or it was deleted 30 days after it was sent or given up. */
    mailState: types.textOf<MailState>().orNull,
    mailStateAt: types.timestamptz.orNull,
  },
  text: `
    SELECT w.id, w.rank, w.entry_number AS "entryId", w.prize, d.prizes -> w.prize ->> 'name' AS "prizeName", w.state, w.cause,
           w.reason, ${ANSWER_BY} AS "confirmBy", w.decided_at AS "decidedAt", e.customer_id AS "customerId",
           e.first_name AS "firstName", e.last_name AS "lastName", e.birthdate, w.mailed_at AS "mailedAt",
           CASE WHEN m.id IS NOT NULL THEN ${mailStateSql('m')} END AS "mailState", ${mailStateAtSql('m')} AS "mailStateAt"
    FROM contest_winners w
    JOIN fanclubs f ON f.id = w.fanclub_id
    JOIN contest_draws d ON d.fanclub_id = w.fanclub_id AND d.contest_id = w.contest_id
    LEFT JOIN contest_entries e ON e.fanclub_id = w.fanclub_id AND e.id = w.entry_number
    LEFT JOIN mails m ON m.fanclub_id = w.fanclub_id AND m.id = w.mail_number
    WHERE w.fanclub_id = $fanclub AND w.contest_id = $contest ORDER BY w.rank`,
});
export type WinnerRow = RowOf<typeof LIST_WINNERS>;

/** How many contests of a fan club wait to be closed or drawn, and how many winners to confirm. */
export const DRAW_FIGURES = statement('staff_draws.figures', {
  params: { fanclub: types.bigint, now: types.timestamptz },
  row: { toClose: types.integer, toDraw: types.integer, toConfirm: types.integer },
  text: `
    SELECT (SELECT count(*)::integer FROM contests c JOIN contest_draws d ON d.fanclub_id = c.fanclub_id AND d.contest_id = c.id
            WHERE c.fanclub_id = $fanclub AND c.published AND c.ends_at < $now AND c.entries_closed_at IS NULL) AS "toClose",
           (SELECT count(*)::integer FROM contest_draws d
            JOIN contests c ON c.fanclub_id = d.fanclub_id AND c.id = d.contest_id
            WHERE d.fanclub_id = $fanclub AND c.published AND d.list_hash IS NOT NULL AND d.drawn_at IS NULL) AS "toDraw",
           (SELECT count(*)::integer FROM contest_winners w WHERE w.fanclub_id = $fanclub AND w.state = 'selected') AS "toConfirm"`,
});
