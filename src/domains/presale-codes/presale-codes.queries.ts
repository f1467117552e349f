import { activeSql, grantsAccessSql, MAY_LOG_IN, withVisit } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import type { Assigner } from './presale-pool.entity';
import { OPEN_SQL } from './presale-pool.rules';

const POOL = { fanclub: types.bigint, pool: types.bigint };

/** The plans of the pool `p` as an array; empty: all with exclusive access. */
export const PLAN_IDS_SQL = `ARRAY(
      SELECT x.plan_id FROM presale_pool_plans x WHERE x.fanclub_id = p.fanclub_id AND x.pool_id = p.id ORDER BY x.plan_id)`;

/** Whether the customer `c` is entitled to codes of the pool `p`. `isEntitledTo` is the same. */
export const ENTITLED_SQL = grantsAccessSql(`(${PLAN_IDS_SQL})`, '$now');

/** Whether the code `k` can be given: nobody has it, and the seller has not seen it used. The predicate of `ix_presale_codes_free`. */
export const FREE_SQL = '(k.customer_id IS NULL AND k.voided_at IS NULL AND k.used_at IS NULL)';

/** Whether the customer `c` has a live code of the pool `p`. */
export const HAS_CODE_SQL = `EXISTS (
      SELECT FROM presale_codes h
      WHERE h.fanclub_id = p.fanclub_id AND h.pool_id = p.id AND h.customer_id = c.id AND h.voided_at IS NULL)`;

/** The first free place of the customer `c` in the group of the pool `p`. Null: the limit is reached, or there is none. */
export const PLACE_SQL = `(
      SELECT min(n) FROM generate_series(1, p.limit_codes) n
      WHERE NOT EXISTS (
        SELECT FROM presale_codes h
        WHERE h.fanclub_id = p.fanclub_id AND h.customer_id = c.id AND h.limit_group = p.limit_group AND h.limit_place = n
          AND h.voided_at IS NULL))`;

/** Whether the limit of the pool `p` allows the customer `c` one more code. */
export const WITHIN_LIMIT_SQL = `(p.limit_group IS NULL OR ${PLACE_SQL} IS NOT NULL)`;

/** The customers `c` with any membership that is active: an estimate that is read at once, before single members are looked at. */
const ANY_MEMBERSHIP_SQL = `
        SELECT s.customer_id FROM subscriptions s
        LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
        WHERE s.fanclub_id = $fanclub AND ${activeSql('$now')}`;

/**
 * Selects the ids of members who are entitled to a code of the pool `p`, have none and may have one more. The costs are those of the
 * members without a code: they are sorted out at once, and `OFFSET 0` keeps PostgreSQL from asking for each member's membership first.
 */
export const WAITING_SQL = `
      SELECT c.id FROM (
        SELECT c.* FROM customers c
        WHERE c.fanclub_id = $fanclub AND ${MAY_LOG_IN} AND NOT ${HAS_CODE_SQL} AND c.id IN (${ANY_MEMBERSHIP_SQL})
        OFFSET 0
      ) c
      WHERE ${ENTITLED_SQL} AND ${WITHIN_LIMIT_SQL}`;

const CLAIM = {
  params: {
    ...POOL,
    customer: types.bigint,
    by: types.textOf<Assigner>(),
    /** Gives a code also before the pool opens and after it closes: for a replacement. */
    anyTime: types.boolean,
    now: types.timestamptz,
  },
  row: {
    opensAt: types.timestamptz,
    closesAt: types.timestamptz.orNull,
    name: types.text,
    instructions: types.text.orNull,
    isEntitled: types.boolean,
    isWithinLimit: types.boolean,
    id: types.bigint.orNull,
    code: types.text.orNull,
    /** Whether this statement gave the code. */
    isNew: types.boolean,
    /** Null: there is no address that works. */
    email: types.text.orNull,
    firstName: types.text.orNull,
  },
};

/** The address for the mail of the customer `c`. Null: none that works. A code with it counts as mailed: the mail is in the same transaction. */
export const MAIL_TO_SQL = 'CASE WHEN NOT c.invalid_email THEN c.email END';

/**
 * Gives a member the next free code of a pool, unless they have one. The unique keys decide between simultaneous claims of one member:
 * the loser runs the statement again, which then finds the code or the limit.
 */
const claimText = (lock: string): string => `
    WITH asked AS (
      SELECT p.opens_at, p.closes_at, p.name, p.instructions, p.limit_group, ${MAIL_TO_SQL} AS email, c.first_name, ${ENTITLED_SQL} AS is_entitled,
             $anyTime::boolean OR ${OPEN_SQL} AS is_open, ${PLACE_SQL} AS place
      FROM presale_pools p
      JOIN customers c ON c.fanclub_id = p.fanclub_id AND c.id = $customer
      WHERE p.fanclub_id = $fanclub AND p.id = $pool
    ), mine AS (
      SELECT k.id, k.code FROM presale_codes k
      WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND k.customer_id = $customer AND k.voided_at IS NULL
    ), free AS (
      SELECT k.id FROM presale_codes k
      WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND ${FREE_SQL} AND NOT EXISTS (SELECT FROM mine)
        AND (SELECT is_entitled AND is_open AND (limit_group IS NULL OR place IS NOT NULL) FROM asked)
      ORDER BY k.position LIMIT 1
      FOR UPDATE OF k${lock}
    ), taken AS (
      UPDATE presale_codes k
      SET customer_id = $customer, assigned_at = $now, assigned_by = $by, limit_group = a.limit_group, limit_place = a.place,
          mailed_at = CASE WHEN a.email IS NOT NULL AND a.opens_at <= $now THEN $now END, updated_at = $now
      FROM free, asked a
      WHERE k.fanclub_id = $fanclub AND k.id = free.id
      RETURNING k.id, k.code
    )
    SELECT a.opens_at AS "opensAt", a.closes_at AS "closesAt", a.name, a.instructions, a.is_entitled AS "isEntitled",
           a.limit_group IS NULL OR a.place IS NOT NULL AS "isWithinLimit",
           coalesce(m.id, t.id) AS id, coalesce(m.code, t.code) AS code, t.id IS NOT NULL AS "isNew",
           a.email, a.first_name AS "firstName"
    FROM asked a LEFT JOIN mine m ON true LEFT JOIN taken t ON true`;

