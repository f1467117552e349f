import { statement, types } from '#platform/database';
import { COMPLETED_SQL, forBuyerSql, OPEN_SQL } from '#domains/orders';
import { BOUGHT_CODE_SQL, type CodeKind, type Discount, DISPUTED_CODE_SQL } from './redeem-code.entity';

/** The plan of the gifts of batch `b`, or the plans of its coupons; empty: all. */
export const PLAN_IDS_SQL = `
  CASE WHEN b.plan_id IS NOT NULL THEN ARRAY[b.plan_id] ELSE ARRAY(
    SELECT p.plan_id FROM redeem_batch_plans p
    WHERE p.fanclub_id = b.fanclub_id AND p.batch_id = b.id ORDER BY p.plan_id) END`;

/**
 * A code, for a customer (null: not known yet). Uses by open orders of the customer do not count, because the customer's next order
 * continues or replaces them.
 */
export const FIND_CODE = statement('redeem_codes.find', {
  params: { fanclub: types.bigint, digest: types.bytea, customer: types.bigint.orNull },
  row: {
    id: types.bigint,
    kind: types.textOf<CodeKind>(),
    /** The plan of a gift, or those of a coupon; empty: all. */
    planIds: types.array(types.bigint),
    discount: types.textOf<Discount>().orNull,
    value: types.numeric.orNull,
    currency: types.text,
    coversShipping: types.boolean,
    firstOrderOnly: types.boolean,
    maxPerMember: types.integer.orNull,
    startsAt: types.timestamptz.orNull,
    endsAt: types.timestamptz.orNull,
    isVoid: types.boolean,
    /** Whether it was bought as a gift, and its buyer disputes the payment. */
    isDisputed: types.boolean,
    /** Whether a member bought it as a gift. */
    isBought: types.boolean,
    maxUses: types.integer.orNull,
    used: types.integer,
    heldByOthers: types.integer,
    /** How often all codes of the batch can be used together. */
    capacity: types.integer.orNull,
    /** Uses of the batch, if it has a capacity, without those that open orders of the customer hold. */
    takenByOthers: types.integer,
    /** How often the customer has used codes of the batch. */
    usedByMember: types.integer,
    /** Whether the customer has a completed order, other than gifts for others. */
    hasOrdered: types.boolean,
  },
  text: `
    SELECT c.id, b.kind,
           ${PLAN_IDS_SQL} AS "planIds",
           b.discount, b.value, b.currency, b.covers_shipping AS "coversShipping",
           b.first_order_only AS "firstOrderOnly", b.max_per_member AS "maxPerMember", b.starts_at AS "startsAt",
           b.ends_at AS "endsAt", c.voided_at IS NOT NULL AS "isVoid",
           ${DISPUTED_CODE_SQL} AS "isDisputed", ${BOUGHT_CODE_SQL} AS "isBought", c.max_uses AS "maxUses", c.used,
           c.held - (SELECT count(*)::integer FROM redeem_uses u
                     WHERE u.fanclub_id = c.fanclub_id AND u.code_id = c.id AND u.customer_id = $customer
                       AND u.state = 'held') AS "heldByOthers",
           b.capacity,
           b.taken - (SELECT count(*)::integer FROM redeem_uses u
                      JOIN redeem_codes x ON x.fanclub_id = u.fanclub_id AND x.id = u.code_id
                      WHERE u.fanclub_id = c.fanclub_id AND u.customer_id = $customer AND u.state = 'held'
                        AND x.batch_id = c.batch_id) AS "takenByOthers",
           (SELECT count(*)::integer FROM redeem_uses u
            JOIN redeem_codes x ON x.fanclub_id = u.fanclub_id AND x.id = u.code_id
            WHERE u.fanclub_id = c.fanclub_id AND u.customer_id = $customer AND u.state = 'used'
              AND x.batch_id = c.batch_id) AS "usedByMember",
           EXISTS (
             SELECT FROM orders o JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
             WHERE o.fanclub_id = c.fanclub_id AND o.customer_id = $customer AND ${COMPLETED_SQL}
               AND ${forBuyerSql('o')}) AS "hasOrdered"
    FROM redeem_codes c JOIN redeem_batches b ON b.fanclub_id = c.fanclub_id AND b.id = c.batch_id
    WHERE c.fanclub_id = $fanclub AND c.code_hash = $digest`,
});

const ORDER = { fanclub: types.bigint, order: types.bigint };

