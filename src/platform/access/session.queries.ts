import { RECORDING } from '#platform/audit';
import { statement, types } from '#platform/database';

/** Opens a session. Ends the visitor's former one, and the customer's oldest ones above the maximum. */
export const OPEN_SESSION = statement('access.open_session', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    /** SHA-256 of the token. */
    tokenHash: types.bytea,
    now: types.timestamptz,
    expiresAt: types.timestamptz,
    /** A session that was last seen before this time is over. */
    seenAfter: types.timestamptz,
    /** The visitor's former session. */
    former: types.bigint.orNull,
    /** The number of other sessions that may stay live. */
    others: types.bigint,
    order: types.bigint.orNull,
    events: types.jsonText,
  },
  text: `
    WITH surplus AS (
      SELECT id FROM sessions
      WHERE fanclub_id = $fanclub AND customer_id = $customer AND revoked_at IS NULL AND expires_at > $now
        AND last_seen_at > $seenAfter AND id IS DISTINCT FROM $former
      ORDER BY created_at DESC, id DESC
      OFFSET $others
    ), ended AS (
      UPDATE sessions SET revoked_at = $now
      WHERE fanclub_id = $fanclub AND revoked_at IS NULL AND (id = $former OR id IN (SELECT id FROM surplus))
    ), recorded AS (${RECORDING}
    )
    INSERT INTO sessions (fanclub_id, customer_id, token_hash, created_at, last_seen_at, expires_at, order_id)
    VALUES ($fanclub, $customer, $tokenHash, $now, $now, $expiresAt, $order)`,
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
