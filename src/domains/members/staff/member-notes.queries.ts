import { type RowOf, statement, types } from '#platform/database';

/** The latest notes about a member, the latest first. */
export const MEMBER_NOTES = statement('member_notes.list', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    id: types.bigint,
    at: types.timestamptz,
    text: types.text,
    staffId: types.bigint.orNull,
    staffName: types.text.orNull,
  },
  text: `
    SELECT n.id, n.created_at AS at, n.text, n.staff_id AS "staffId", p.name AS "staffName"
    FROM member_notes n LEFT JOIN staff p ON p.id = n.staff_id
    WHERE n.fanclub_id = $fanclub AND n.customer_id = $customer ORDER BY n.id DESC LIMIT 100`,
});
export type MemberNoteRow = RowOf<typeof MEMBER_NOTES>;

export const ADD_NOTE = statement('member_notes.add', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    staff: types.bigint,
    text: types.text,
    now: types.timestamptz,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO member_notes (fanclub_id, customer_id, staff_id, text, created_at, updated_at)
    VALUES ($fanclub, $customer, $staff, $text, $now, $now) RETURNING id`,
});

/** Deletes a note. No row: there is none, or `$staff` (null: anybody) did not write it. */
export const DELETE_NOTE = statement('member_notes.delete', {
  params: { fanclub: types.bigint, note: types.bigint, staff: types.bigint.orNull },
  row: { customerId: types.bigint },
  text: `
    DELETE FROM member_notes
    WHERE fanclub_id = $fanclub AND id = $note AND ($staff::bigint IS NULL OR staff_id = $staff)
    RETURNING customer_id AS "customerId"`,
});
