import type { Prize } from '#libs/draw';
import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql, putOffSql } from '#platform/tenants/fanclub.entity';
import type { ForfeitCause, WinnerState } from './contest-draw.entity';

const CONTEST = { fanclub: types.bigint, contest: types.bigint };

/** The person of the winner or candidate `x`; null in all columns of `c` if the entry was deleted. */
const PERSON = (entry: string): string => `
  LEFT JOIN contest_entries e ON e.fanclub_id = $fanclub AND e.id = ${entry}
  LEFT JOIN customers c ON c.fanclub_id = e.fanclub_id AND c.id = e.customer_id`;

/** Whether the customer `c` can win. False for one who was erased, or whose entry was deleted. */
export const CAN_WIN = `(c.id IS NOT NULL AND NOT c.blacklisted AND c.email IS NOT NULL)`;

/** Until when the winner `w` may answer: holds of the fan club `f` put it off, because nobody can answer then. */
export const ANSWER_BY = putOffSql('w.confirm_by', 'w.held_ms', 'f');

/** The rules of a draw that was made. Locks it, so that two transactions do not select the same alternate. */
export const HOLD_DRAWN = statement('winners.hold_drawn', {
  params: CONTEST,
  row: {
    name: types.text,
    prizes: types.jsonb<readonly Prize[]>().neverNullHere,
    confirmHours: types.integer.neverNullHere,
    alternatesUntil: types.timestamptz.orNull,
    count: types.integer.neverNullHere,
  },
  text: `
    SELECT c.name, d.prizes, d.confirm_hours AS "confirmHours", d.alternates_until AS "alternatesUntil",
           d.entry_count AS count
    FROM contest_draws d JOIN contests c ON c.fanclub_id = d.fanclub_id AND c.id = d.contest_id
    WHERE d.fanclub_id = $fanclub AND d.contest_id = $contest AND d.drawn_at IS NOT NULL FOR NO KEY UPDATE OF d`,
});

/** The columns of a place in the ranking that was selected. */
export const PLACE = {
  rank: types.integer,
  entryId: types.bigint,
  prize: types.integer,
  state: types.textOf<WinnerState>(),
  /** Null: not forfeited. */
  cause: types.textOf<ForfeitCause>().orNull,
};

/** Who was selected so far, by rank. */
export const PLACES = statement('winners.places', {
  params: CONTEST,
  row: PLACE,
  text: `
    SELECT rank, entry_number AS "entryId", prize, state, cause FROM contest_winners
    WHERE fanclub_id = $fanclub AND contest_id = $contest ORDER BY rank`,
});
export type Place = RowOf<typeof PLACES>;

/** The entries of some ranks, from `$from` to `$to`, with their people. */
export const CANDIDATES = statement('winners.candidates', {
  params: { ...CONTEST, from: types.integer, to: types.integer },
  row: {
    rank: types.integer,
    entryId: types.bigint,
    email: types.text.orNull,
    firstName: types.text.orNull,
    canWin: types.boolean,
  },
  text: `
    SELECT ($from::integer + r.n - 1)::integer AS rank, r.entry_id AS "entryId", c.email, c.first_name AS "firstName",
           ${CAN_WIN} AS "canWin"
    FROM contest_draws d
    CROSS JOIN LATERAL unnest(d.ranking[$from::integer:$to::integer]) WITH ORDINALITY AS r (entry_id, n)
    ${PERSON('r.entry_id')}
    WHERE d.fanclub_id = $fanclub AND d.contest_id = $contest ORDER BY r.n`,
});
export type Candidate = RowOf<typeof CANDIDATES>;

