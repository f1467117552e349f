import { membershipSql } from '#platform/access';
import { statement, types } from '#platform/database';
import type { Assigner } from '../presale-pool.entity';
import { FREE_SQL, MAIL_TO_SQL, WAITING_SQL } from '../presale-codes.queries';

const POOL = { fanclub: types.bigint, pool: types.bigint };

/** Which of these codes the fan club has, in any pool. */
export const KNOWN_CODES = statement('staff_presale_codes.known', {
  params: { ...POOL, codes: types.array(types.text) },
  row: { code: types.text, isHere: types.boolean, pool: types.text },
  text: `
    SELECT k.code, k.pool_id = $pool AS "isHere", p.name AS pool
    FROM presale_codes k JOIN presale_pools p ON p.fanclub_id = k.fanclub_id AND p.id = k.pool_id
    WHERE k.fanclub_id = $fanclub AND k.code = ANY ($codes)
    ORDER BY k.code, k.id`,
});

/** Adds codes to a pool, in their order after those that it has. */
export const ADD_PRESALE_CODES = statement('staff_presale_codes.add', {
  params: { ...POOL, codes: types.array(types.text), now: types.timestamptz },
  text: `
    INSERT INTO presale_codes (fanclub_id, pool_id, position, code, created_at, updated_at)
    SELECT $fanclub::bigint, $pool::bigint, n.turn + (
             SELECT coalesce(max(k.position), 0) FROM presale_codes k WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool),
           n.code, $now::timestamptz, $now::timestamptz
    FROM unnest($codes::text[]) WITH ORDINALITY AS n (code, turn)`,
});

/** Which of these codes the pool has, and whether they are marked as used. */
export const CODES_TO_MARK = statement('staff_presale_codes.to_mark', {
  params: { ...POOL, codes: types.array(types.text) },
  row: { code: types.text, isUsed: types.boolean },
  text: `
    SELECT k.code, k.used_at IS NOT NULL AS "isUsed" FROM presale_codes k
    WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND k.code = ANY ($codes)
    ORDER BY k.code`,
});

/** Marks codes as used. */
export const MARK_USED = statement('staff_presale_codes.mark_used', {
  params: { ...POOL, codes: types.array(types.text), now: types.timestamptz },
  text: `
    UPDATE presale_codes SET used_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND pool_id = $pool AND code = ANY ($codes) AND used_at IS NULL`,
});

/** Voids some of the codes of a pool that nobody has. A code that is claimed at the same time stays. */
export const VOID_FREE = statement('staff_presale_codes.void_free', {
  params: { ...POOL, reason: types.text, limit: types.bigint, now: types.timestamptz },
  text: `
    UPDATE presale_codes k SET voided_at = $now, void_reason = $reason, updated_at = $now
    WHERE k.fanclub_id = $fanclub AND ${FREE_SQL} AND k.id = ANY (ARRAY(
      SELECT k.id FROM presale_codes k
      WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND ${FREE_SQL}
      ORDER BY k.position LIMIT $limit))`,
});

export const CODE_STATES = ['free', 'given', 'used', 'void'] as const;
export type CodeState = (typeof CODE_STATES)[number];

/** The state of the code `k`. */
const STATE = `CASE WHEN k.voided_at IS NOT NULL THEN 'void' WHEN k.used_at IS NOT NULL THEN 'used'
                    WHEN k.customer_id IS NOT NULL THEN 'given' ELSE 'free' END`;

/** A page of the codes of a pool, in their order. `$q` finds codes and members by their beginnings. */
export const LIST_PRESALE_CODES = statement('staff_presale_codes.codes', {
  params: {
    ...POOL,
    state: types.text.orNull,
    q: types.text.orNull,
    ids: types.array(types.bigint).orNull,
    limit: types.bigint,
    offset: types.bigint,
  },
  row: {
    id: types.bigint,
    code: types.text,
    state: types.textOf<CodeState>(),
    customer: types.bigint.orNull,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    email: types.text.orNull,
    assignedAt: types.timestamptz.orNull,
    assignedBy: types.textOf<Assigner>().orNull,
    mailedAt: types.timestamptz.orNull,
    usedAt: types.timestamptz.orNull,
    voidedAt: types.timestamptz.orNull,
    voidReason: types.text.orNull,
    total: types.integer,
  },
  text: `
    SELECT k.id, k.code, ${STATE} AS state, k.customer_id AS customer, c.first_name AS "firstName", c.last_name AS "lastName",
           c.email, k.assigned_at AS "assignedAt", k.assigned_by AS "assignedBy", k.mailed_at AS "mailedAt",
           k.used_at AS "usedAt", k.voided_at AS "voidedAt", k.void_reason AS "voidReason", count(*) OVER ()::integer AS total
    FROM presale_codes k
    LEFT JOIN customers c ON c.fanclub_id = k.fanclub_id AND c.id = k.customer_id
    WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND ($state::text IS NULL OR ${STATE} = $state)
      AND ($ids::bigint[] IS NULL OR k.id = ANY ($ids))
      AND ($q::text IS NULL OR starts_with(lower(k.code), lower($q)) OR starts_with(lower(c.email), lower($q))
           OR starts_with(lower(c.last_name), lower($q)))
    ORDER BY k.position, k.id LIMIT $limit OFFSET $offset`,
});

