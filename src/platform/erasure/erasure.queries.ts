import { statement, types } from '#platform/database';

/** The fan club that has or had a key. */
export const CLUB_OF_KEY = statement('erasure.club_of_key', {
  params: { key: types.text },
  row: { id: types.bigint, name: types.text, organization: types.text, siblings: types.integer },
  text: `
    SELECT f.id, f.name, o.name AS organization,
           (SELECT count(*) - 1 FROM fanclubs s WHERE s.organization_id = o.id)::integer AS siblings
    FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id JOIN organizations o ON o.id = f.organization_id
    WHERE k.key = $key`,
});

/**
 * Every table with a column `fanclub_id`, and the tables that its foreign keys refer to; not those that a deletion sets to null,
 * because they allow any order.
 */
export const CLUB_TABLES = statement('erasure.club_tables', {
  row: { name: types.text, parents: types.array(types.text) },
  text: `
    SELECT c.relname::text AS name, ARRAY(
        SELECT DISTINCT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confdeltype <> 'n') AS parents
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'fanclub_id' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
    ORDER BY 1`,
});

/** Revokes all keys of a fan club, so that the API refuses its requests. */
export const CLOSE_CLUB = statement('erasure.close_club', {
  params: { fanclub: types.bigint },
  text: `
    UPDATE fanclub_keys SET revoked_at = now(), updated_at = now()
    WHERE fanclub_id = $fanclub AND revoked_at IS NULL`,
});

/** Which database serves a fan club (null: this one), and whether it is held. No row if it is erased. */
export const PLACE_OF_CLUB = statement('erasure.place_of_club', {
  params: { fanclub: types.bigint },
  row: { movedTo: types.text.orNull, isHeld: types.boolean },
  text: 'SELECT moved_to AS "movedTo", held_at IS NOT NULL AS "isHeld" FROM fanclubs WHERE id = $fanclub',
});

/** Locks a fan club, so that no row that refers to it is added. No row if it is erased already. */
export const LOCK_CLUB = statement('erasure.lock_club', {
  params: { fanclub: types.bigint },
  row: { id: types.bigint },
  text: 'SELECT id FROM fanclubs WHERE id = $fanclub FOR UPDATE',
});

/** Keeps a fan club from arriving here until the end of the transaction. No row if another database does not serve it. */
export const LOCK_MOVED_CLUB = statement('erasure.lock_moved_club', {
  params: { fanclub: types.bigint },
  row: { id: types.bigint },
  text: 'SELECT id FROM fanclubs WHERE id = $fanclub AND moved_to IS NOT NULL FOR SHARE',
});

/** Lets this transaction delete rows of fan clubs that another database serves, which their triggers protect as those of held ones. */
export const OPEN_MOVED_ROWS = statement('erasure.open_moved_rows', {
  row: { value: types.text.orNull },
  text: `SELECT set_config('fanclub.moved_rows', 'discarded', true) AS value`,
});

export const DELETE_CLUB = statement('erasure.delete_club', {
  params: { fanclub: types.bigint },
  text: 'DELETE FROM fanclubs WHERE id = $fanclub',
});

/** Lets this transaction delete from the record of what staff did, which a trigger protects. */
export const OPEN_STAFF_RECORD = statement('erasure.open_staff_record', {
  row: { value: types.text.orNull },
  text: `SELECT set_config('fanclub.staff_audits', 'maintained', true) AS value`,
});
