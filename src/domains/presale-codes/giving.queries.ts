import { MAY_LOG_IN } from '#platform/access';
import { statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { ENTITLED_SQL, FREE_SQL, HAS_CODE_SQL, MAIL_TO_SQL, PLACE_SQL } from './presale-codes.queries';
import { OPEN_SQL } from './presale-pool.rules';

/** Open pools of all fan clubs that give everybody a code and have one left. */
export const POOLS_TO_GIVE = statement('presale_codes.pools_to_give', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { fanclubId: types.bigint, id: types.bigint, name: types.text, instructions: types.text.orNull },
  text: `
    SELECT p.fanclub_id AS "fanclubId", p.id, p.name, p.instructions FROM presale_pools p
    WHERE p.mode = 'everyone' AND ${OPEN_SQL} AND ${notHeldSql('p.fanclub_id')}
      AND EXISTS (SELECT FROM presale_codes k WHERE k.fanclub_id = p.fanclub_id AND k.pool_id = p.id AND ${FREE_SQL})
    ORDER BY p.opens_at, p.id LIMIT $limit`,
});

/**
 * Gives codes to entitled members who have none, by id. A row for each code. It leaves out members whose limit is reached, and rows that
 * claims hold. A claim at the same time may violate a unique key; the statement is then sent again.
 */
export const GIVE_CODES = statement('presale_codes.give', {
  params: { fanclub: types.bigint, pool: types.bigint, limit: types.bigint, now: types.timestamptz },
  row: {
    id: types.bigint,
    code: types.text,
    email: types.text.orNull,
    firstName: types.text.orNull,
  },
  text: `
    WITH entitled AS (
      SELECT c.id, ${MAIL_TO_SQL} AS email, c.first_name, p.limit_group, ${PLACE_SQL} AS place
      FROM presale_pools p
      JOIN customers c ON c.fanclub_id = p.fanclub_id AND ${MAY_LOG_IN}
      WHERE p.fanclub_id = $fanclub AND p.id = $pool AND p.mode = 'everyone' AND ${OPEN_SQL}
        AND NOT ${HAS_CODE_SQL} AND ${ENTITLED_SQL}
    ), next AS (
      SELECT *, row_number() OVER (ORDER BY id) AS turn FROM entitled
      WHERE limit_group IS NULL OR place IS NOT NULL
      ORDER BY id LIMIT $limit
    ), free AS (
      SELECT f.id, row_number() OVER (ORDER BY f.position) AS turn FROM (
        SELECT k.id, k.position FROM presale_codes k
        WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND ${FREE_SQL}
        ORDER BY k.position LIMIT $limit
        FOR UPDATE OF k SKIP LOCKED
      ) f
    ), given AS (
      UPDATE presale_codes k
      SET customer_id = n.id, assigned_at = $now, assigned_by = 'job', limit_group = n.limit_group, limit_place = n.place,
          mailed_at = CASE WHEN n.email IS NOT NULL THEN $now END, updated_at = $now
      FROM free f JOIN next n ON n.turn = f.turn
      WHERE k.fanclub_id = $fanclub AND k.id = f.id
      RETURNING k.id, k.code, n.email, n.first_name
    )
    SELECT id, code, email, first_name AS "firstName" FROM given ORDER BY id`,
});
