import { recording } from '../audit';
import type { Statement } from '../database/sql';

/** What became of one of the limits asked for. */
export interface CountedRow {
  what: string;
  /** The end of the window in which it was counted; null: the limit is reached, nothing was counted. */
  counted_until: Date | null;
  /** The end of the window as it was when the statement began; null or past when others have begun one since. */
  ends_at: Date | null;
  /** Whether no refusal within this window has been recorded. */
  unreported: boolean;
}

/**
 * Counts once against each of some limits, all that have room, and tells which had. $1 fan club, $2 now; then by limit: $3 name,
 * $4 digest, $5 how often at most, $6 the end of a window that begins now. One row for each. Rows are always taken in the order
 * given, by {@link GIVE_BACK} too, so that no two statements wait for each other.
 */
export const COUNT: Statement = {
  name: 'limits.count',
  text: `
    WITH asked AS (
      SELECT * FROM unnest($3::text[], $4::bytea[], $5::integer[], $6::timestamptz[])
        WITH ORDINALITY AS asked(what, digest, most, fresh_end, position)
    ), counted AS (
      INSERT INTO rate_limits AS l (fanclub_id, what, digest, count, ends_at)
      SELECT $1, what, digest, 1, fresh_end FROM asked ORDER BY position
      ON CONFLICT (fanclub_id, what, digest) DO UPDATE SET
        count = CASE WHEN l.ends_at <= $2 THEN 1 ELSE l.count + 1 END,
        ends_at = CASE WHEN l.ends_at <= $2 THEN excluded.ends_at ELSE l.ends_at END
      WHERE l.ends_at <= $2 OR l.count < (SELECT most FROM asked WHERE asked.what = l.what)
      RETURNING l.what, l.ends_at
    )
    SELECT a.what, c.ends_at AS counted_until, l.ends_at, l.ends_at IS DISTINCT FROM l.reported_for AS unreported
    FROM asked a
    LEFT JOIN counted c ON c.what = a.what
    LEFT JOIN rate_limits l ON l.fanclub_id = $1 AND l.what = a.what AND l.digest = a.digest
    ORDER BY a.position`,
};

/**
 * Takes back what was counted, as far as its window has not made room for the next. $1 fan club; then by limit: $2 name, $3
 * digest, $4 the end of the window.
 */
export const GIVE_BACK: Statement = {
  name: 'limits.give_back',
  text: `
    WITH held AS (
      SELECT l.what, l.digest
      FROM unnest($2::text[], $3::bytea[], $4::timestamptz[])
        WITH ORDINALITY AS counted(what, digest, ends_at, position)
      JOIN rate_limits l ON l.fanclub_id = $1 AND l.what = counted.what AND l.digest = counted.digest
        AND l.ends_at = counted.ends_at AND l.count > 0
      ORDER BY counted.position
      FOR UPDATE OF l
    )
    UPDATE rate_limits l SET count = l.count - 1
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