/** The codes that a customer has or had, the last one first. */
export const CODES_OF_MEMBER = statement('staff_presale_codes.of_member', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    id: types.bigint,
    code: types.text,
    state: types.textOf<CodeState>(),
    pool: types.bigint,
    poolName: types.text,
    opensAt: types.timestamptz,
    assignedAt: types.timestamptz.orNull,
    mailedAt: types.timestamptz.orNull,
    usedAt: types.timestamptz.orNull,
    voidReason: types.text.orNull,
    hasAddress: types.boolean,
  },
  text: `
    SELECT k.id, k.code, ${STATE} AS state, k.pool_id AS pool, p.name AS "poolName", p.opens_at AS "opensAt",
           k.assigned_at AS "assignedAt", k.mailed_at AS "mailedAt", k.used_at AS "usedAt", k.void_reason AS "voidReason",
           ${MAIL_TO_SQL} IS NOT NULL AS "hasAddress"
    FROM presale_codes k
    JOIN presale_pools p ON p.fanclub_id = k.fanclub_id AND p.id = k.pool_id
    JOIN customers c ON c.fanclub_id = k.fanclub_id AND c.id = k.customer_id
    WHERE k.fanclub_id = $fanclub AND k.customer_id = $customer
    ORDER BY k.assigned_at DESC, k.id DESC`,
});

/** The codes of a pool that members have, for the seller. */
export const GIVEN_CODES = statement('staff_presale_codes.given', {
  params: POOL,
  row: { code: types.text },
  text: `
    SELECT k.code FROM presale_codes k
    WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND k.customer_id IS NOT NULL AND k.voided_at IS NULL
    ORDER BY k.position`,
});

/** The codes of each pool by what became of them. `$pool` null: all pools. */
export const POOL_FIGURES = statement('staff_presale_codes.figures', {
  params: { fanclub: types.bigint, pool: types.bigint.orNull },
  row: {
    id: types.bigint,
    /** Without void ones. */
    total: types.integer,
    free: types.integer,
    given: types.integer,
    mailed: types.integer,
    used: types.integer,
    voided: types.integer,
  },
  text: `
    SELECT p.id, count(k.id) FILTER (WHERE k.voided_at IS NULL)::integer AS total,
           count(k.id) FILTER (WHERE ${FREE_SQL})::integer AS free,
           count(k.customer_id) FILTER (WHERE k.voided_at IS NULL)::integer AS given,
           count(k.mailed_at) FILTER (WHERE k.voided_at IS NULL)::integer AS mailed,
           count(k.used_at)::integer AS used, count(k.voided_at)::integer AS voided
    FROM presale_pools p LEFT JOIN presale_codes k ON k.fanclub_id = p.fanclub_id AND k.pool_id = p.id
    WHERE p.fanclub_id = $fanclub AND ($pool::bigint IS NULL OR p.id = $pool)
    GROUP BY p.id ORDER BY p.id`,
});

/** How many members are entitled to codes of a pool, have none and may have one more. */
export const WITHOUT_CODE = statement('staff_presale_codes.without_code', {
  params: { ...POOL, now: types.timestamptz },
  row: { count: types.integer },
  text: `
    SELECT count(*)::integer AS count
    FROM presale_pools p CROSS JOIN LATERAL (${WAITING_SQL}
    ) w
    WHERE p.fanclub_id = $fanclub AND p.id = $pool`,
});

/** The codes that were given, by day in a time zone. */
export const GIVEN_BY_DAY = statement('staff_presale_codes.by_day', {
  params: { ...POOL, zone: types.text },
  row: { day: types.date, given: types.integer, mailed: types.integer, used: types.integer },
  text: `
    SELECT (k.assigned_at AT TIME ZONE $zone)::date AS day, count(*)::integer AS given, count(k.mailed_at)::integer AS mailed,
           count(k.used_at)::integer AS used
    FROM presale_codes k
    WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND k.assigned_at IS NOT NULL AND k.voided_at IS NULL
    GROUP BY 1 ORDER BY 1`,
});

/** The same by the plan that the member has now. */
export const GIVEN_BY_PLAN = statement('staff_presale_codes.by_plan', {
  params: { ...POOL, now: types.timestamptz },
  row: {
    /** Null: the members have no membership now. */
    plan: types.bigint.orNull,
    name: types.text.orNull,
    given: types.integer,
    mailed: types.integer,
    used: types.integer,
  },
  text: `
    SELECT m.plan_id AS plan, pl.name, count(*)::integer AS given, count(k.mailed_at)::integer AS mailed,
           count(k.used_at)::integer AS used
    FROM presale_codes k
    JOIN customers c ON c.fanclub_id = k.fanclub_id AND c.id = k.customer_id
    LEFT JOIN LATERAL (${membershipSql('s.plan_id', '$now')}
    ) m ON true
    LEFT JOIN plans pl ON pl.fanclub_id = k.fanclub_id AND pl.id = m.plan_id
    WHERE k.fanclub_id = $fanclub AND k.pool_id = $pool AND k.voided_at IS NULL
    GROUP BY m.plan_id, pl.name ORDER BY given DESC, plan`,
});
