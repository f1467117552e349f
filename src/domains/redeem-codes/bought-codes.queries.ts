import { type RowOf, statement, types } from '#platform/database';
import { DISPUTED_CODE_SQL } from './redeem-code.entity';

const ORDER = { fanclub: types.bigint, order: types.bigint };

/** Adds the batch of a plan's bought gifts, unless there is one. */
export const ADD_SOLD_BATCH = statement('bought_codes.add_batch', {
  params: {
    fanclub: types.bigint,
    plan: types.bigint,
    name: types.text,
    currency: types.text,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO redeem_batches (fanclub_id, name, kind, plan_id, currency, covers_shipping, first_order_only, max_uses, sold,
                                created_at, updated_at)
    VALUES ($fanclub, $name, 'gift', $plan, $currency, false, false, 1, true, $now, $now)
    ON CONFLICT (fanclub_id, plan_id) WHERE sold DO NOTHING`,
});

/** Adds the code of an order that bought a gift. A separate statement, which sees the batch that another transaction has added. */
export const ADD_BOUGHT_CODE = statement('bought_codes.add', {
  params: { ...ORDER, plan: types.bigint, digest: types.bytea, sealed: types.text, now: types.timestamptz },
  text: `
    INSERT INTO redeem_codes (fanclub_id, batch_id, bought_order_id, code_hash, code_sealed, max_uses, created_at, updated_at)
    SELECT b.fanclub_id, b.id, $order::bigint, $digest::bytea, $sealed::text, b.max_uses, $now::timestamptz, $now::timestamptz
    FROM redeem_batches b WHERE b.fanclub_id = $fanclub AND b.plan_id = $plan AND b.sold`,
});

const CODE = {
  id: types.bigint,
  /** The sealed code. Null: it was voided for good. */
  sealed: types.text.orNull,
  isVoid: types.boolean,
  /** Whether its buyer disputes the payment. */
  isDisputed: types.boolean,
  held: types.integer,
  used: types.integer,
};
const CODE_COLUMNS = `
  c.id, c.code_sealed AS sealed, c.voided_at IS NOT NULL AS "isVoid", ${DISPUTED_CODE_SQL} AS "isDisputed", c.held, c.used`;

/** The code that an order bought. */
export const BOUGHT_CODE = statement('bought_codes.of_order', {
  params: ORDER,
  row: CODE,
  text: `SELECT ${CODE_COLUMNS} FROM redeem_codes c WHERE c.fanclub_id = $fanclub AND c.bought_order_id = $order`,
});

export type BoughtCode = RowOf<typeof BOUGHT_CODE>;

/** The same, locked until the end of the transaction. */
export const HOLD_BOUGHT_CODE = statement('bought_codes.hold', {
  params: ORDER,
  row: CODE,
  text: `
    SELECT ${CODE_COLUMNS} FROM redeem_codes c
    WHERE c.fanclub_id = $fanclub AND c.bought_order_id = $order FOR NO KEY UPDATE OF c`,
});

/** Voids the code that an order bought. `$isFinal` also deletes its text. Writes no row if the code was used, or is void in this way. */
export const VOID_BOUGHT_CODE = statement('bought_codes.void', {
  params: { ...ORDER, isFinal: types.boolean, now: types.timestamptz },
  text: `
    UPDATE redeem_codes
    SET voided_at = coalesce(voided_at, $now), code_sealed = CASE WHEN NOT $isFinal THEN code_sealed END, updated_at = $now
    WHERE fanclub_id = $fanclub AND bought_order_id = $order AND used = 0
      AND (voided_at IS NULL OR $isFinal AND code_sealed IS NOT NULL)`,
});

/** Makes the code that an order bought valid again. Writes no row if it was used, or was voided for good. */
export const RESTORE_BOUGHT_CODE = statement('bought_codes.restore', {
  params: { ...ORDER, now: types.timestamptz },
  text: `
    UPDATE redeem_codes SET voided_at = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND bought_order_id = $order AND used = 0 AND voided_at IS NOT NULL AND code_sealed IS NOT NULL`,
});

/** The order that bought the code of another order. No row: staff made the code, or there is none. */
export const PURCHASE_OF_USE = statement('bought_codes.purchase_of_use', {
  params: ORDER,
  row: {
    purchase: types.bigint.neverNullHere,
    /** Whether nobody can use the code any more, and nobody has used it. */
    isLost: types.boolean,
  },
  text: `
    SELECT c.bought_order_id AS purchase, c.voided_at IS NOT NULL AND c.held = 0 AND c.used = 0 AS "isLost"
    FROM redeem_uses u JOIN redeem_codes c ON c.fanclub_id = u.fanclub_id AND c.id = u.code_id
    WHERE u.fanclub_id = $fanclub AND u.order_id = $order AND c.bought_order_id IS NOT NULL`,
});
