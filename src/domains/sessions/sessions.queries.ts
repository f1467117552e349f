import { customerColumns, customerJoins, customerRow } from '#platform/access';
import { statement, types } from '#platform/database';

/** The customer with this current e-mail address, in any letter case, and what logging in by password needs. */
export const FIND_APPLICANT = statement('sessions.find_applicant', {
  params: { fanclub: types.bigint, email: types.text, now: types.timestamptz },
  row: { ...customerRow, passwordHash: types.text.orNull, blacklisted: types.boolean },
  text: `
    SELECT ${customerColumns}, c.password_hash AS "passwordHash", c.blacklisted
    FROM customers c
    ${customerJoins}
    WHERE c.fanclub_id = $fanclub AND lower(c.email) = lower($email)`,
});

/**
 * Locks a customer until the end of the transaction, so that simultaneous log-ins count each other's sessions. No row if the
 * password was changed after it was verified, or if the customer was blacklisted meanwhile.
 */
export const HOLD_CUSTOMER = statement('sessions.hold_customer', {
  params: { fanclub: types.bigint, customer: types.bigint, verifiedHash: types.text.orNull },
  row: { id: types.bigint },
  text: `
    SELECT id FROM customers
    WHERE fanclub_id = $fanclub AND id = $customer AND password_hash IS NOT DISTINCT FROM $verifiedHash
      AND NOT blacklisted
    FOR NO KEY UPDATE`,
});

/** The customer who is connected with this account of a provider. */
export const FIND_CONNECTED = statement('sessions.find_connected', {
  params: { fanclub: types.bigint, provider: types.text, uid: types.text, now: types.timestamptz },
  row: { ...customerRow, blacklisted: types.boolean },
  text: `
    SELECT ${customerColumns}, c.blacklisted
    FROM authentications n
    JOIN customers c ON c.fanclub_id = n.fanclub_id AND c.id = n.customer_id
    ${customerJoins}
    WHERE n.fanclub_id = $fanclub AND n.name = $provider AND n.uid = $uid`,
});

/**
 * Locks a customer, as {@link HOLD_CUSTOMER} does, and the customer's connection to the provider. A simultaneous removal of that
 * connection waits for the log-in, and then ends the new session too. No row if the connection was removed or the customer was
 * blacklisted in the meantime.
 */
export const HOLD_CONNECTED = statement('sessions.hold_connected', {
  params: { fanclub: types.bigint, customer: types.bigint, provider: types.text, uid: types.text },
  row: { id: types.bigint },
  text: `
    SELECT c.id
    FROM authentications n
    JOIN customers c ON c.fanclub_id = n.fanclub_id AND c.id = n.customer_id AND NOT c.blacklisted
    WHERE n.fanclub_id = $fanclub AND n.customer_id = $customer AND n.name = $provider AND n.uid = $uid
    FOR NO KEY UPDATE OF c FOR SHARE OF n`,
});

/** Replaces the hash of a password. */
export const STORE_PASSWORD_HASH = statement('sessions.store_password_hash', {
  params: { fanclub: types.bigint, customer: types.bigint, passwordHash: types.text },
  text: `
    UPDATE customers SET password_hash = $passwordHash, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer`,
});