// Transactions lock a batch with a capacity before its code, so that orders with codes of one batch do not deadlock. Batches without a
// capacity are not locked: their codes are used at once.

/** Locks the batch of a code, and says as `batch.free` whether another use fits in. Null: the batch has no capacity. */
const lockedBatchSql = (code: string): string => `
    locked AS (
      SELECT b.taken < b.capacity AS free
      FROM redeem_codes c JOIN redeem_batches b ON b.fanclub_id = c.fanclub_id AND b.id = c.batch_id
      WHERE c.fanclub_id = $fanclub AND c.id = ${code} AND b.capacity IS NOT NULL
      FOR NO KEY UPDATE OF b
    ), batch AS (SELECT bool_and(free) AS free FROM locked)`;

/** Counts the use that `held` has of a code, if its batch has a capacity. */
const COUNT_IN_BATCH = `
    counted AS (
      UPDATE redeem_batches b SET taken = b.taken + 1, updated_at = $now
      FROM held h WHERE b.fanclub_id = $fanclub AND b.id = h.batch_id AND b.capacity IS NOT NULL
    )`;

/**
 * Holds a use of a code for an order. Writes no row if the code is void or disputed, or it or its batch is used as often as it can be.
 */
export const HOLD_USE = statement('redeem_codes.hold', {
  params: { ...ORDER, code: types.bigint, customer: types.bigint, now: types.timestamptz },
  text: `
    WITH ${lockedBatchSql('$code')}, held AS (
      UPDATE redeem_codes c SET held = c.held + 1, updated_at = $now
      FROM batch b
      WHERE c.fanclub_id = $fanclub AND c.id = $code AND c.voided_at IS NULL AND b.free IS NOT FALSE
        AND (c.max_uses IS NULL OR c.held + c.used < c.max_uses) AND NOT ${DISPUTED_CODE_SQL}
      RETURNING c.id, c.batch_id
    ), ${COUNT_IN_BATCH}
    INSERT INTO redeem_uses (fanclub_id, order_id, code_id, customer_id, state, created_at, updated_at)
    SELECT $fanclub::bigint, $order::bigint, id, $customer::bigint, 'held', $now::timestamptz, $now::timestamptz FROM held`,
});

/** Counts the held use of a settled order. Writes no row if the order holds none. */
export const SETTLE_USE = statement('redeem_codes.settle', {
  params: { ...ORDER, now: types.timestamptz },
  text: `
    WITH settled AS (
      UPDATE redeem_uses SET state = 'used', used_at = $now, updated_at = $now
      WHERE fanclub_id = $fanclub AND order_id = $order AND state = 'held'
      RETURNING code_id
    )
    UPDATE redeem_codes c SET held = c.held - 1, used = c.used + 1, updated_at = $now
    FROM settled s WHERE c.fanclub_id = $fanclub AND c.id = s.code_id`,
});

/** Releases the held use of a closed order. Writes no row if the order holds none. */
export const RELEASE_USE = statement('redeem_codes.release', {
  params: { ...ORDER, now: types.timestamptz },
  text: `
    WITH released AS (
      UPDATE redeem_uses u SET state = 'released', updated_at = $now
      FROM redeem_codes c
      WHERE u.fanclub_id = $fanclub AND u.order_id = $order AND u.state = 'held'
        AND c.fanclub_id = u.fanclub_id AND c.id = u.code_id
      RETURNING u.code_id, c.batch_id
    ), counted AS (
      UPDATE redeem_batches b SET taken = b.taken - 1, updated_at = $now
      FROM released r WHERE b.fanclub_id = $fanclub AND b.id = r.batch_id AND b.capacity IS NOT NULL
      RETURNING b.id
    )
    UPDATE redeem_codes c SET held = c.held - 1, updated_at = $now
    -- The count makes this part wait for the lock on the batch.
    FROM released r, (SELECT count(*) FROM counted) AS first
    WHERE c.fanclub_id = $fanclub AND c.id = r.code_id`,
});

/**
 * Holds the released use of an order again. Writes no row if there is none, other orders use the code or its batch as often as it can
 * be, or the code was bought and is void or disputed: its money was returned, or may be.
 */
