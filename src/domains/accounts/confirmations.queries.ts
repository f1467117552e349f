import type { Statement } from '#platform/database';

/**
 * The customer to whom a token was mailed, if it still means what it meant: registered, not blacklisted, and the address is
 * theirs. $1 fan club, $2 customer, $3 address.
 */
const IS_OWNER = `fanclub_id = $1 AND id = $2 AND registered AND NOT blacklisted`;
const OF_ADDRESS = `${IS_OWNER} AND lower(email) = lower($3)`;

/** How the owner of an address can log in. */
export interface LoginMeansRow {
  password_hash: string | null;
  /** An identity provider that the fan club has enabled is connected. */
  has_provider: boolean;
  /** Whether any provider is connected. */
  has_connections: boolean;
}

/** $1 fan club, $2 customer, $3 the current address that a token was mailed to. No row if the token is worthless. */
export const FIND_LOGIN_MEANS: Statement = {
  name: 'confirmations.find_login_means',
  text: `
    SELECT password_hash,
           EXISTS (SELECT FROM authentications a WHERE a.fanclub_id = $1 AND a.customer_id = $2) AS has_connections,
           EXISTS (SELECT FROM authentications a
                   JOIN login_providers p ON p.fanclub_id = a.fanclub_id AND p.name = a.name AND p.enabled
                   WHERE a.fanclub_id = $1 AND a.customer_id = $2) AS has_provider
    FROM customers
    WHERE ${OF_ADDRESS}`,
};

/** The customer to whom a token was mailed, while the transaction holds them. */
export interface HeldOwnerRow {
  email: string;
  password_hash: string | null;
}

/** Holds the owner of a token until the end of the transaction. $1 fan club, $2 customer, $3 their current address. */
export const HOLD_OWNER: Statement = {
  name: 'confirmations.hold_owner',
  text: `SELECT email, password_hash FROM customers WHERE ${OF_ADDRESS} FOR NO KEY UPDATE`,
};

/** As {@link HOLD_OWNER}; $3 is the address that waits for its confirmation. */
export const HOLD_OWNER_OF_NEW: Statement = {
  name: 'confirmations.hold_owner_of_new',
  text: `
    SELECT email, password_hash FROM customers WHERE ${IS_OWNER} AND lower(new_email) = lower($3) FOR NO KEY UPDATE`,
};

/** $1 fan club, $2 customer, $3 the pending address that a token was mailed to. No row if the token is worthless. */
export const FIND_OWNER_OF_NEW: Statement = {
  name: 'confirmations.find_owner_of_new',
  text: `SELECT email, password_hash FROM customers WHERE ${IS_OWNER} AND lower(new_email) = lower($3)`,
};

/** Removes all connections of a customer with accounts at identity providers. $1 fan club, $2 customer. */
export const DISCONNECT_ALL: Statement = {
  name: 'confirmations.disconnect_all',
  text: `DELETE FROM authentications WHERE fanclub_id = $1 AND customer_id = $2`,
};

/** $1 fan club, $2 customer, $3 now, $4 hash of a new password; null: what there is stays. */
export const CONFIRM_ADDRESS: Statement = {
  name: 'confirmations.confirm_address',
  text: `
    UPDATE customers
    SET confirmed_at = coalesce(confirmed_at, $3), invalid_email = false, password_hash = coalesce($4, password_hash),
        updated_at = now()
    WHERE fanclub_id = $1 AND id = $2`,
};

/** The address that waits becomes the current one. $1 fan club, $2 customer, $3 now. Ends at the unique key of addresses. */
export const CONFIRM_NEW_ADDRESS: Statement = {
  name: 'confirmations.confirm_new_address',
  text: `
    UPDATE customers
    SET email = new_email, new_email = NULL, confirmed_at = coalesce(confirmed_at, $3), invalid_email = false, updated_at = now()
    WHERE fanclub_id = $1 AND id = $2`,
};

/** $1 fan club, $2 customer, $3 the former address, $4 the current one, which is no alias any more. */
export const KEEP_FORMER_ADDRESS: Statement = {
  name: 'confirmations.keep_former_address',
  text: `
    WITH returned AS (
      DELETE FROM email_aliases WHERE fanclub_id = $1 AND customer_id = $2 AND lower(email) = lower($4)
    )
    INSERT INTO email_aliases (fanclub_id, customer_id, email)
    SELECT $1, $2, $3 WHERE lower($3) <> lower($4)
    ON CONFLICT DO NOTHING`,
};

/** Who may have a forgotten password reset. $1 fan club, $2 address. At most one row. */
export const FIND_RESETTABLE: Statement = {
  name: 'password_resets.find',
  text: `
    SELECT id, email, first_name FROM customers
    WHERE fanclub_id = $1 AND lower(email) = lower($2) AND registered AND NOT blacklisted`,
};

/** A row of {@link FIND_RESETTABLE}. */
export interface ResettableRow {
  id: number;
  email: string;
  first_name: string | null;
}

/**
 * Which connections a customer `c` may owe to somebody else: those made before the address was confirmed, since until then
 * nobody had proved that it is theirs.
 */
const UNPROVEN = `n.fanclub_id = c.fanclub_id AND n.customer_id = c.id AND n.created_at <= coalesce(c.confirmed_at, 'infinity')`;

/** Whether a reset would remove connections. $1 fan club, $2 customer. */
export const HAS_UNPROVEN_CONNECTIONS: Statement = {
  name: 'password_resets.has_unproven_connections',
  text: `
    SELECT EXISTS (SELECT FROM authentications n WHERE ${UNPROVEN}) AS found
    FROM customers c WHERE c.fanclub_id = $1 AND c.id = $2`,
};

/** $1 fan club, $2 customer. To be run before {@link RESET_PASSWORD}, which confirms the address. */
export const DISCONNECT_UNPROVEN: Statement = {
  name: 'password_resets.disconnect_unproven',
  text: `DELETE FROM authentications n USING customers c WHERE c.fanclub_id = $1 AND c.id = $2 AND ${UNPROVEN}`,
};

/**
 * $1 fan club, $2 customer, $3 now, $4 hash of the new password. The address is confirmed, since the link was mailed to it;
 * an address change that waits is forgotten, since somebody else may have asked for it.
 */
export const RESET_PASSWORD: Statement = {
  name: 'password_resets.reset',
  text: `
    UPDATE customers
    SET password_hash = $4, confirmed_at = coalesce(confirmed_at, $3), invalid_email = false, new_email = NULL,
        updated_at = now()
    WHERE fanclub_id = $1 AND id = $2`,
};

/**
 * Writes a little to the log of the database and nothing to its tables: what stands in for a statement that there is nothing
 * to do for, so that a transaction has as many of them and its end waits for the disk as well.
 */
export const STAND_IN: Statement = {
  name: 'password_resets.stand_in',
  text: `SELECT pg_logical_emit_message(true, 'fanclub', repeat(' ', 512))`,
};
