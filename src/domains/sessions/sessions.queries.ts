import { type CustomerRow, customerColumns, customerJoins } from '#platform/access';
import type { Statement } from '#platform/database';

/** A customer with what logging in needs besides. */
export type ConnectedRow = CustomerRow & { blacklisted: boolean };
/** The same with what logging in by password needs. */
export type ApplicantRow = ConnectedRow & { password_hash: string | null };

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

/** $1 fan club, $2 provider, $3 uid, $4 now: the customer who has connected that account. At most one row. */
export const FIND_CONNECTED: Statement = {
  name: 'sessions.find_connected',
  text: `
    SELECT ${customerColumns}, c.blacklisted
    FROM authentications n
    JOIN customers c ON c.fanclub_id = n.fanclub_id AND c.id = n.customer_id
    ${customerJoins('$4::timestamptz')}
    WHERE n.fanclub_id = $1 AND n.name = $2 AND n.uid = $3`,
};

/**
 * Holds a customer like {@link HOLD_CUSTOMER}, and then the connection that proved who it is: one that is being removed right
 * now opens no session that the removal would not end. $1 fan club, $2 customer, $3 provider, $4 uid: no row if the account was
 * disconnected or the customer blacklisted since.
 */
export const HOLD_CONNECTED: Statement = {
  name: 'sessions.hold_connected',
  text: `
    SELECT c.id
    FROM authentications n
    JOIN customers c ON c.fanclub_id = n.fanclub_id AND c.id = n.customer_id AND NOT c.blacklisted
    WHERE n.fanclub_id = $1 AND n.customer_id = $2 AND n.name = $3 AND n.uid = $4
    FOR NO KEY UPDATE OF c FOR SHARE OF n`,
};

/** $1 fan club, $2 customer, $3 new password hash. */
export const STORE_PASSWORD_HASH: Statement = {
  name: 'sessions.store_password_hash',
  text: `UPDATE customers SET password_hash = $3, updated_at = now() WHERE fanclub_id = $1 AND id = $2`,
};