/** Adds places, of which those who cannot win are forfeited at once. */
export const ADD_WINNERS = statement('winners.add', {
  params: {
    ...CONTEST,
    ranks: types.array(types.integer),
    entries: types.array(types.bigint),
    prizes: types.array(types.integer),
    canWin: types.array(types.boolean),
    confirmBy: types.timestamptz,
    now: types.timestamptz,
  },
  row: { id: types.bigint, rank: types.integer },
  text: `
    INSERT INTO contest_winners
      (fanclub_id, contest_id, rank, entry_number, prize, state, confirm_by, held_ms, decided_at, cause, created_at, updated_at)
    SELECT f.id, $contest::bigint, w.rank, w.entry_number, w.prize,
           CASE WHEN w.can_win THEN 'selected' ELSE 'forfeited' END, $confirmBy::timestamptz, f.held_ms,
           CASE WHEN NOT w.can_win THEN $now::timestamptz END, CASE WHEN NOT w.can_win THEN 'ineligible' END,
           $now::timestamptz, $now::timestamptz
    FROM unnest($ranks::integer[], $entries::bigint[], $prizes::integer[], $canWin::boolean[]) AS w (rank, entry_number, prize, can_win)
    JOIN fanclubs f ON f.id = $fanclub
    RETURNING id, rank`,
});

/** Notes the newest mail to each of some winners. */
export const RECORD_MAILS = statement('winners.record_mails', {
  params: {
    fanclub: types.bigint,
    winners: types.array(types.bigint),
    mails: types.array(types.bigint),
    now: types.timestamptz,
  },
  text: `
    UPDATE contest_winners w SET mail_number = m.mail, mailed_at = $now, updated_at = $now
    FROM unnest($winners::bigint[], $mails::bigint[]) AS m (winner, mail)
    WHERE w.fanclub_id = $fanclub AND w.id = m.winner`,
});

/** Writes the states of places to their entries, which the API shows. */
export const MARK_ENTRIES = statement('winners.mark_entries', {
  params: { ...CONTEST, ranks: types.array(types.integer), now: types.timestamptz },
  text: `
    UPDATE contest_entries e
    SET selected = true, confirmed = w.state = 'confirmed', forfeited = w.state = 'forfeited', updated_at = $now
    FROM contest_winners w
    WHERE w.fanclub_id = $fanclub AND w.contest_id = $contest AND w.rank = ANY ($ranks)
      AND e.fanclub_id = w.fanclub_id AND e.id = w.entry_number`,
});

/** A place, with the person who answers for it. */
export const FIND_WINNER = statement('winners.find', {
  params: { fanclub: types.bigint, winner: types.bigint },
  row: {
    id: types.bigint,
    contestId: types.bigint,
    contestName: types.text,
    prizeName: types.text,
    rank: types.integer,
    entryId: types.bigint,
    state: types.textOf<WinnerState>(),
    cause: types.textOf<ForfeitCause>().orNull,
    /** With the time of holds. */
    confirmBy: types.timestamptz,
    /** Null: the entry was deleted. */
    customerId: types.bigint.orNull,
    email: types.text.orNull,
    firstName: types.text.orNull,
    canWin: types.boolean,
  },
  text: `
    SELECT w.id, w.contest_id AS "contestId", contest.name AS "contestName", d.prizes -> w.prize ->> 'name' AS "prizeName", w.rank,
           w.entry_number AS "entryId", w.state, w.cause, ${ANSWER_BY} AS "confirmBy", c.id AS "customerId", c.email,
           c.first_name AS "firstName", ${CAN_WIN} AS "canWin"
    FROM contest_winners w
    JOIN fanclubs f ON f.id = w.fanclub_id
    JOIN contest_draws d ON d.fanclub_id = w.fanclub_id AND d.contest_id = w.contest_id
    JOIN contests contest ON contest.fanclub_id = w.fanclub_id AND contest.id = w.contest_id
    ${PERSON('w.entry_number')}
    WHERE w.fanclub_id = $fanclub AND w.id = $winner`,
});
export type Winner = RowOf<typeof FIND_WINNER>;

const DECIDED = { contestId: types.bigint, rank: types.integer, entryId: types.bigint };

