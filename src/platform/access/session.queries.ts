import { RECORDING } from '#platform/audit';
import { statement, types } from '#platform/database';
import { LIVE_SESSION, liveSql, sessionParams } from './live-session';

/**
 * Opens a session, ends the visitor's former one, and records the events. Locks the customer, so that a simultaneous change of the
 * password or the blacklist either refuses the session or ends it. No row and no change if the customer's password has another hash
 * than the verified one by now, or if the customer has been blacklisted. Also ends the customer's oldest sessions above the
 * maximum, if the caller has locked the customer before. Otherwise {@link END_SURPLUS} must follow. Writes the time of the log-in once
 * a day at most, because a customer's row is big.
 */
export const OPEN_SESSION = statement('access.open_session', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    /** Null: the caller has locked the customer, and knows that the session may be opened. */
    verifiedHash: types.text.orNull,
    /** SHA-256 of the token. */
    tokenHash: types.bytea,
    now: types.timestamptz,
    expiresAt: types.timestamptz,
    /** A session that was last seen before this time is over. */
    seenAfter: types.timestamptz,
    /** The number of other sessions that may stay live. */
    others: types.bigint,
    former: types.bigint.orNull,
    order: types.bigint.orNull,
    events: types.jsonText,
  },
  row: { id: types.bigint },
  text: `
    WITH held AS (
      SELECT id FROM customers
      WHERE fanclub_id = $fanclub AND id = $customer
        AND ($verifiedHash::text IS NULL OR (password_hash = $verifiedHash AND NOT blacklisted))
      FOR NO KEY UPDATE
    ), surplus AS (
      SELECT id FROM sessions s
      WHERE $verifiedHash::text IS NULL AND fanclub_id = $fanclub AND customer_id = $customer AND ${liveSql('s')}
        AND s.id IS DISTINCT FROM $former
      ORDER BY id DESC
      OFFSET $others
    ), ended AS (
      UPDATE sessions s SET revoked_at = $now
      WHERE s.fanclub_id = $fanclub AND (s.id = $former OR s.id IN (SELECT id FROM surplus)) AND s.revoked_at IS NULL
        AND EXISTS (SELECT FROM held)
    ), noted AS (
      UPDATE customers SET last_login_at = $now
      WHERE fanclub_id = $fanclub AND id IN (SELECT id FROM held) AND last_login_at < $now::timestamptz - interval '1 day'
    ), recorded AS (${RECORDING}
      WHERE EXISTS (SELECT FROM held)
    )
    INSERT INTO sessions (fanclub_id, customer_id, token_hash, created_at, last_seen_at, expires_at, order_id)
    SELECT $fanclub, id, $tokenHash, $now, $now, $expiresAt, $order FROM held
    RETURNING id`,
});

/**
 * Ends the customer's oldest sessions above the maximum, by id, because the clocks of processes differ. It is a statement of its own:
 * {@link OPEN_SESSION} does not see sessions that are committed while it waits for its lock, and of simultaneous log-ins the last of
 * these statements sees all sessions. If there is something to end, it locks the customer first, so that simultaneous ones do not
 * deadlock.
 */
export const END_SURPLUS = statement('access.end_surplus', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    now: types.timestamptz,
    /** A session that was last seen before this time is over. */
    seenAfter: types.timestamptz,
    /** The number of sessions that may stay live. */
    most: types.bigint,
  },
  text: `
    WITH surplus AS (
      SELECT id FROM sessions s WHERE fanclub_id = $fanclub AND customer_id = $customer AND ${liveSql('s')}
      ORDER BY id DESC
      OFFSET $most
    ), held AS (
      SELECT id FROM customers
      WHERE fanclub_id = $fanclub AND id = $customer AND EXISTS (SELECT FROM surplus)
      FOR NO KEY UPDATE
    )
    UPDATE sessions SET revoked_at = $now
    WHERE fanclub_id = $fanclub AND revoked_at IS NULL AND id IN (SELECT id FROM surplus) AND EXISTS (SELECT FROM held)`,
});

/** Stores an order in a session, which lets its customer register (contract 4.11). */
export const KEEP_ORDER = statement('access.keep_order', {
  params: { fanclub: types.bigint, session: types.bigint, order: types.bigint },
  text: `UPDATE sessions SET order_id = $order WHERE fanclub_id = $fanclub AND id = $session`,
});

/** Ends live sessions; the events are recorded if there was one. */
const ending = (condition: string): string => `
    WITH ended AS (
      UPDATE sessions SET revoked_at = $now
      WHERE fanclub_id = $fanclub AND ${condition} AND revoked_at IS NULL RETURNING id
    )${RECORDING}
    WHERE EXISTS (SELECT FROM ended)`;

const ENDING = { fanclub: types.bigint, now: types.timestamptz, events: types.jsonText };

export const END_SESSION = statement('access.end_session', {
  params: { ...ENDING, session: types.bigint },
  text: ending('id = $session'),
});

/** Ends all sessions of a customer. */
export const END_SESSIONS = statement('access.end_sessions', {
  params: { ...ENDING, customer: types.bigint },
  text: ending('customer_id = $customer'),
});

/**
 * Exchanges the refresh token of a live session. `turn` counts the exchanges. A token of the session's turn, or of a later one that a
 * restored database does not know, is exchanged; that of the turn before is accepted for a moment, and any other is not. No row: the
 * session is over. Simultaneous exchanges wait for each other.
 */
export const TURN_REFRESH_TOKEN = statement('access.turn_refresh_token', {
  params: {
    ...sessionParams,
    turn: types.integer,
    /** A former token was exchanged after this instant. */
    graceAfter: types.timestamptz,
  },
  row: {
    sessionId: types.bigint,
    customerId: types.bigint,
    expiresAt: types.timestamptz,
    isAccepted: types.boolean,
  },
  text: `
    WITH held AS (
      SELECT s.id, c.id AS customer, s.expires_at, s.refresh_turn AS turn,
             $turn >= s.refresh_turn OR ($turn = s.refresh_turn - 1 AND s.refreshed_at > $graceAfter) AS accepted
      FROM ${LIVE_SESSION}
      FOR NO KEY UPDATE OF s
    ), turned AS (
      UPDATE sessions s SET refresh_turn = $turn + 1, refreshed_at = $now, last_seen_at = greatest(s.last_seen_at, $now)
      FROM held WHERE s.fanclub_id = $fanclub AND s.id = held.id AND $turn >= held.turn
    )
    SELECT id AS "sessionId", customer AS "customerId", expires_at AS "expiresAt", accepted AS "isAccepted" FROM held`,
});
