import { isoUtc } from '#libs/format';
import type { Cells } from '#libs/csv';
import type { RowOf } from '#platform/database';
import { initial, maskedEmail } from '#platform/staff';
import { controlsOf } from '../renewal-controls.rules';
import type { StaffRenewal, StaffRenewalListItem } from './dto/renewal.answers';
import type {
  RENEWAL_MAILS,
  RENEWAL_ORDERS,
  RENEWAL_PAYMENTS,
  RENEWAL_TRANSITIONS,
  StaffRenewalRow,
} from './staff-renewals.queries';

const iso = (at: Date | null): string | null => at && isoUtc(at);

/** A renewal in a list. Masked: without the member's name and address. */
export const renewalItem = (row: StaffRenewalRow, isMasked: boolean): StaffRenewalListItem => ({
  id: row.id,
  member: {
    id: row.customerId,
    email: isMasked ? maskedEmail(row.email) : row.email,
    first_name: isMasked ? initial(row.firstName) : row.firstName,
    last_name: isMasked ? initial(row.lastName) : row.lastName,
    auto_renewal_enabled: row.autoRenewalEnabled,
  },
  kind: row.kind,
  state: row.state,
  reason: row.reason,
  automatic: row.automatic,
  plan: { id: row.presentPlanId, name: row.presentPlanName },
  next_plan: row.planId === null || row.planName === null ? null : { id: row.planId, name: row.planName },
  amount: row.amount,
  currency: row.currency,
  day: iso(row.day),
});

/** What the page of a renewal shows besides its row. */
export interface RenewalHistory {
  readonly changes: readonly RowOf<typeof RENEWAL_TRANSITIONS>[];
  readonly orders: readonly RowOf<typeof RENEWAL_ORDERS>[];
  readonly payments: readonly RowOf<typeof RENEWAL_PAYMENTS>[];
  readonly mails: readonly RowOf<typeof RENEWAL_MAILS>[];
  /** Where the member pays. Null: nothing can be paid. */
  readonly link: string | null;
}

/** A renewal with its history. Masked: also without card and link. */
export function renewalPage(
  row: StaffRenewalRow,
  { changes, orders, payments, mails, link }: RenewalHistory,
  { isMasked, now }: { isMasked: boolean; now: Date },
): StaffRenewal {
  const { cardBrand: brand, cardLast4: last4, cardExpires: expires } = row;
  const hasCard = brand !== null && last4 !== null && expires !== null;
  return {
    ...renewalItem(row, isMasked),
    card: hasCard && !isMasked ? { brand, last4, expires } : null,
    payment_link: isMasked ? null : link,
    announced_at: iso(row.announcedAt),
    charge_at: iso(row.chargeAt),
    tries: row.tries,
    controls: controlsOf(row, now),
    created_at: isoUtc(row.createdAt),
    changes: changes.map(({ at, from, to, cause }) => ({ at: isoUtc(at), from, to, cause })),
    orders: orders.map((order) => ({
      id: order.id,
      plan_name: order.planName,
      total: order.total,
      currency: order.currency,
      state: stateOf(order),
      created_at: isoUtc(order.createdAt),
    })),
    payments: payments.map((payment) => ({
      order_id: payment.orderId,
      state: payment.state,
      automatic: payment.automatic,
      amount: payment.amount,
      currency: payment.currency,
      failure: payment.failure,
      created_at: isoUtc(payment.createdAt),
    })),
    mails: mails.map(({ kind, queuedAt }) => ({ kind, queued_at: isoUtc(queuedAt) })),
  };
}

/** The state of an order of a renewal. `open`: it can still be paid. */
export function stateOf({ refundedAt, paidAt, closedAt }: RowOf<typeof RENEWAL_ORDERS>) {
  if (refundedAt) return 'refunded';
  if (paidAt) return 'paid';
  return closedAt ? 'closed' : 'open';
}

export const RENEWAL_HEADINGS = [
  'renewal_id',
  'member_id',
  'kind',
  'state',
  'reason',
  'automatic',
  'plan',
  'next_plan',
  'amount',
  'currency',
  'day',
  'announced_at',
  'charge_at',
  'declined',
  'order_id',
];

/** A renewal in a file, which has no personal data but ids. */
export const renewalCells = (row: StaffRenewalRow): Cells => ({
  renewal_id: String(row.id),
  member_id: String(row.customerId),
  kind: row.kind,
  state: row.state,
  reason: row.reason ?? '',
  automatic: String(row.automatic),
  plan: row.presentPlanName,
  next_plan: row.planName ?? '',
  amount: row.amount ?? '',
  currency: row.amount === null ? '' : row.currency,
  day: iso(row.day) ?? '',
  announced_at: iso(row.announcedAt) ?? '',
  charge_at: iso(row.chargeAt) ?? '',
  declined: String(row.tries),
  order_id: row.orderId === null ? '' : String(row.orderId),
});
