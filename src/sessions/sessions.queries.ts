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
