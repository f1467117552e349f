import { isoUtc } from '#libs/format';
import { compare, subtract } from '#libs/money';
import type { RowOf } from '#platform/database';
import type { Reach } from '#platform/staff';
import { titleOf } from '#domains/payment-providers';
import type { RefundEffect } from '../refunds/refund.entity';
import type {
  FIND_STAFF_ORDER,
  LIST_ORDER_DISPUTES,
  LIST_ORDER_TRANSITIONS,
  StaffPaymentRow,
  StaffRefundRow,
} from './staff-payments.queries';

/** An attempt to pay. Masked: without the card. */
export const paymentShape = (row: StaffPaymentRow, isMasked: boolean) => ({
  id: row.id,
  provider: row.provider,
  provider_title: titleOf(row.provider),
  live: row.live,
  reference: row.ref,
  state: row.surplus ? 'surplus' : row.state,
  amount: row.amount,
  refunded: row.refunded,
  currency: row.currency,
  card:
    isMasked || row.cardBrand === null || row.cardLast4 === null
      ? null
      : { brand: row.cardBrand, last4: row.cardLast4 },
  failure: row.failure,
  created_at: isoUtc(row.createdAt),
  settled_at: row.settledAt && isoUtc(row.settledAt),
});

/** A refund. Masked: without reason and note. */
export const refundShape = (row: StaffRefundRow, isMasked: boolean) => ({
  id: row.id,
  payment_id: row.paymentId,
  amount: row.amount,
  currency: row.currency,
  state: row.state,
  effect: row.effect,
  reason: isMasked ? null : row.reason,
  note: isMasked ? null : row.note,
  failure: row.failure,
  by: row.by,
  created_at: isoUtc(row.createdAt),
});

/** A dispute; `won` is for the fan club. */
export const disputeShape = (row: RowOf<typeof LIST_ORDER_DISPUTES>) => ({
  payment_id: row.paymentId,
  reference: row.ref,
  amount: row.amount,
  currency: row.currency,
  state: row.state,
  opened_at: isoUtc(row.openedAt),
  decided_at: row.decidedAt && isoUtc(row.decidedAt),
});

export const transitionShape = ({ at, ...row }: RowOf<typeof LIST_ORDER_TRANSITIONS>) => ({
  ...row,
  at: isoUtc(at),
});

/**
 * The refund that a person may make of an order. Null: none. `most` is the limit minus earlier refunds.
 * @param reach of `orders.refund`; null without it
 */
export function refundable(
  { isUpgrade, isQueued, supportLimit, isDisputed }: RowOf<typeof FIND_STAFF_ORDER>,
  payments: readonly StaffPaymentRow[],
  refunds: readonly StaffRefundRow[],
  reach: Reach | null,
) {
  const failed = new Set(refunds.filter(({ state }) => state === 'failed').map(({ paymentId }) => paymentId));
  const taken = payments.filter(({ state }) => state === 'succeeded');
  // The same choice as in `refunds.hold_paid`.
  const surplus = taken.find(
    ({ id, surplus, amount, refunded }) => surplus && failed.has(id) && compare(refunded, amount) < 0,
  );
  const paid = surplus ?? taken.find((one) => !one.surplus);
  if (!paid || reach === null || isDisputed) return null;
  const limit = reach === 'limited' && compare(supportLimit, paid.amount) < 0 ? supportLimit : paid.amount;
  if (compare(paid.refunded, limit) >= 0) return null;
  const others: RefundEffect[] = [
    isQueued ? 'cancel_queued' : 'cancel',
    ...(isUpgrade ? ['restore' as const] : []),
  ];
  const effects: RefundEffect[] = ['keep', ...(surplus ? [] : others)];
  return {
    most: subtract(limit, paid.refunded),
    left: subtract(paid.amount, paid.refunded),
    currency: paid.currency,
    effects,
  };
}
