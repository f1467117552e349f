import { type RowOf, statement, types, type ValuesOf } from '#platform/database';

/**
 * Whether an address belongs to another customer of `$fanclub`: as the current one, or as a former one that its owner can
 * still recover at `$now` by a mailed link. Otherwise a thief who changed an account's address could sign up with the former
 * one, and the link would be useless.
 *
 * @param email, own SQL expressions: the address, and the id of the asking customer or NULL
 */
export const addressTaken = (email: string, own: string): string => `(
    EXISTS (SELECT FROM customers o
            WHERE o.fanclub_id = $fanclub AND o.id IS DISTINCT FROM ${own} AND lower(o.email) = lower(${email}))
    OR EXISTS (SELECT FROM one_time_tokens k
               WHERE k.fanclub_id = $fanclub AND k.customer_id IS DISTINCT FROM ${own} AND k.purpose = 'recover_account'
                 AND lower(k.email) = lower(${email}) AND k.expires_at > $now))`;

/** The parameters of {@link takenColumns}. Names that were not sent are null. */
export const namesParams = {
  fanclub: types.bigint,
  email: types.text.orNull,
  username: types.text.orNull,
  now: types.timestamptz,
};

/** The types of {@link takenColumns}. */
export const takenRow = { emailTaken: types.boolean, usernameTaken: types.boolean };

/** Which of the names another customer has. They are compared as the unique keys compare them. Aliases do not count. */
export type Taken = ValuesOf<typeof takenRow>;

/** The columns of {@link Taken}. @param own the id of the asking customer or NULL, in SQL */
export const takenColumns = (own: string): string => `
           ${addressTaken('$email::text', own)} AS "emailTaken",
           EXISTS (SELECT FROM customers o
                   WHERE o.fanclub_id = $fanclub AND o.id IS DISTINCT FROM ${own} AND lower(o.username) = lower($username))
             AS "usernameTaken"`;

export const FIND_TAKEN = statement('accounts.find_taken', {
  params: namesParams,
  row: takenRow,
  text: `SELECT ${takenColumns('NULL::bigint')}`,
});

const NEW_CUSTOMER = {
  fanclub: types.bigint,
  email: types.text,
  passwordHash: types.text.orNull,
  firstName: types.text.orNull,
  lastName: types.text.orNull,
  birthdate: types.date,
  username: types.text.orNull,
  acceptedTermsAt: types.timestamptz.orNull,
};

/** What {@link CREATE_CUSTOMER} stores. */
export type NewCustomer = ValuesOf<typeof NEW_CUSTOMER>;

const CREATED = {
  id: types.bigint,
  firstName: types.text.orNull,
  lastName: types.text.orNull,
  email: types.text.neverNullHere,
  birthdate: types.date.neverNullHere,
  username: types.text.orNull,
};
const RETURNING_CREATED = `
    RETURNING id, first_name AS "firstName", last_name AS "lastName", email, birthdate, username`;

/** Creates a registered, unconfirmed customer. Violates a unique key if another customer has a name. */
export const CREATE_CUSTOMER = statement('accounts.create', {
  params: NEW_CUSTOMER,
  row: CREATED,
  text: `
    INSERT INTO customers
      (fanclub_id, email, password_hash, first_name, last_name, birthdate, username, accepted_terms_at, registered)
    VALUES
      ($fanclub, $email, $passwordHash, $firstName, $lastName, $birthdate, $username, $acceptedTermsAt, true)
    ${RETURNING_CREATED}`,
});

/**
 * Confirms the address of a new customer that a login provider has verified. The time is before that of the connection, which a reset of
 * the password would else remove as unproven.
 */
export const CONFIRM_VERIFIED = statement('accounts.confirm_verified', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  text: `
    UPDATE customers SET confirmed_at = $now::timestamptz - interval '1 millisecond'
    WHERE fanclub_id = $fanclub AND id = $customer AND confirmed_at IS NULL`,
});

