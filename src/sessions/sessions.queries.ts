import { type CustomerRow, customerColumns, customerJoins } from '../access';
import type { Statement } from '../database/sql';

/** A customer with what logging in needs besides. */
export type ApplicantRow = CustomerRow & { password_hash: string | null; blacklisted: boolean };

/** $1 fan club, $2 e-mail address (the current one, in any letter case), $3 now. At most one row. */
export const FIND_APPLICANT: Statement = {
  name: 'sessions.find_applicant',
  text: `
    SELECT ${customerColumns}, c.password_hash, c.blacklisted
    FROM customers c
    ${customerJoins('$3::timestamptz')}
    WHERE c.fanclub_id = $1 AND lower(c.email) = lower($2)`,
};

/**
 * Holds a customer until the end of the transaction, so that simultaneous logins count each other's sessions. $1 fan club,
 * $2 customer, $3 the password hash that was verified: no row if the password was changed or the customer blacklisted since.
 */
export const HOLD_CUSTOMER: Statement = {
  name: 'sessions.hold_customer',
  text: `
    SELECT id FROM customers
    WHERE fanclub_id = $1 AND id = $2 AND password_hash IS NOT DISTINCT FROM $3 AND NOT blacklisted
    FOR NO KEY UPDATE`,
};

/** $1 fan club, $2 customer, $3 new password hash. */
export const STORE_PASSWORD_HASH: Statement = {
  name: 'sessions.store_password_hash',
  text: `UPDATE customers SET password_hash = $3, updated_at = now() WHERE fanclub_id = $1 AND id = $2`,
};

/**
 * Opens a session and ends those it takes the place of: the visitor's former one, and the customer's oldest beyond the cap.
 * $1 fan club, $2 customer, $3 SHA-256 of the token, $4 now, $5 expiry, $6 the instant before which a session that was not
 * seen since has ended, $7 the visitor's former session or null, $8 how many others may stay live.
 */
export const OPEN_SESSION: Statement = {
  name: 'sessions.open',
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
    )
    INSERT INTO sessions (fanclub_id, customer_id, token_hash, created_at, last_seen_at, expires_at)
    VALUES ($1, $2, $3, $4, $4, $5)`,
};

/** $1 fan club, $2 session, $3 now. */
export const REVOKE_SESSION: Statement = {
  name: 'sessions.revoke',
  text: `UPDATE sessions SET revoked_at = $3 WHERE fanclub_id = $1 AND id = $2 AND revoked_at IS NULL`,
};
