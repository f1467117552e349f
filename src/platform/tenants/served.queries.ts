import { statement, type Statements, types } from '#platform/database';

export const SERVED_FANCLUBS = statement('tenants.served_fanclubs', {
  row: { id: types.bigint },
  text: 'SELECT id FROM fanclubs WHERE moved_to IS NULL ORDER BY id',
});

export const SERVED_KEYS = statement('tenants.served_keys', {
  row: { key: types.text },
  text: `
    SELECT k.key FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id
    WHERE k.revoked_at IS NULL AND f.moved_to IS NULL ORDER BY k.id`,
});

/** For operators: the ids of all fan clubs that this database serves. */
export const servedFanclubs = async (db: Statements): Promise<number[]> =>
  (await db.rows(SERVED_FANCLUBS, {})).map(({ id }) => id);

/** For operators: the valid keys of these fan clubs. */
export const servedKeys = async (db: Statements): Promise<string[]> =>
  (await db.rows(SERVED_KEYS, {})).map(({ key }) => key);
