import { RECORDING } from '#platform/audit';
import { type RowOf, statement, types } from '#platform/database';

const LIVE_PENDING = 'CASE WHEN l.pending_until > $now THEN l.pending ELSE 0 END';
/** Whether the window is over or empty. */
const IS_STALE = `(l.ends_at <= $now OR l.count + ${LIVE_PENDING} = 0)`;
const LIVE_COUNT = 'CASE WHEN l.ends_at <= $now THEN 0 ELSE l.count END';

/**
 * Counts an event in each of the given limits that is not full. Returns one row for each limit, in their order. This statement and
 * {@link SETTLE} lock the rows in the order given, so that no two statements deadlock.
 */
export const TAKE = statement('limits.take', {
  params: {
    fanclub: types.bigint,
    now: types.timestamptz,
    /** The names of the limits. The next three arrays have the digest, the maximum and the end of a new window of each limit. */
    limits: types.array(types.text),
    digests: types.array(types.bytea),
    maxima: types.array(types.integer),
    freshEnds: types.array(types.timestamptz),
    pending: types.boolean,
    /** The latest time until which the event is pending; null if the event is not pending. */
    pendingUntil: types.timestamptz.orNull,
  },
  row: {
    /** The end of the window in which the event was counted; null if it was not counted because the limit is full. */
    takenUntil: types.timestamptz.orNull,
    /** The count without pending events, before this statement; null without a row. */
    count: types.integer.orNull,
    /** The end of the window before this statement; null without a row. */
    endsAt: types.timestamptz.orNull,
    /** True if no refusal within this window has been recorded yet. */
    unreported: types.boolean,
  },
  text: `
    WITH asked AS (
      SELECT * FROM unnest($limits::text[], $digests::bytea[], $maxima::integer[], $freshEnds::timestamptz[])
        WITH ORDINALITY AS asked(what, digest, maximum, fresh_end, position)
    ), taken AS (
      INSERT INTO rate_limits AS l (fanclub_id, what, digest, count, ends_at, pending, pending_until)
      SELECT $fanclub, what, digest, (NOT $pending::boolean)::integer, fresh_end, $pending::integer, $pendingUntil::timestamptz
      FROM asked ORDER BY position
      ON CONFLICT (fanclub_id, what, digest) DO UPDATE SET
        count = ${LIVE_COUNT} + excluded.count,
        ends_at = CASE WHEN ${IS_STALE} THEN excluded.ends_at ELSE l.ends_at END,
        pending = ${LIVE_PENDING} + excluded.pending,
        pending_until = CASE WHEN ${LIVE_PENDING} = 0 THEN excluded.pending_until ELSE l.pending_until END
      WHERE ${LIVE_COUNT} + ${LIVE_PENDING} < (SELECT maximum FROM asked WHERE asked.what = l.what)
      RETURNING l.what, l.ends_at
    )
    SELECT t.ends_at AS "takenUntil", l.count, l.ends_at AS "endsAt", l.ends_at IS DISTINCT FROM l.reported_for AS unreported
    FROM asked a
    LEFT JOIN taken t ON t.what = a.what
    LEFT JOIN rate_limits l ON l.fanclub_id = $fanclub AND l.what = a.what AND l.digest = a.digest
    ORDER BY a.position`,
});

/** Applies the outcome of events that {@link TAKE} counted. A count is only lowered in the window in which it was raised. */
export const SETTLE = statement('limits.settle', {
  params: {
    fanclub: types.bigint,
    /** The names of the limits. The other arrays have one element for each limit. */
    limits: types.array(types.text),
    digests: types.array(types.bytea),
    /** The ends of the windows in which the event was counted. */
    endsAt: types.array(types.timestamptz),
    /** Changes of the pending events. */
    pending: types.array(types.integer),
    /** Changes of the counts; null: the count becomes zero. */
    counts: types.array(types.integer.orNull),
  },
  text: `
    WITH held AS (
      SELECT l.what, l.digest, s.pending, s.count, l.ends_at = s.ends_at AS same_window
      FROM unnest($limits::text[], $digests::bytea[], $endsAt::timestamptz[], $pending::integer[], $counts::integer[])
        WITH ORDINALITY AS s(what, digest, ends_at, pending, count, position)
      JOIN rate_limits l ON l.fanclub_id = $fanclub AND l.what = s.what AND l.digest = s.digest
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
    FROM held WHERE l.fanclub_id = $fanclub AND l.what = held.what AND l.digest = held.digest`,
});

/** The result for one limit. */
export type TakenRow = RowOf<typeof TAKE>;

/** Records that a limit was reached, once per window. Does nothing if the window is over by now. */
export const REPORT = statement('limits.report', {
  params: {
    fanclub: types.bigint,
    limit: types.text,
    digest: types.bytea,
    events: types.jsonText,
    now: types.timestamptz,
  },
  text: `
    WITH reported AS (
      UPDATE rate_limits SET reported_for = ends_at
      WHERE fanclub_id = $fanclub AND what = $limit AND digest = $digest AND ends_at > $now AND reported_for IS DISTINCT FROM ends_at
      RETURNING what
    )${RECORDING}
    WHERE EXISTS (SELECT FROM reported)`,
});

const FORMAT = `substring(c.password_hash from '^(?:\\$2[aby]\\$[0-9][0-9]|\\$argon2(?:id|i|d)\\$v=19\\$[^$]+)')`;
const NEXT_FORMAT = (after: string): string => `(
  SELECT ${FORMAT} FROM customers c
  WHERE c.fanclub_id = $fanclub AND c.password_hash IS NOT NULL AND ${FORMAT} ${after}
  ORDER BY ${FORMAT} LIMIT 1)`;

/** The formats of the password hashes of a fan club's customers, with one index search for each. */
export const FIND_FORMATS = statement('limits.find_formats', {
  params: { fanclub: types.bigint },
  /** See `formatOf`. */
  row: { format: types.text },
  text: `
    WITH RECURSIVE found AS (
      SELECT ${NEXT_FORMAT('IS NOT NULL')} AS format
      UNION ALL
      SELECT ${NEXT_FORMAT('> found.format')} FROM found WHERE found.format IS NOT NULL
    )
    SELECT format FROM found WHERE format IS NOT NULL LIMIT 100`,
});
