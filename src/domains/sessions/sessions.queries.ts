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
 * Locks a customer and the customer's connection to the provider. A simultaneous removal of that
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
