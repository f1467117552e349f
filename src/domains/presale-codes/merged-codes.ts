import { statement, type Statements, types } from '#platform/database';

const PAIR = { fanclub: types.bigint, from: types.bigint, into: types.bigint, now: types.timestamptz };

/** Voids unused codes of the other customer in pools of which the customer has used one: the seller knows that one. */
export const VOID_UNUSED_CODES = statement('presale_codes.void_unused', {
  params: PAIR,
  text: `
    UPDATE presale_codes k
    SET voided_at = $now, void_reason = 'An account with a used code was merged into this one', updated_at = $now
    WHERE k.fanclub_id = $fanclub AND k.customer_id = $into AND k.voided_at IS NULL AND k.used_at IS NULL AND EXISTS (
      SELECT FROM presale_codes o
      WHERE o.fanclub_id = $fanclub AND o.pool_id = k.pool_id AND o.customer_id = $from AND o.voided_at IS NULL
        AND o.used_at IS NOT NULL)`,
});

/** Voids the live codes of pools of which the other customer has one as well. */
export const VOID_DOUBLE_CODES = statement('presale_codes.void_double', {
  params: PAIR,
  row: { id: types.bigint },
  text: `
    UPDATE presale_codes k
    SET voided_at = $now, void_reason = 'The account was merged into another one with a code', updated_at = $now
    WHERE k.fanclub_id = $fanclub AND k.customer_id = $from AND k.voided_at IS NULL AND EXISTS (
      SELECT FROM presale_codes o
      WHERE o.fanclub_id = $fanclub AND o.pool_id = k.pool_id AND o.customer_id = $into AND o.voided_at IS NULL)
    RETURNING k.id`,
});

/** Moves codes. Their places in a group follow those of the other customer, who may have more than the limit then. */
export const MOVE_CODES = statement('presale_codes.move', {
  params: PAIR,
  text: `
    UPDATE presale_codes k
    SET customer_id = $into, updated_at = $now, limit_place = CASE WHEN k.voided_at IS NOT NULL THEN k.limit_place ELSE k.limit_place + coalesce((
      SELECT max(o.limit_place) FROM presale_codes o
      WHERE o.fanclub_id = $fanclub AND o.customer_id = $into AND o.limit_group = k.limit_group AND o.voided_at IS NULL), 0) END
    WHERE k.fanclub_id = $fanclub AND k.customer_id = $from`,
});

/**
 * Moves the presale codes to another account of the same person, which keeps its own: of two codes of a pool, the moved one is void, unless
 * it is the only used one.
 * @returns the ids of the voided ones
 */
export async function moveCodes(
  tx: Statements,
  pair: { readonly fanclub: number; readonly from: number; readonly into: number },
  now: Date,
): Promise<number[]> {
  await tx.run(VOID_UNUSED_CODES, { ...pair, now });
  const voided = await tx.rows(VOID_DOUBLE_CODES, { ...pair, now });
  await tx.run(MOVE_CODES, { ...pair, now });
  return voided.map(({ id }) => id);
}
