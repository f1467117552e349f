import { instantOf, isoUtc } from '#libs/format';
import { isPayable } from '#libs/money';
import { invalidField } from '#platform/staff';
import type { RedeemBatchOfClub } from './dto/redeem-codes.answers';
import type { NewRedeemBatch } from './dto/redeem-codes.bodies';
import type { BatchRow } from './redeem-batches.queries';

/**
 * Checks what the fields of a new batch say together.
 * @param known those of its plans that the fan club has
 * @throws Problem (422)
 */
export function checkBatch(body: NewRedeemBatch, currency: string, known: readonly number[]): void {
  const { kind, plans, discount = null, value = null } = body;
  if (plans.some((plan) => !known.includes(plan)))
    throw invalidField('#/plans', 'must name plans of this fan club');
  const [starts, ends] = [body.starts_at, body.ends_at].map(dateOf);
  if (starts === null && body.starts_at != null) throw invalidField('#/starts_at', NO_TIME);
  if (ends === null && body.ends_at != null) throw invalidField('#/ends_at', NO_TIME);
  if (starts !== null && ends !== null && ends <= starts)
    throw invalidField('#/ends_at', 'must be after the start');
  if (kind === 'gift') {
    if (plans.length !== 1) throw invalidField('#/plans', 'must name the plan that the codes give');
    const given = Object.entries({
      discount,
      value,
      max_uses: body.max_uses,
      max_per_member: body.max_per_member,
      first_order_only: body.first_order_only,
    }).find(([, one]) => one != null && one !== false);
    if (given) throw invalidField(`#/${given[0]}`, 'is for coupons only');
    return;
  }
  if (discount === null) throw invalidField('#/discount', 'must say what the value means');
  if (value === null) throw invalidField('#/value', 'must be a number');
  if (discount === 'percent' && Number(value) > 100) throw invalidField('#/value', 'must be at most 100');
  if (discount !== 'percent' && !isPayable(value, currency))
    throw invalidField('#/value', `must be a whole number, because ${currency} has no decimals`);
}

const NO_TIME = 'must be a time such as 2027-01-31T00:00:00Z';

/** Null: no text, or not a time. */
export const dateOf = (text: string | null | undefined): Date | null =>
  text == null ? null : instantOf(text);

/** A batch as staff see it. */
export function batchShape(row: BatchRow): RedeemBatchOfClub {
  const { id, name, kind, plans, discount, value, currency, codes, voided, held, used } = row;
  return {
    ...{ id, name, kind, plans, discount, value, currency },
    covers_shipping: row.coversShipping,
    first_order_only: row.firstOrderOnly,
    max_uses: row.maxUses,
    max_per_member: row.maxPerMember,
    capacity: row.capacity,
    starts_at: row.startsAt && isoUtc(row.startsAt),
    ends_at: row.endsAt && isoUtc(row.endsAt),
    created_at: isoUtc(row.createdAt),
    exported_at: row.exportedAt && isoUtc(row.exportedAt),
    voided_at: row.voidedAt && isoUtc(row.voidedAt),
    sold: row.sold,
    ...{ codes, voided, held, used },
  };
}
