import { type Statements, statement, types } from '#platform/database';

// What the retention of a fan club asks and changes of contacts, in its transactions.

/**
 * Whether the contact `k` has not changed since an instant, and is no member, in SQL: contacts with a present or former address of a
 * member belong to the member.
 */
export const contactBeforeSql = (instant: string): string => `(
  greatest(k.created_at, k.updated_at) < ${instant}
  AND NOT EXISTS (SELECT FROM customers m WHERE m.fanclub_id = k.fanclub_id AND lower(m.email) = lower(k.email))
  AND NOT EXISTS (SELECT FROM email_aliases m WHERE m.fanclub_id = k.fanclub_id AND lower(m.email) = lower(k.email)))`;

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
