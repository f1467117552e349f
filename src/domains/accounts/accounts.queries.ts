import type { Statement } from '#platform/database';

/** Which of two names are somebody else's. */
export interface TakenRow {
  email: boolean;
  username: boolean;
}

/**
 * Whether an address is another customer's in fan club $1: as the current one, or as a former one that its owner can still take
 * back by a mailed link. Were that free, a thief who moved an account on could sign up with it and make the link useless.
 *
 * @param email, own, now expressions: the address, the customer who asks (may be null), the present instant
 */
export const addressTaken = (email: string, own: string, now: string): string => `(
    EXISTS (SELECT FROM customers o
            WHERE o.fanclub_id = $1 AND o.id IS DISTINCT FROM ${own} AND lower(o.email) = lower(${email}))
    OR EXISTS (SELECT FROM one_time_tokens k
               WHERE k.fanclub_id = $1 AND k.customer_id IS DISTINCT FROM ${own} AND k.purpose = 'recover_account'
                 AND lower(k.email) = lower(${email}) AND k.expires_at > ${now}))`;

/** $1 fan club, $2 e-mail address, $3 user name; null for one that is not asked for; $4 now. Aliases do not count. */
export const FIND_TAKEN: Statement = {
  name: 'accounts.find_taken',
  text: `
    SELECT ${addressTaken('$2::text', 'NULL::bigint', '$4')} AS email,
           EXISTS (SELECT FROM customers WHERE fanclub_id = $1 AND lower(username) = lower($3)) AS username`,
};

/** What of a new customer the database decides, and what it stored. */
export interface CreatedRow {
  id: number;
  first_name: string | null;
  last_name: string | null;
  email: string;
  birthdate: string;
  username: string | null;
}

/**
 * A registered, unconfirmed customer. $1 fan club, $2 e-mail address, $3 password hash or null, $4 and $5 names or null,
 * $6 birthdate, $7 user name or null, $8 when the terms were accepted, or null. Ends at the unique keys of both names.
 */
export const CREATE_CUSTOMER: Statement = {
  name: 'accounts.create',
  text: `
    INSERT INTO customers
      (fanclub_id, email, password_hash, first_name, last_name, birthdate, username, accepted_terms_at, registered)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true)
    RETURNING id, first_name, last_name, email, birthdate, username`,
};

/**
 * Registers the customer whom a free-plan purchase left without identity, once: no row for who is registered, or was blacklisted
 * meanwhile. Parameters as those of {@link CREATE_CUSTOMER}, then $9 the customer. Ends at the unique keys of both names.
 */
export const REGISTER_BUYER: Statement = {
  name: 'accounts.register_buyer',
  text: `
    UPDATE customers SET
      registered = true, email = $2, password_hash = $3, first_name = $4, last_name = $5, birthdate = $6, username = $7,
      accepted_terms_at = $8, updated_at = now()
    WHERE fanclub_id = $1 AND id = $9 AND NOT registered AND email IS NULL AND NOT blacklisted
    RETURNING id, first_name, last_name, email, birthdate, username`,
};

/** What an update is held against. */
export interface AccountRow {
  password_hash: string | null;
  same_email: boolean | null;
  same_new_email: boolean | null;
  /** Whether an address is pending. */
  has_new_email: boolean;
  email_taken: boolean;
  username_taken: boolean;
}

/**
 * $1 fan club, $2 customer, $3 e-mail address, $4 user name; null for one that was not sent; $5 now. Names are compared as the
 * unique keys compare them; taken is what another customer has.
 */
export const FIND_ACCOUNT: Statement = {
  name: 'accounts.find',
  text: `
    SELECT c.password_hash,
           lower(c.email) = lower($3) AS same_email,
           lower(c.new_email) = lower($3) AS same_new_email,
           c.new_email IS NOT NULL AS has_new_email,
           ${addressTaken('$3', '$2', '$5')} AS email_taken,
           EXISTS (SELECT FROM customers o
                   WHERE o.fanclub_id = $1 AND o.id <> $2 AND lower(o.username) = lower($4)) AS username_taken
    FROM customers c
    WHERE c.fanclub_id = $1 AND c.id = $2`,
};

/** What the update of an account may have changed. */
export interface UpdatedRow {
  first_name: string | null;
  last_name: string | null;
  username: string | null;
  new_email: string | null;
  lists_opt_in: boolean;
}

/**
 * Changes only what was sent, so that simultaneous updates of different fields keep each other's. $1 fan club, $2 customer;
 * $3 whether a first name was sent, $4 the first name or null; $5 and $6 the same for the last name; $8 and $9 the same for
 * the new e-mail address; the others are null unless sent: $7 user name, $10 marketing preference with $11 its source; $12 new
 * password hash. $13 now. $14 the password hash that was verified: no row if it is not the stored one any more. None either for
 * who was blacklisted meanwhile.
 */
export const UPDATE_ACCOUNT: Statement = {
  name: 'accounts.update',
  text: `
    UPDATE customers SET
      first_name = CASE WHEN $3::boolean THEN $4::text ELSE first_name END,
      last_name = CASE WHEN $5::boolean THEN $6::text ELSE last_name END,
      username = coalesce($7::text, username),
      new_email = CASE WHEN $8::boolean THEN $9::text ELSE new_email END,
      lists_opt_in = coalesce($10::boolean, lists_opt_in),
      lists_opt_in_source = CASE WHEN lists_opt_in <> $10::boolean THEN $11::text ELSE lists_opt_in_source END,
      lists_opt_in_changed_at =
        CASE WHEN lists_opt_in <> $10::boolean THEN $13::timestamptz ELSE lists_opt_in_changed_at END,
      password_hash = coalesce($12::text, password_hash),
      updated_at = now()
    WHERE fanclub_id = $1 AND id = $2 AND registered AND NOT blacklisted
      AND ($14::text IS NULL OR password_hash = $14)
    RETURNING first_name, last_name, username, new_email, lists_opt_in`,
};
