import { recording } from '#platform/audit';
import type { Statement } from '#platform/database';

/** What became of one of the limits asked for. */
export interface TakenRow {
  /** The end of the window in which the event was counted; null: there was no room, nothing was counted. */
  taken_until: Date | null;
  /** The count without pending events, as it was when the statement began; null when there was no row. */
  count: number | null;
  /** The end of the window, likewise. */
  ends_at: Date | null;
  /** Whether no refusal within this window has been recorded. */
  unreported: boolean;
}

const LIVE_PENDING = 'CASE WHEN l.pending_until > $2 THEN l.pending ELSE 0 END';
/** Whether the window is over, or nothing has happened in it. */
const IS_STALE = `(l.ends_at <= $2 OR l.count + ${LIVE_PENDING} = 0)`;
const LIVE_COUNT = 'CASE WHEN l.ends_at <= $2 THEN 0 ELSE l.count END';

/**
 * Counts an event against each of some limits that has room, and reports which had. $1 fan club, $2 now; by limit: $3 name,
 * $4 digest, $5 how often at most, $6 the end of a window that begins now; $7 whether the event is pending, and $8 until when
 * it is at the latest. One row for each. Rows are always locked in the order given, by {@link SETTLE} too, so no two statements
 * deadlock.
 */
export const TAKE: Statement = {
  name: 'limits.take',
  text: `
    WITH asked AS (
      SELECT * FROM unnest($3::text[], $4::bytea[], $5::integer[], $6::timestamptz[])
        WITH ORDINALITY AS asked(what, digest, most, fresh_end, position)
    ), taken AS (
      INSERT INTO rate_limits AS l (fanclub_id, what, digest, count, ends_at, pending, pending_until)
      SELECT $1, what, digest, (NOT $7::boolean)::integer, fresh_end, $7::integer, $8::timestamptz
      FROM asked ORDER BY position
      ON CONFLICT (fanclub_id, what, digest) DO UPDATE SET
        count = ${LIVE_COUNT} + excluded.count,
        ends_at = CASE WHEN ${IS_STALE} THEN excluded.ends_at ELSE l.ends_at END,
        pending = ${LIVE_PENDING} + excluded.pending,
        pending_until = CASE WHEN ${LIVE_PENDING} = 0 THEN excluded.pending_until ELSE l.pending_until END
      WHERE ${LIVE_COUNT} + ${LIVE_PENDING} < (SELECT most FROM asked WHERE asked.what = l.what)
      RETURNING l.what, l.ends_at
    )
    SELECT t.ends_at AS taken_until, l.count, l.ends_at, l.ends_at IS DISTINCT FROM l.reported_for AS unreported
    FROM asked a
    LEFT JOIN taken t ON t.what = a.what
    LEFT JOIN rate_limits l ON l.fanclub_id = $1 AND l.what = a.what AND l.digest = a.digest
    ORDER BY a.position`,
};

/**
 * Changes what {@link TAKE} counted once it is known what the event was. $1 fan club; by limit: $2 name, $3 digest, $4 the end
 * of its window as taken, $5 change of the pending events, $6 change of the count, or null to set it to zero. A count is only
 * lowered in the window in which it was raised.
 */
export const SETTLE: Statement = {
  name: 'limits.settle',
  text: `
    WITH held AS (
      SELECT l.what, l.digest, s.pending, s.count, l.ends_at = s.ends_at AS same_window
      FROM unnest($2::text[], $3::bytea[], $4::timestamptz[], $5::integer[], $6::integer[])
        WITH ORDINALITY AS s(what, digest, ends_at, pending, count, position)
      JOIN rate_limits l ON l.fanclub_id = $1 AND l.what = s.what AND l.digest = s.digest
      ORDER BY s.position
      FOR UPDATE OF l
    )
    UPDATE rate_limits l SET
      pending = greatest(l.pending + held.pending, 0),
      count = CASE
        WHEN held.count IS NULL THEN 0
        WHEN held.count < 0 AND NOT held.same_window THEN l.count
        ELSE greatest(l.count + held.count, 0)
      END
    FROM held WHERE l.fanclub_id = $1 AND l.what = held.what AND l.digest = held.digest`,
};

/**
 * Records that a limit was reached, once in its window. $1 fan club, $2 name of the limit, $3 digest, $4 security events, $5 now. A window
 * that others have ended meanwhile is left alone.
 */
export const REPORT: Statement = {
  name: 'limits.report',
  text: `
    WITH reported AS (
      UPDATE rate_limits SET reported_for = ends_at
      WHERE fanclub_id = $1 AND what = $2 AND digest = $3 AND ends_at > $5 AND reported_for IS DISTINCT FROM ends_at
      RETURNING what
    )${recording('$4')}
    WHERE EXISTS (SELECT FROM reported)`,
};

/** A format of password hashes, see `formatOf`. */
export interface FormatRow {
  format: string;
}

const FORMAT = `substring(c.password_hash from '^(?:\\$2[aby]\\$[0-9][0-9]|\\$argon2(?:id|i|d)\\$v=19\\$[^$]+)')`;
const NEXT_FORMAT = (after: string): string => `(
  SELECT ${FORMAT} FROM customers c
  WHERE c.fanclub_id = $1 AND c.password_hash IS NOT NULL AND ${FORMAT} ${after}
  ORDER BY ${FORMAT} LIMIT 1)`;

/** The formats of the password hashes of a fan club's customers, by one search of the index for each. $1 fan club. */
export const FIND_FORMATS: Statement = {
  name: 'limits.find_formats',
  text: `
    WITH RECURSIVE found AS (
      SELECT ${NEXT_FORMAT('IS NOT NULL')} AS format
      UNION ALL
      SELECT ${NEXT_FORMAT('> found.format')} FROM found WHERE found.format IS NOT NULL
    )
    SELECT format FROM found WHERE format IS NOT NULL LIMIT 100`,
};
