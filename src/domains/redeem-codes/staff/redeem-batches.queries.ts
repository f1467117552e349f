import { type RowOf, statement, types } from '#platform/database';
import type { CodeKind, Discount, UseState } from '../redeem-code.entity';
import { PLAN_IDS_SQL } from '../redeem-codes.queries';

/** The batches of a fan club with their figures, by id. `$batch` null: all. */
export const LIST_BATCHES = statement('staff_redeem_codes.batches', {
  params: { fanclub: types.bigint, batch: types.bigint.orNull },
  row: {
    id: types.bigint,
    name: types.text,
    kind: types.textOf<CodeKind>(),
    plans: types.array(types.bigint),
    discount: types.textOf<Discount>().orNull,
    value: types.numeric.orNull,
    currency: types.text,
    coversShipping: types.boolean,
    firstOrderOnly: types.boolean,
    maxUses: types.integer.orNull,
    maxPerMember: types.integer.orNull,
    capacity: types.integer.orNull,
    startsAt: types.timestamptz.orNull,
    endsAt: types.timestamptz.orNull,
    createdAt: types.timestamptz,
    exportedAt: types.timestamptz.orNull,
    voidedAt: types.timestamptz.orNull,
    /** Whether members bought its codes as gifts. */
    sold: types.boolean,
    codes: types.integer,
    voided: types.integer,
    held: types.integer,
    used: types.integer,
  },
  text: `
    SELECT b.id, b.name, b.kind,
           ${PLAN_IDS_SQL} AS plans,
           b.discount, b.value, b.currency, b.covers_shipping AS "coversShipping",
           b.first_order_only AS "firstOrderOnly", b.max_uses AS "maxUses", b.max_per_member AS "maxPerMember",
           b.capacity, b.starts_at AS "startsAt", b.ends_at AS "endsAt", b.created_at AS "createdAt", b.exported_at AS "exportedAt",
           b.voided_at AS "voidedAt", b.sold,
           count(c.id)::integer AS codes, count(c.voided_at)::integer AS voided,
           coalesce(sum(c.held), 0)::integer AS held, coalesce(sum(c.used), 0)::integer AS used
    FROM redeem_batches b LEFT JOIN redeem_codes c ON c.fanclub_id = b.fanclub_id AND c.batch_id = b.id
    WHERE b.fanclub_id = $fanclub AND ($batch::bigint IS NULL OR b.id = $batch)
    GROUP BY b.fanclub_id, b.id ORDER BY b.id`,
});

export type BatchRow = RowOf<typeof LIST_BATCHES>;

/** What the codes of a batch may name: the currency of the fan club, and those of `$plans` that it sells. */
export const PLANS_OF_BATCH = statement('staff_redeem_codes.plans', {
  params: { fanclub: types.bigint, plans: types.array(types.bigint) },
  row: { currency: types.text, known: types.array(types.bigint) },
  text: `
    SELECT f.currency, ARRAY(
      SELECT p.id FROM plans p WHERE p.fanclub_id = f.id AND p.id = ANY ($plans) AND NOT p.deleted) AS known
    FROM fanclubs f WHERE f.id = $fanclub`,
});

const BATCH = { fanclub: types.bigint, batch: types.bigint };

/** Adds a coupon's plans. */
export const ADD_BATCH_PLANS = statement('staff_redeem_codes.add_plans', {
  params: { ...BATCH, plans: types.array(types.bigint) },
  text: `
    INSERT INTO redeem_batch_plans (fanclub_id, batch_id, plan_id)
    SELECT $fanclub::bigint, $batch::bigint, plan FROM unnest($plans::bigint[]) AS plan`,
});

/** Adds the codes of a batch. */
export const ADD_CODES = statement('staff_redeem_codes.add', {
  params: {
    ...BATCH,
    digests: types.array(types.bytea),
    sealed: types.array(types.text),
    maxUses: types.integer.orNull,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO redeem_codes (fanclub_id, batch_id, code_hash, code_sealed, max_uses, created_at, updated_at)
    SELECT $fanclub::bigint, $batch::bigint, digest, sealed, $maxUses::integer, $now::timestamptz, $now::timestamptz FROM unnest($digests::bytea[], $sealed::text[]) AS new (digest, sealed)`,
});

/** The codes of a batch, the oldest first. */
export const LIST_CODES = statement('staff_redeem_codes.codes', {
  params: { ...BATCH, limit: types.bigint, offset: types.bigint },
  row: {
    id: types.bigint,
    held: types.integer,
    used: types.integer,
    maxUses: types.integer.orNull,
    voidedAt: types.timestamptz.orNull,
    total: types.integer,
  },
  text: `
    SELECT id, held, used, max_uses AS "maxUses", voided_at AS "voidedAt", (count(*) OVER ())::integer AS total
    FROM redeem_codes WHERE fanclub_id = $fanclub AND batch_id = $batch ORDER BY id LIMIT $limit OFFSET $offset`,
});

/** The orders that use codes of a batch, the newest first. */
export const LIST_USES = statement('staff_redeem_codes.uses', {
  params: { ...BATCH, limit: types.bigint, offset: types.bigint },
  row: {
    order: types.bigint,
    code: types.bigint,
    customer: types.bigint,
    plan: types.bigint,
    state: types.textOf<UseState>(),
    discount: types.numeric.orNull,
    orderTotal: types.numeric.orNull,
    createdAt: types.timestamptz,
    usedAt: types.timestamptz.orNull,
    total: types.integer,
  },
  text: `
    SELECT u.order_id AS order, u.code_id AS code, u.customer_id AS customer, o.plan_id AS plan, u.state, o.discount,
           o.total AS "orderTotal", u.created_at AS "createdAt", u.used_at AS "usedAt", (count(*) OVER ())::integer AS total
    FROM redeem_uses u
    JOIN redeem_codes c ON c.fanclub_id = u.fanclub_id AND c.id = u.code_id
    JOIN orders o ON o.fanclub_id = u.fanclub_id AND o.id = u.order_id
    WHERE u.fanclub_id = $fanclub AND c.batch_id = $batch ORDER BY u.order_id DESC LIMIT $limit OFFSET $offset`,
});

/** The sealed codes of a batch that are not void. */
export const SEALED_CODES = statement('staff_redeem_codes.sealed', {
  params: BATCH,
  row: { id: types.bigint, sealed: types.text.neverNullHere },
  text: `
    SELECT id, code_sealed AS sealed FROM redeem_codes
    WHERE fanclub_id = $fanclub AND batch_id = $batch AND voided_at IS NULL AND code_sealed IS NOT NULL ORDER BY id`,
});

/** Deletes the sealed codes, so that only their digests are left. */
export const DELETE_SEALED = statement('staff_redeem_codes.delete_sealed', {
  params: { ...BATCH, now: types.timestamptz },
  text: `
    UPDATE redeem_codes SET code_sealed = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND batch_id = $batch AND code_sealed IS NOT NULL`,
});

/** Voids the codes of a batch, or one of them, for good. Held uses stay: their price was promised. */
export const VOID_CODES = statement('staff_redeem_codes.void', {
  params: { ...BATCH, code: types.bigint.orNull, now: types.timestamptz },
  text: `
    UPDATE redeem_codes SET voided_at = coalesce(voided_at, $now), code_sealed = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND batch_id = $batch AND ($code::bigint IS NULL OR id = $code)
      AND (voided_at IS NULL OR code_sealed IS NOT NULL)`,
});