export const HOLD_AGAIN = statement('redeem_codes.hold_again', {
  params: { ...ORDER, now: types.timestamptz },
  text: `
    WITH released AS (
      SELECT code_id FROM redeem_uses WHERE fanclub_id = $fanclub AND order_id = $order AND state = 'released'
    ), ${lockedBatchSql('(SELECT code_id FROM released)')}, held AS (
      UPDATE redeem_codes c SET held = c.held + 1, updated_at = $now
      FROM released r, batch b
      WHERE c.fanclub_id = $fanclub AND c.id = r.code_id AND b.free IS NOT FALSE
        AND (c.max_uses IS NULL OR c.held + c.used < c.max_uses)
        AND NOT (${BOUGHT_CODE_SQL} AND c.voided_at IS NOT NULL) AND NOT ${DISPUTED_CODE_SQL}
      RETURNING c.id, c.batch_id
    ), ${COUNT_IN_BATCH}
    UPDATE redeem_uses u SET state = 'held', updated_at = $now
    FROM held h WHERE u.fanclub_id = $fanclub AND u.order_id = $order AND u.code_id = h.id`,
});

/** The code of an order, and whether its use was released. No row without a code. */
export const CODE_OF_ORDER = statement('redeem_codes.of_order', {
  params: ORDER,
  row: { codeId: types.bigint, isReleased: types.boolean },
  text: `
    SELECT code_id AS "codeId", state = 'released' AS "isReleased" FROM redeem_uses
    WHERE fanclub_id = $fanclub AND order_id = $order`,
});

/**
 * What contradicts itself: counts of codes, and of batches with a capacity, that are not those of their uses, uses that do not follow their
 * order, gifts without a use, paid gifts for others without a code, and codes whose purchase is not paid.
 */
export const CODE_DIFFERENCES = statement('redeem_codes.differences', {
  params: { fanclub: types.bigint },
  row: { what: types.text, id: types.bigint, here: types.text, counted: types.text },
  text: `
    WITH counted AS (
      SELECT c.id, c.held, c.used, count(u.order_id) FILTER (WHERE u.state = 'held') AS "isHeld",
             count(u.order_id) FILTER (WHERE u.state = 'used') AS "isUsed"
      FROM redeem_codes c LEFT JOIN redeem_uses u ON u.fanclub_id = c.fanclub_id AND u.code_id = c.id
      WHERE c.fanclub_id = $fanclub GROUP BY c.id
    ), batches AS (
      SELECT b.id, b.taken, count(u.order_id) AS "isTaken"
      FROM redeem_batches b
      LEFT JOIN redeem_codes c ON c.fanclub_id = b.fanclub_id AND c.batch_id = b.id
      LEFT JOIN redeem_uses u ON u.fanclub_id = c.fanclub_id AND u.code_id = c.id AND u.state <> 'released'
      WHERE b.fanclub_id = $fanclub AND b.capacity IS NOT NULL GROUP BY b.id
    ), uses AS (
      SELECT o.id, coalesce(u.state, 'none') AS here,
             CASE WHEN ${OPEN_SQL} THEN 'held' WHEN ${COMPLETED_SQL} THEN 'used' ELSE 'released' END AS counted
      FROM orders o JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      LEFT JOIN redeem_uses u ON u.fanclub_id = o.fanclub_id AND u.order_id = o.id
      WHERE o.fanclub_id = $fanclub AND (u.order_id IS NOT NULL OR o.kind = 'gift')
    ), bought AS (
      SELECT o.id, c.id AS code, NOT ${forBuyerSql('o')} AND ${COMPLETED_SQL} AS "isSold"
      FROM orders o JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      LEFT JOIN redeem_codes c ON c.fanclub_id = o.fanclub_id AND c.bought_order_id = o.id
      WHERE o.fanclub_id = $fanclub AND (c.id IS NOT NULL OR NOT ${forBuyerSql('o')})
    )
    SELECT 'uses of code' AS what, id, concat_ws(' + ', held, used) AS here, concat_ws(' + ', "isHeld", "isUsed") AS counted
    FROM counted WHERE (held, used) IS DISTINCT FROM ("isHeld", "isUsed")
    UNION ALL
    SELECT 'uses of batch', id, taken::text, "isTaken"::text FROM batches WHERE taken <> "isTaken"
    UNION ALL
    SELECT 'code of order', id, here, counted FROM uses WHERE here <> counted
    UNION ALL
    SELECT 'code of gift', id, 'none', 'one' FROM bought WHERE "isSold" AND code IS NULL
    UNION ALL
    SELECT 'code of unpaid gift', id, 'one', 'none' FROM bought WHERE NOT "isSold" AND code IS NOT NULL
    ORDER BY 1, 2`,
});
