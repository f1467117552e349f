import type { Statement } from '../database/sql';

/** Which of two names are somebody else's. */
export interface TakenRow {
  email: boolean;
  username: boolean;
}

/** $1 fan club, $2 e-mail address, $3 user name; null for one that is not asked for. Only current addresses count. */
export const FIND_TAKEN: Statement = {
  name: 'accounts.find_taken',
  text: `
    SELECT EXISTS (SELECT FROM customers WHERE fanclub_id = $1 AND lower(email) = lower($2)) AS email,
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

/** What an update is held against. */
export interface AccountRow {
  password_hash: string | null;
  same_email: boolean | null;
  same_new_email: boolean | null;
  email_taken: boolean;
  username_taken: boolean;
}

/**
 * $1 fan club, $2 customer, $3 e-mail address, $4 user name; null for one that was not sent. Names are compared as the unique
 * keys compare them; taken is what another customer has.
 */
export const FIND_ACCOUNT: Statement = {
  name: 'accounts.find',
  text: `
    SELECT c.password_hash,
           lower(c.email) = lower($3) AS same_email,
           lower(c.new_email) = lower($3) AS same_new_email,
           EXISTS (SELECT FROM customers o
                   WHERE o.fanclub_id = $1 AND o.id <> $2 AND lower(o.email) = lower($3)) AS email_taken,
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
 * $3 whether a first name was sent, $4 the first name or null; $5 and $6 the same for the last name; the others are null
 * unless sent: $7 user name, $8 new e-mail address, $9 marketing preference with $10 its source; $11 new password hash. $12 now.
 * $13 the password hash that was verified: no row if it is not the stored one any more. None either for who was blacklisted
 * meanwhile.
 */
export const UPDATE_ACCOUNT: Statement = {
  name: 'accounts.update',
  text: `
    UPDATE customers SET
      first_name = CASE WHEN $3::boolean THEN $4::text ELSE first_name END,
      last_name = CASE WHEN $5::boolean THEN $6::text ELSE last_name END,
      username = coalesce($7::text, username),
      new_email = coalesce($8::text, new_email),
      lists_opt_in = coalesce($9::boolean, lists_opt_in),
      lists_opt_in_source = CASE WHEN lists_opt_in <> $9::boolean THEN $10::text ELSE lists_opt_in_source END,
      lists_opt_in_changed_at =
        CASE WHEN lists_opt_in <> $9::boolean THEN $12::timestamptz ELSE lists_opt_in_changed_at END,
      password_hash = coalesce($11::text, password_hash),
      updated_at = now()
    WHERE fanclub_id = $1 AND id = $2 AND registered AND NOT blacklisted
      AND ($13::text IS NULL OR password_hash = $13)
    RETURNING first_name, last_name, username, new_email, lists_opt_in`,
};