/** A new customer, as stored. */
export type Created = RowOf<typeof CREATE_CUSTOMER>;

/**
 * Registers the customer whom a free-plan purchase created without an identity. No row if the customer is registered or
 * blacklisted meanwhile. Violates a unique key if another customer has a name.
 */
export const REGISTER_BUYER = statement('accounts.register_buyer', {
  params: { ...NEW_CUSTOMER, customer: types.bigint },
  row: CREATED,
  text: `
    UPDATE customers SET
      registered = true, email = $email, password_hash = $passwordHash, first_name = $firstName, last_name = $lastName,
      birthdate = $birthdate, username = $username, accepted_terms_at = $acceptedTermsAt, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer AND NOT registered AND email IS NULL AND NOT blacklisted
    ${RETURNING_CREATED}`,
});

/** The facts that an update depends on. */
export const FIND_ACCOUNT = statement('accounts.find', {
  params: { ...namesParams, customer: types.bigint },
  row: {
    passwordHash: types.text.orNull,
    sameEmail: types.boolean.orNull,
    sameNewEmail: types.boolean.orNull,
    /** Whether an address is pending. */
    hasNewEmail: types.boolean,
    ...takenRow,
  },
  text: `
    SELECT c.password_hash AS "passwordHash",
           lower(c.email) = lower($email) AS "sameEmail",
           lower(c.new_email) = lower($email) AS "sameNewEmail",
           c.new_email IS NOT NULL AS "hasNewEmail",
           ${takenColumns('$customer')}
    FROM customers c
    WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});

/** A row of {@link FIND_ACCOUNT}. */
export type Account = RowOf<typeof FIND_ACCOUNT>;

/**
 * Changes only the fields that were sent, so that simultaneous updates of different fields do not overwrite each other. No row if
 * the customer was blacklisted meanwhile, or if the password is not the verified one any more.
 */
export const UPDATE_ACCOUNT = statement('accounts.update', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    sendsFirstName: types.boolean,
    firstName: types.text.orNull,
    sendsLastName: types.boolean,
    lastName: types.text.orNull,
    /** Null: not sent. */
    username: types.text.orNull,
    sendsNewEmail: types.boolean,
    /** Null withdraws the pending address. */
    newEmail: types.text.orNull,
    /** Null: not sent. */
    optIn: types.boolean.orNull,
    optInSource: types.text.orNull,
    /** Null: not sent. */
    passwordHash: types.text.orNull,
    now: types.timestamptz,
    /** Null: no password was verified. */
    verifiedHash: types.text.orNull,
  },
  row: {
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    username: types.text.orNull,
    newEmail: types.text.orNull,
    listsOptIn: types.boolean,
  },
  text: `
    UPDATE customers SET
      first_name = CASE WHEN $sendsFirstName::boolean THEN $firstName::text ELSE first_name END,
      last_name = CASE WHEN $sendsLastName::boolean THEN $lastName::text ELSE last_name END,
      username = coalesce($username::text, username),
      new_email = CASE WHEN $sendsNewEmail::boolean THEN $newEmail::text ELSE new_email END,
      lists_opt_in = coalesce($optIn::boolean, lists_opt_in),
      lists_opt_in_source = CASE WHEN lists_opt_in <> $optIn::boolean THEN $optInSource::text ELSE lists_opt_in_source END,
      lists_opt_in_changed_at =
        CASE WHEN lists_opt_in <> $optIn::boolean THEN $now::timestamptz ELSE lists_opt_in_changed_at END,
      password_hash = coalesce($passwordHash::text, password_hash),
      updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer AND registered AND NOT blacklisted
      AND ($verifiedHash::text IS NULL OR password_hash = $verifiedHash)
    RETURNING first_name AS "firstName", last_name AS "lastName", username, new_email AS "newEmail",
              lists_opt_in AS "listsOptIn"`,
});
