import { statement, types } from '#platform/database';
import { addressTaken } from './accounts.queries';

const IS_OWNER = 'c.fanclub_id = $fanclub AND c.id = $customer AND c.registered AND NOT c.blacklisted';

/** Whether another customer has the address of a recovery link. No row if the link is invalid. */
export const FIND_RECOVERABLE = statement('recoveries.find', {
  params: { fanclub: types.bigint, customer: types.bigint, email: types.text, now: types.timestamptz },
  row: { taken: types.boolean },
  text: `SELECT ${addressTaken('$email', 'c.id')} AS taken FROM customers c WHERE ${IS_OWNER}`,
});

/** Locks the customer until the end of the transaction, even if they have another address now. */
export const HOLD_RECOVERABLE = statement('recoveries.hold', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { id: types.bigint },
  text: `SELECT c.id FROM customers c WHERE ${IS_OWNER} FOR NO KEY UPDATE`,
});

/** Restores the address, sets a new password and removes a pending address. Violates a unique key if the address is taken. */
export const RECOVER = statement('recoveries.recover', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    email: types.text,
    now: types.timestamptz,
    passwordHash: types.text,
  },
  text: `
    UPDATE customers
    SET email = $email, new_email = NULL, password_hash = $passwordHash, confirmed_at = coalesce(confirmed_at, $now),
      invalid_email = false, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer`,
});

/** Removes the address from the aliases, and all aliases that were added after it. */
export const REMOVE_LATER_ALIASES = statement('recoveries.remove_later_aliases', {
  params: { fanclub: types.bigint, customer: types.bigint, email: types.text },
  text: `
    DELETE FROM email_aliases
    WHERE fanclub_id = $fanclub AND customer_id = $customer
      AND id >= (SELECT id FROM email_aliases
                 WHERE fanclub_id = $fanclub AND customer_id = $customer AND lower(email) = lower($email))`,
});
