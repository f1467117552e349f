import type { Statement } from '#platform/database';
import { addressTaken } from './accounts.queries';

/** Who a link that takes an account back was mailed to. */
export interface RecoverableRow {
  /** Whether the address is another customer's by now. */
  taken: boolean;
}

const IS_OWNER = 'c.fanclub_id = $1 AND c.id = $2 AND c.registered AND NOT c.blacklisted';

/** $1 fan club, $2 customer, $3 the address that the link was mailed to, $4 now. No row if the link is worthless. */
export const FIND_RECOVERABLE: Statement = {
  name: 'recoveries.find',
  text: `SELECT ${addressTaken('$3', 'c.id', '$4')} AS taken FROM customers c WHERE ${IS_OWNER}`,
};

/** Holds the customer until the end of the transaction, whatever their address is by now. $1 fan club, $2 customer. */
export const HOLD_RECOVERABLE: Statement = {
  name: 'recoveries.hold',
  text: `SELECT c.id FROM customers c WHERE ${IS_OWNER} FOR NO KEY UPDATE`,
};

/**
 * $1 fan club, $2 customer, $3 the address to have again, $4 now, $5 hash of the new password. A pending address is dropped. Ends
 * at the unique key of addresses.
 */
export const RECOVER: Statement = {
  name: 'recoveries.recover',
  text: `
    UPDATE customers
    SET email = $3, new_email = NULL, password_hash = $5, confirmed_at = coalesce(confirmed_at, $4),
      invalid_email = false, updated_at = now()
    WHERE fanclub_id = $1 AND id = $2`,
};

/**
 * Removes the address from the aliases, and those that became aliases after it: they are of whoever had the account since.
 * $1 fan club, $2 customer, $3 the address.
 */
export const REMOVE_LATER_ALIASES: Statement = {
  name: 'recoveries.remove_later_aliases',
  text: `
    DELETE FROM email_aliases
    WHERE fanclub_id = $1 AND customer_id = $2
      AND id >= (SELECT id FROM email_aliases
                 WHERE fanclub_id = $1 AND customer_id = $2 AND lower(email) = lower($3))`,
};
