import { statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import {
  ENTITLED_SQL,
  FREE_SQL,
  HAS_CODE_SQL,
  MAIL_TO_SQL,
  PLACE_SQL,
  WAITING_SQL,
} from './presale-codes.queries';
import { OPEN_SQL } from './presale-pool.rules';

/** To the milliseconds that a `Date` has, so that no pool is read twice. */
const OPENS_SQL = `date_trunc('milliseconds', p.opens_at)`;

/** Open pools of all fan clubs that give everybody a code and have one left, in this order, after one of them. */
export const POOLS_TO_GIVE = statement('presale_codes.pools_to_give', {
  params: {
    /** The last pool that was read. Null: from the first one on. */
    afterOpensAt: types.timestamptz.orNull,
    afterId: types.bigint,
    now: types.timestamptz,
    limit: types.bigint,
  },
  row: {
    fanclubId: types.bigint,
    id: types.bigint,
    name: types.text,
    instructions: types.text.orNull,
    opensAt: types.timestamptz,
  },
  text: `
    SELECT p.fanclub_id AS "fanclubId", p.id, p.name, p.instructions, p.opens_at AS "opensAt" FROM presale_pools p
    WHERE p.mode = 'everyone' AND ${OPEN_SQL} AND ${notHeldSql('p.fanclub_id')}
      AND ($afterOpensAt::timestamptz IS NULL OR (${OPENS_SQL}, p.id) > ($afterOpensAt, $afterId))
      AND EXISTS (SELECT FROM presale_codes k WHERE k.fanclub_id = p.fanclub_id AND k.pool_id = p.id AND ${FREE_SQL})
    ORDER BY ${OPENS_SQL}, p.id LIMIT $limit`,
});

/** Who waits for a code of a pool, as many as there are codes: by id, which is by the age of their account. */
export const POOL_WAITING = statement('presale_codes.waiting', {
  params: { fanclub: types.bigint, pool: types.bigint, now: types.timestamptz },
  row: { customer: types.bigint },
  text: `
    SELECT w.id AS customer
    FROM presale_pools p
    CROSS JOIN LATERAL (${WAITING_SQL}
    ) w
    WHERE p.fanclub_id = $fanclub AND p.id = $pool AND p.mode = 'everyone' AND ${OPEN_SQL}
    ORDER BY w.id
    LIMIT (SELECT count(*) FROM presale_codes k WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND ${FREE_SQL})`,
});

/**
 * Gives codes to those of some customers who are entitled now and have none, by id. A row for each code. It leaves out members whose
 * limit is reached, and rows that claims hold. A claim at the same time may violate a unique key.
 */
export const GIVE_CODES = statement('presale_codes.give', {
  params: {
    fanclub: types.bigint,
    pool: types.bigint,
    customers: types.array(types.bigint),
    now: types.timestamptz,
  },
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
      JOIN customers c ON c.fanclub_id = p.fanclub_id AND c.id = ANY ($customers)
      WHERE p.fanclub_id = $fanclub AND p.id = $pool AND p.mode = 'everyone' AND ${OPEN_SQL}
        AND NOT ${HAS_CODE_SQL} AND ${ENTITLED_SQL}
    ), next AS (
      SELECT *, row_number() OVER (ORDER BY id) AS turn FROM entitled
      WHERE limit_group IS NULL OR place IS NOT NULL
    ), free AS (
      SELECT f.id, row_number() OVER (ORDER BY f.position) AS turn FROM (
        SELECT k.id, k.position FROM presale_codes k
        WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND ${FREE_SQL}
        ORDER BY k.position LIMIT cardinality($customers)
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
