import { type RowOf, type Statements, statement, types } from '#platform/database';

// What other domains ask and change of contacts, in their transactions.

/** The member to whom the contact `k` belongs, by a present or former address, in SQL. Null: it is nobody's. */
const MEMBER_OF_CONTACT = `coalesce(
  (SELECT m.id FROM customers m WHERE m.fanclub_id = k.fanclub_id AND lower(m.email) = lower(k.email)),
  (SELECT min(m.customer_id) FROM email_aliases m WHERE m.fanclub_id = k.fanclub_id AND lower(m.email) = lower(k.email)))`;

/**
 * Whether the contact `k` has not changed since an instant, and belongs to no member, in SQL.
 */
export const contactBeforeSql = (instant: string): string => `(
  greatest(k.created_at, k.updated_at) < ${instant}
  AND ${MEMBER_OF_CONTACT} IS NULL)`;

const THESE = { fanclub: types.bigint, contacts: types.array(types.bigint) };

/** Locks contacts, so that nothing new refers to them. */
export const HOLD_CONTACTS = statement('contacts.hold', {
  params: THESE,
  row: { id: types.bigint },
  text: 'SELECT id FROM contacts WHERE fanclub_id = $fanclub AND id = ANY ($contacts) ORDER BY id FOR UPDATE',
});

export const DELETE_CONTACTS = statement('contacts.delete', {
  params: THESE,
  text: 'DELETE FROM contacts WHERE fanclub_id = $fanclub AND id = ANY ($contacts)',
});

/** Locks contacts until the end of `tx`. */
export async function hold(tx: Statements, fanclub: number, contacts: readonly number[]): Promise<void> {
  await tx.rows(HOLD_CONTACTS, { fanclub, contacts });
}

/** Deletes contacts with the links of their mails. @returns how many */
export const remove = (tx: Statements, fanclub: number, contacts: readonly number[]): Promise<number> =>
  tx.run(DELETE_CONTACTS, { fanclub, contacts });

/** Locks a contact. `row` has all columns but the fan club, for an export; `member` is null if the contact belongs to nobody. */
export const HOLD_CONTACT = statement('contacts.hold_one', {
  params: { fanclub: types.bigint, contact: types.bigint },
  row: {
    email: types.text,
    row: types.jsonb<Readonly<Record<string, unknown>>>(),
    member: types.bigint.orNull,
  },
  text: `
    SELECT k.email, to_jsonb(k) - 'fanclub_id' AS row, ${MEMBER_OF_CONTACT} AS member
    FROM contacts k WHERE k.fanclub_id = $fanclub AND k.id = $contact FOR UPDATE OF k`,
});

/** Locks a contact until the end of `tx`. Null: there is none. */
export const holdOne = (
  tx: Statements,
  fanclub: number,
  contact: number,
): Promise<RowOf<typeof HOLD_CONTACT> | null> => tx.first(HOLD_CONTACT, { fanclub, contact });

export const MEMBER_OF = statement('contacts.member_of', {
  params: { fanclub: types.bigint, contact: types.bigint },
  row: { member: types.bigint.orNull },
  text: `SELECT ${MEMBER_OF_CONTACT} AS member FROM contacts k WHERE k.fanclub_id = $fanclub AND k.id = $contact`,
});
