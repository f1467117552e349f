import { type RowOf, statement, types } from '#platform/database';

/** Tokens of unregistered and blacklisted customers are invalid. */
const IS_OWNER = `fanclub_id = $fanclub AND id = $customer AND registered AND NOT blacklisted`;
/** A token is invalid once its address is not the current one any more. */
const OF_ADDRESS = `${IS_OWNER} AND lower(email) = lower($email)`;
/** The same for a token that was mailed to the pending address. */
const OF_NEW_ADDRESS = `${IS_OWNER} AND lower(new_email) = lower($email)`;

const CUSTOMER = { fanclub: types.bigint, customer: types.bigint };
const TOKEN_OWNER = { ...CUSTOMER, email: types.text };

/** How the owner of an address can log in. No row if the token is invalid. */
export const FIND_LOGIN_MEANS = statement('confirmations.find_login_means', {
  params: TOKEN_OWNER,
  row: {
    passwordHash: types.text.orNull,
    /** Whether any identity provider is connected. */
    hasConnections: types.boolean,
    /** Whether a provider is connected that the fan club has enabled. */
    hasProvider: types.boolean,
  },
  text: `
    SELECT password_hash AS "passwordHash",
           EXISTS (SELECT FROM authentications a WHERE a.fanclub_id = $fanclub AND a.customer_id = $customer)
             AS "hasConnections",
           EXISTS (SELECT FROM authentications a
                   JOIN login_providers p ON p.fanclub_id = a.fanclub_id AND p.name = a.name AND p.enabled
                   WHERE a.fanclub_id = $fanclub AND a.customer_id = $customer) AS "hasProvider"
    FROM customers
    WHERE ${OF_ADDRESS}`,
});

/** A row of {@link FIND_LOGIN_MEANS}. */
export type LoginMeans = RowOf<typeof FIND_LOGIN_MEANS>;

const OWNER = { email: types.text.neverNullHere, passwordHash: types.text.orNull };
const OWNER_COLUMNS = 'email, password_hash AS "passwordHash"';

/** Locks the owner of a token until the end of the transaction. */
export const HOLD_OWNER = statement('confirmations.hold_owner', {
  params: TOKEN_OWNER,
  row: OWNER,
  text: `SELECT ${OWNER_COLUMNS} FROM customers WHERE ${OF_ADDRESS} FOR NO KEY UPDATE`,
});

/** As {@link HOLD_OWNER}, for a token that was mailed to the pending address. */
export const HOLD_OWNER_OF_NEW = statement('confirmations.hold_owner_of_new', {
  params: TOKEN_OWNER,
  row: OWNER,
  text: `SELECT ${OWNER_COLUMNS} FROM customers WHERE ${OF_NEW_ADDRESS} FOR NO KEY UPDATE`,
});

/** As {@link HOLD_OWNER_OF_NEW}, without a lock. */
export const FIND_OWNER_OF_NEW = statement('confirmations.find_owner_of_new', {
  params: TOKEN_OWNER,
  row: OWNER,
  text: `SELECT ${OWNER_COLUMNS} FROM customers WHERE ${OF_NEW_ADDRESS}`,
});

/** The customer to whom a token was mailed. */
export type TokenOwner = RowOf<typeof FIND_OWNER_OF_NEW>;

/** Confirms the address, and replaces the password unless the new hash is null. */
export const CONFIRM_ADDRESS = statement('confirmations.confirm_address', {
  params: { ...CUSTOMER, now: types.timestamptz, passwordHash: types.text.orNull },
  text: `
    UPDATE customers
    SET confirmed_at = coalesce(confirmed_at, $now), invalid_email = false,
        password_hash = coalesce($passwordHash, password_hash), updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer`,
});

/** The pending address becomes the current one. Violates the unique key if another customer has it. */
export const CONFIRM_NEW_ADDRESS = statement('confirmations.confirm_new_address', {
  params: { ...CUSTOMER, now: types.timestamptz },
  text: `
    UPDATE customers
    SET email = new_email, new_email = NULL, confirmed_at = coalesce(confirmed_at, $now), invalid_email = false,
        updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer`,
});

/** Adds the former address to the aliases, and removes the current one from them. */
export const KEEP_FORMER_ADDRESS = statement('confirmations.keep_former_address', {
  params: { ...CUSTOMER, former: types.text, current: types.text },
  text: `
    WITH returned AS (
      DELETE FROM email_aliases
      WHERE fanclub_id = $fanclub AND customer_id = $customer AND lower(email) = lower($current)
    )
    INSERT INTO email_aliases (fanclub_id, customer_id, email)
    SELECT $fanclub, $customer, $former WHERE lower($former) <> lower($current)
    ON CONFLICT DO NOTHING`,
});

/** The customer with this address who may reset a forgotten password. */
export const FIND_RESETTABLE = statement('password_resets.find', {
  params: { fanclub: types.bigint, email: types.text },
  row: { id: types.bigint, email: types.text.neverNullHere, firstName: types.text.orNull },
  text: `
    SELECT id, email, first_name AS "firstName" FROM customers
    WHERE fanclub_id = $fanclub AND lower(email) = lower($email) AND registered AND NOT blacklisted`,
});

/**
 * Sets a new password. Also confirms the address, because the link was mailed to it, and removes a pending address, because
 * another person may have entered it.
 */
export const RESET_PASSWORD = statement('password_resets.reset', {
  params: { ...CUSTOMER, now: types.timestamptz, passwordHash: types.text },
  text: `
    UPDATE customers
    SET password_hash = $passwordHash, confirmed_at = coalesce(confirmed_at, $now), invalid_email = false, new_email = NULL,
        updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer`,
});

/**
 * Writes 512 bytes to the write-ahead log and nothing to tables. It replaces statements that have nothing to write, so that the
 * transaction takes as long: it sends as many statements, and its commit waits for the disk.
 */
export const STAND_IN = statement('password_resets.stand_in', {
  row: { written: types.text },
  text: `SELECT pg_logical_emit_message(true, 'fanclub', repeat(' ', 512))::text AS written`,
});
