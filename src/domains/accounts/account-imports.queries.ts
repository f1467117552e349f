import { type RowOf, statement, types } from '#platform/database';
import { addressTaken } from './accounts.queries';

/** Locks the customers with these ids or addresses until the end of the transaction. */
export const HOLD_IMPORTED = statement('account_imports.hold', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint), emails: types.array(types.text) },
  row: {
    id: types.bigint,
    email: types.text.orNull,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    username: types.text.orNull,
    birthdate: types.date.orNull,
    invalidEmail: types.boolean,
    listsOptIn: types.boolean,
    listsOptInSource: types.text.orNull,
    listsOptInChangedAt: types.timestamptz.orNull,
  },
  text: `
    WITH named AS (
      SELECT unnest($ids::bigint[]) AS id
      UNION
      SELECT c.id FROM unnest($emails::text[]) AS given (email)
      JOIN customers c ON c.fanclub_id = $fanclub AND lower(c.email) = lower(given.email)
    )
    SELECT id, email, first_name AS "firstName", last_name AS "lastName", username, birthdate,
           invalid_email AS "invalidEmail", lists_opt_in AS "listsOptIn", lists_opt_in_source AS "listsOptInSource",
           lists_opt_in_changed_at AS "listsOptInChangedAt"
    FROM customers WHERE fanclub_id = $fanclub AND id IN (SELECT id FROM named) ORDER BY id FOR NO KEY UPDATE`,
});

/** A customer whom an import finds. */
export type StoredAccount = RowOf<typeof HOLD_IMPORTED>;

/** An address and a user name, each null if it does not matter, and the id of their owner. */
export interface WantedNames {
  readonly line: number;
  readonly id: number | null;
  readonly email: string | null;
  readonly username: string | null;
}

/** The lines of `$wanted`, {@link WantedNames}, whose address or user name belongs to another customer. */
export const FIND_TAKEN_NAMES = statement('account_imports.find_taken', {
  params: { fanclub: types.bigint, now: types.timestamptz, wanted: types.jsonText },
  row: { line: types.integer, emailTaken: types.boolean, usernameTaken: types.boolean },
  text: `
    SELECT * FROM (
      SELECT w.line, w.email IS NOT NULL AND ${addressTaken('w.email', 'w.id')} AS "emailTaken",
             EXISTS (SELECT FROM customers o
                     WHERE o.fanclub_id = $fanclub AND o.id IS DISTINCT FROM w.id AND lower(o.username) = lower(w.username))
               AS "usernameTaken"
      FROM jsonb_to_recordset($wanted::jsonb) AS w (line integer, id bigint, email text, username text)
    ) found WHERE "emailTaken" OR "usernameTaken"`,
});

/** The fields of a customer that an import writes; names as in the columns. */
export interface AccountFields {
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly username: string | null;
  readonly birthdate: string | null;
  readonly invalid_email: boolean;
  readonly lists_opt_in: boolean;
  readonly lists_opt_in_source: string | null;
  readonly lists_opt_in_changed_at: Date | null;
}

const FIELDS = `email text, first_name text, last_name text, username text, birthdate date, invalid_email boolean,
      lists_opt_in boolean, lists_opt_in_source text, lists_opt_in_changed_at timestamptz`;

/** A customer whom an import adds. */
export interface NewAccount extends AccountFields {
  readonly email: string;
  /** Null: the address is not confirmed. */
  readonly confirmed_at: Date | null;
}

/** Adds `$accounts`, {@link NewAccount}s, as registered customers without passwords. Violates a unique key if a name belongs to another one. */
export const ADD_ACCOUNTS = statement('account_imports.add', {
  params: { fanclub: types.bigint, accounts: types.jsonText },
  row: { id: types.bigint, email: types.text.neverNullHere },
  text: `
    INSERT INTO customers (fanclub_id, email, first_name, last_name, username, birthdate, invalid_email, lists_opt_in,
                           lists_opt_in_source, lists_opt_in_changed_at, confirmed_at, registered)
    SELECT $fanclub, a.email, a.first_name, a.last_name, a.username, a.birthdate, a.invalid_email, a.lists_opt_in,
           a.lists_opt_in_source, a.lists_opt_in_changed_at, a.confirmed_at, true
    FROM jsonb_to_recordset($accounts::jsonb) AS a (${FIELDS}, confirmed_at timestamptz)
    RETURNING id, email`,
});

/** A customer whom an import changes. The address stays. */
export interface ChangedAccount extends AccountFields {
  readonly id: number;
}

/** Stores `$accounts`, {@link ChangedAccount}s. Violates a unique key if a user name belongs to another customer. */
export const CHANGE_ACCOUNTS = statement('account_imports.change', {
  params: { fanclub: types.bigint, accounts: types.jsonText },
  text: `
    UPDATE customers c
    SET first_name = a.first_name, last_name = a.last_name, username = a.username, birthdate = a.birthdate,
        invalid_email = a.invalid_email, lists_opt_in = a.lists_opt_in, lists_opt_in_source = a.lists_opt_in_source,
        lists_opt_in_changed_at = a.lists_opt_in_changed_at, updated_at = now()
    FROM jsonb_to_recordset($accounts::jsonb) AS a (id bigint, ${FIELDS})
    WHERE c.fanclub_id = $fanclub AND c.id = a.id`,
});