/** Confirms a place in time. No row: it is decided already, or too late. */
export const CONFIRM = statement('winners.confirm', {
  params: { fanclub: types.bigint, winner: types.bigint, now: types.timestamptz },
  row: DECIDED,
  text: `
    UPDATE contest_winners w SET state = 'confirmed', decided_at = $now, updated_at = $now
    FROM fanclubs f
    WHERE w.fanclub_id = $fanclub AND w.id = $winner AND f.id = w.fanclub_id AND w.state = 'selected' AND ${ANSWER_BY} >= $now
    RETURNING w.contest_id AS "contestId", w.rank, w.entry_number AS "entryId"`,
});

/** Forfeits a place that is in one of these states. Call it under the lock on the draw. */
export const FORFEIT = statement('winners.forfeit', {
  params: {
    fanclub: types.bigint,
    winner: types.bigint,
    from: types.array(types.textOf<WinnerState>()),
    cause: types.textOf<ForfeitCause>(),
    reason: types.text.orNull,
    now: types.timestamptz,
  },
  row: {
    ...DECIDED,
    /** The state that it had until now. */
    before: types.textOf<WinnerState>(),
    /** Null: the entry was deleted. */
    customerId: types.bigint.orNull,
  },
  text: `
    WITH held AS (
      SELECT w.fanclub_id, w.id, w.state FROM contest_winners w
      WHERE w.fanclub_id = $fanclub AND w.id = $winner AND w.state = ANY ($from) FOR NO KEY UPDATE
    )
    UPDATE contest_winners w SET state = 'forfeited', decided_at = $now, cause = $cause, reason = $reason, updated_at = $now
    FROM held WHERE w.fanclub_id = held.fanclub_id AND w.id = held.id
    RETURNING w.contest_id AS "contestId", w.rank, w.entry_number AS "entryId", held.state AS before,
      (SELECT e.customer_id FROM contest_entries e WHERE e.fanclub_id = w.fanclub_id AND e.id = w.entry_number) AS "customerId"`,
});

/** Forfeits the places of a contest that were not confirmed in time, or whose people cannot win any more. Call it under the lock. */
export const FORFEIT_DUE = statement('winners.forfeit_due', {
  params: { ...CONTEST, now: types.timestamptz },
  row: { rank: types.integer },
  text: `
    WITH due AS (
      SELECT w.fanclub_id, w.id, ${CAN_WIN} AS can_win FROM contest_winners w
      JOIN fanclubs f ON f.id = w.fanclub_id
      ${PERSON('w.entry_number')}
      WHERE w.fanclub_id = $fanclub AND w.contest_id = $contest AND w.state = 'selected' AND (${ANSWER_BY} < $now OR NOT ${CAN_WIN})
    )
    UPDATE contest_winners w
    SET state = 'forfeited', decided_at = $now, cause = CASE WHEN due.can_win THEN 'late' ELSE 'ineligible' END, updated_at = $now
    FROM due WHERE w.fanclub_id = due.fanclub_id AND w.id = due.id AND w.state = 'selected'
    RETURNING w.rank`,
});

/** A place that was just forfeited. */
export type Forfeited = RowOf<typeof FORFEIT>;

/** The contests of all fan clubs that {@link FORFEIT_DUE} changes. */
export const CONTESTS_TO_SETTLE = statement('winners.to_settle', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT DISTINCT w.contest_id AS id, w.fanclub_id AS "fanclubId" FROM contest_winners w
    JOIN fanclubs f ON f.id = w.fanclub_id
    LEFT JOIN contest_entries e ON e.fanclub_id = w.fanclub_id AND e.id = w.entry_number
    LEFT JOIN customers c ON c.fanclub_id = e.fanclub_id AND c.id = e.customer_id
    WHERE w.state = 'selected' AND (${ANSWER_BY} < $now OR NOT ${CAN_WIN}) AND ${notHeldSql('w.fanclub_id')}
    ORDER BY 2, 1 LIMIT $limit`,
});
