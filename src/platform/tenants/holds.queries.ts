import { statement, types } from '#platform/database';

/** Holds a fan club. The caller has locked it, and knows that it is not held. */
export const HOLD_FANCLUB = statement('holds.hold', {
  params: { fanclub: types.bigint, now: types.timestamptz, forMove: types.boolean },
  text: 'UPDATE fanclubs SET held_at = $now, held_for_move = $forMove WHERE id = $fanclub',
});

/** The time of a hold that ends now, added to that of earlier ones. */
const COUNTED = '(held_ms + greatest(0, 1000 * extract(epoch FROM clock_timestamp() - held_at))::bigint)';

/** Ends a hold, unless a move has begun it. Writes no row if there is none. */
export const RELEASE_FANCLUB = statement('holds.release', {
  params: { fanclub: types.bigint },
  text: `
    UPDATE fanclubs SET held_at = NULL, held_ms = ${COUNTED}
    WHERE id = $fanclub AND held_at IS NOT NULL AND NOT held_for_move AND moved_to IS NULL`,
});

/**
 * Transactions that may write rows of fan clubs. A transaction locks the table before the trigger looks for a hold, so one that has
 * not seen a committed hold is among them, or has ended. Prepared transactions have no process.
 */
export const WRITING_TRANSACTIONS = statement('holds.writing_transactions', {
  row: { transaction: types.text.neverNullHere, pid: types.integer.orNull, application: types.text.orNull },
  text: `
    SELECT DISTINCT l.virtualtransaction AS transaction, l.pid, a.application_name AS application
    FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.granted
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (l.relation = 'fanclubs'::regclass OR l.relation IN (
        SELECT tgrelid FROM pg_trigger WHERE tgfoid = 'refuse_while_held'::regproc))
      AND l.pid IS DISTINCT FROM pg_backend_pid()`,
});

/** Ends a hold that a move has begun. */
export const RELEASE_AFTER_MOVE = statement('holds.release_after_move', {
  params: { fanclub: types.bigint },
  text: `
    UPDATE fanclubs SET held_at = NULL, held_for_move = false, held_ms = ${COUNTED}
    WHERE id = $fanclub AND held_for_move AND moved_to IS NULL`,
});

/** It is the same hold, not a later one. JavaScript knows times to the millisecond. */
const STILL_HELD = `date_trunc('milliseconds', held_at) = $heldAt::timestamptz`;

/** The end of the write-ahead log. No row if the hold has ended. */
export const HELD_POSITION = statement('holds.position', {
  params: { fanclub: types.bigint, heldAt: types.timestamptz },
  row: { position: types.text },
  text: `SELECT pg_current_wal_insert_lsn()::text AS position FROM fanclubs WHERE id = $fanclub AND ${STILL_HELD}`,
});

/** The names of the locks, publications, slots and subscriptions of moves begin with it, and end with the fan club's id. */
export const MOVE_PREFIX = 'fanclub_move_';

/** The fan club is held here. One that has left counts until its move has dropped the publication: another database may not serve it yet. */
const IS_HELD = `held_at IS NOT NULL
  AND (moved_to IS NULL OR EXISTS (SELECT FROM pg_publication WHERE pubname = '${MOVE_PREFIX}' || fanclubs.id))`;

/** A move holds the fan club, or has not completed its departure. */
const IS_HELD_BY_MOVE = '(held_for_move OR moved_to IS NOT NULL)';

/** The held fan clubs, by name. */
export const LIST_HELD = statement('holds.list', {
  row: {
    name: types.text,
    heldAt: types.timestamptz.neverNullHere,
    isByMove: types.boolean,
    movedTo: types.text.orNull,
  },
  text: `
    SELECT name, held_at AS "heldAt", ${IS_HELD_BY_MOVE} AS "isByMove", moved_to AS "movedTo"
    FROM fanclubs WHERE ${IS_HELD} ORDER BY name, id`,
});

/** The number of held fan clubs, and for how many seconds the first of them has been held (null: none), by what holds them. One row. */
export const HELD_FIGURES = statement('holds.figures', {
  params: { now: types.timestamptz },
  row: {
    byCommand: types.bigint,
    byMove: types.bigint,
    commandAge: types.bigint.orNull,
    moveAge: types.bigint.orNull,
  },
  text: `
    SELECT count(*) FILTER (WHERE NOT ${IS_HELD_BY_MOVE}) AS "byCommand", count(*) FILTER (WHERE ${IS_HELD_BY_MOVE}) AS "byMove",
           extract(epoch FROM $now - min(held_at) FILTER (WHERE NOT ${IS_HELD_BY_MOVE}))::bigint AS "commandAge",
           extract(epoch FROM $now - min(held_at) FILTER (WHERE ${IS_HELD_BY_MOVE}))::bigint AS "moveAge"
    FROM fanclubs WHERE ${IS_HELD}`,
});

/** A held fan club is served by another database from now on. Writes no row if the hold has ended. */
export const SET_MOVED = statement('holds.set_moved', {
  params: { fanclub: types.bigint, heldAt: types.timestamptz, to: types.text },
  text: `UPDATE fanclubs SET moved_to = $to WHERE id = $fanclub AND ${STILL_HELD}`,
});

/**
 * A fan club that another database served is served here from now on. The hold of the move ends, an earlier one stays. No row unless
 * the fan club came from there and waits for this.
 */
export const SET_ARRIVED = statement('holds.set_arrived', {
  params: { fanclub: types.bigint, from: types.text },
  row: { isHeld: types.boolean },
  text: `
    UPDATE fanclubs
    SET moved_to = NULL, held_at = CASE WHEN held_for_move THEN NULL ELSE held_at END, held_for_move = false,
        held_ms = CASE WHEN held_for_move THEN ${COUNTED} ELSE held_ms END
    WHERE id = $fanclub AND moved_to = $from
    RETURNING held_at IS NOT NULL AS "isHeld"`,
});