export const CLAIM_CODE = statement('presale_codes.claim', { ...CLAIM, text: claimText(' SKIP LOCKED') });

/** The same, which waits for codes that others hold: their transactions may roll back. Sent before a member hears that none is left. */
export const CLAIM_LAST_CODE = statement('presale_codes.claim_last', { ...CLAIM, text: claimText('') });

/** A claim as the database answered it. */
export type Claim = RowOf<typeof CLAIM_CODE>;

/** What a member sees of a pool, without claiming anything. No row: no such pool or customer. */
export const POOL_OF_CUSTOMER = statement('presale_codes.pool_of_customer', {
  params: { ...POOL, customer: types.bigint, now: types.timestamptz },
  row: {
    opensAt: types.timestamptz,
    closesAt: types.timestamptz.orNull,
    instructions: types.text.orNull,
    isEntitled: types.boolean,
    isWithinLimit: types.boolean,
    code: types.text.orNull,
    isAnyLeft: types.boolean,
  },
  text: `
    SELECT p.opens_at AS "opensAt", p.closes_at AS "closesAt", p.instructions, ${ENTITLED_SQL} AS "isEntitled",
           p.limit_group IS NULL OR ${PLACE_SQL} IS NOT NULL AS "isWithinLimit",
           (SELECT k.code FROM presale_codes k
            WHERE k.fanclub_id = $fanclub AND k.pool_id = p.id AND k.customer_id = c.id AND k.voided_at IS NULL) AS code,
           EXISTS (SELECT FROM presale_codes k WHERE k.fanclub_id = $fanclub AND k.pool_id = p.id AND ${FREE_SQL}) AS "isAnyLeft"
    FROM presale_pools p
    JOIN customers c ON c.fanclub_id = p.fanclub_id AND c.id = $customer
    WHERE p.fanclub_id = $fanclub AND p.id = $pool`,
});

/** All live codes of a customer. Whether they are entitled now is for the reader to decide. */
export const CODES_OF_CUSTOMER = statement('presale_codes.of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { poolId: types.bigint, code: types.text },
  text: `
    SELECT k.pool_id AS "poolId", k.code FROM presale_codes k
    WHERE k.fanclub_id = $fanclub AND k.customer_id = $customer AND k.voided_at IS NULL
    ORDER BY k.pool_id`,
});

/** The same with the visit, for reads that print codes. */
export const CODES_WITH_VISIT = statement('presale_codes.with_visit', withVisit(CODES_OF_CUSTOMER));

const CODE = { fanclub: types.bigint, code: types.bigint, now: types.timestamptz };

/** What the mail of a member's code says. No row: the pool is not open yet, or the member is not entitled now. */
export const CODE_TO_MAIL = statement('presale_codes.to_mail', {
  params: CODE,
  row: {
    /** Null: there is no address that works. */
    email: types.text.orNull,
    firstName: types.text.orNull,
    pool: types.text,
    code: types.text,
    instructions: types.text.orNull,
  },
  text: `
    SELECT ${MAIL_TO_SQL} AS email, c.first_name AS "firstName", p.name AS pool, k.code, p.instructions
    FROM presale_codes k
    JOIN presale_pools p ON p.fanclub_id = k.fanclub_id AND p.id = k.pool_id AND p.opens_at <= $now
    JOIN customers c ON c.fanclub_id = k.fanclub_id AND c.id = k.customer_id AND ${ENTITLED_SQL}
    WHERE k.fanclub_id = $fanclub AND k.id = $code AND k.voided_at IS NULL`,
});

/** No row: the code is void. */
export const LIVE_CODE = statement('presale_codes.live', {
  params: { fanclub: types.bigint, code: types.bigint },
  row: { id: types.bigint },
  text: 'SELECT id FROM presale_codes WHERE fanclub_id = $fanclub AND id = $code AND voided_at IS NULL',
});

/** Records that the mail of a code was queued. */
export const STORE_MAILED = statement('presale_codes.store_mailed', {
  params: CODE,
  text: 'UPDATE presale_codes SET mailed_at = $now, updated_at = $now WHERE fanclub_id = $fanclub AND id = $code',
});

/**
 * The link of a pool to whose page the mail leads: of the next show if there is one, and rather one for all plans. No row: visitors
 * can see no link with the pool.
 */
export const LINK_OF_POOL = statement('presale_codes.link_of_pool', {
  params: { ...POOL, now: types.timestamptz },
  row: { link: types.bigint },
  text: `
    SELECT l.id AS link FROM ticket_links l
    JOIN events e ON e.fanclub_id = l.fanclub_id AND e.id = l.event_id AND e.published
    WHERE l.fanclub_id = $fanclub AND l.presale_pool_id = $pool AND l.status <> 'Hide'
    ORDER BY e.start < $now,
             EXISTS (SELECT FROM ticket_link_plans x WHERE x.fanclub_id = l.fanclub_id AND x.ticket_link_id = l.id),
             CASE WHEN e.start < $now THEN $now - e.start ELSE e.start - $now END, l.position, l.id
    LIMIT 1`,
});
