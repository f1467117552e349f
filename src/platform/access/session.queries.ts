import { recording } from '#platform/audit';
import type { Statement } from '#platform/database';

/**
 * Opens a session and ends those it takes the place of: the visitor's former one, and the customer's oldest beyond the cap.
 * $1 fan club, $2 customer, $3 SHA-256 of the token, $4 now, $5 expiry, $6 the instant before which a session that was not
 * seen since has ended, $7 the visitor's former session or null, $8 how many others may stay live, $9 an order or null, $10 security
 * events.
 */
export const OPEN_SESSION: Statement = {
  name: 'access.open_session',
  text: `
    WITH surplus AS (
      SELECT id FROM sessions
      WHERE fanclub_id = $1 AND customer_id = $2 AND revoked_at IS NULL AND expires_at > $4 AND last_seen_at > $6
        AND id IS DISTINCT FROM $7
      ORDER BY created_at DESC, id DESC
      OFFSET $8
    ), ended AS (
      UPDATE sessions SET revoked_at = $4
      WHERE fanclub_id = $1 AND revoked_at IS NULL AND (id = $7 OR id IN (SELECT id FROM surplus))
    ), recorded AS (${recording('$10')}
    )
    INSERT INTO sessions (fanclub_id, customer_id, token_hash, created_at, last_seen_at, expires_at, order_id)
    VALUES ($1, $2, $3, $4, $4, $5, $9)`,
};

/** $1 fan club, $2 session, $3 now, $4 security events, recorded if the session was live. */
export const END_SESSION: Statement = {
  name: 'access.end_session',
  text: `
    WITH ended AS (
      UPDATE sessions SET revoked_at = $3 WHERE fanclub_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING id
    )${recording('$4')}
    WHERE EXISTS (SELECT FROM ended)`,
};

/** $1 fan club, $2 customer, $3 now, $4 security events, recorded if there was a session. */
export const END_SESSIONS: Statement = {
  name: 'access.end_sessions',
  text: `
    WITH ended AS (
      UPDATE sessions SET revoked_at = $3 WHERE fanclub_id = $1 AND customer_id = $2 AND revoked_at IS NULL RETURNING id
    )${recording('$4')}
    WHERE EXISTS (SELECT FROM ended)`,
};
