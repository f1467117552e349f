import { add, includedTax, subtract } from '#libs/money';
import type { Movement } from '#domains/payment-providers';

/**
 * What moved money. `sale`: an order was paid. `surplus`: a payment that nothing was bought with, and that is refunded.
 * `refund_failed`: a refund that had succeeded was returned by the buyer's bank. `dispute`: the bank took a payment back; `dispute_won`: it
 * returned it.
 */
export const BOOKING_KINDS = [
  'sale',
  'surplus',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
] as const;
export type BookingKind = (typeof BOOKING_KINDS)[number];

/** A movement of money as it is stored. Amounts are decimals. */
export interface BookedRow {
  readonly kind: BookingKind;
  readonly currency: string;
  /** The amount of the payment. */
  readonly paid: string;
  /** The amount that moved, without sign. */
  readonly moved: string;
  /** What was given back of the payment before this movement. */
  readonly returnedBefore: string;
  /** Percent. Null: no tax. */
  readonly taxRate: string | null;
}

/** A booking in signed decimals: what was taken is positive, what was given back is negative. */
export interface Booked {
  readonly amount: string;
  /** The tax in it. */
  readonly tax: string;
  /** The amount without tax. */
  readonly net: string;
}

/**
 * The amounts of a movement. The tax is the difference between the taxes in what the fan club keeps before and after it, so partial
 * refunds never add up to another tax than that of the receipt.
 */
export function bookedOf({ kind, currency, paid, moved, returnedBefore, taxRate }: BookedRow): Booked {
  const isTaken = kind !== 'refund' && kind !== 'dispute';
  const before = kind === 'sale' || kind === 'surplus' ? '0.00' : subtract(paid, returnedBefore);
  const amount = isTaken ? add(moved) : subtract('0', moved);
  const taxIn = (kept: string): string => (taxRate === null ? '0.00' : includedTax(kept, taxRate, currency));
  const tax = subtract(taxIn(add(before, amount)), taxIn(before));
  return { amount, tax, net: subtract(amount, tax) };
}

/** The sums of bookings in one currency, as signed decimals. */
export interface BookedTotals {
  readonly currency: string;
  readonly sales: string;
  readonly surplus: string;
  /** Refunds less those that failed; not positive. */
  readonly refunds: string;
  /** Disputes less those that were won; not positive, but for disputes of an earlier month. */
  readonly disputes: string;
  readonly amount: string;
  readonly tax: string;
  readonly net: string;
  /** The number of bookings. */
  readonly count: number;
}

type Summed = Pick<BookedRow, 'kind' | 'currency'> & Booked;

/** The totals by currency, in alphabetical order. */
export class BookedSums {
  private readonly sums = new Map<string, BookedTotals>();

  add({ kind, currency, amount, tax, net }: Summed): void {
    const sum = this.sums.get(currency) ?? nothing(currency);
    const isRefund = kind === 'refund' || kind === 'refund_failed';
    const isDispute = kind === 'dispute' || kind === 'dispute_won';
    this.sums.set(currency, {
      currency,
      sales: kind === 'sale' ? add(sum.sales, amount) : sum.sales,
      surplus: kind === 'surplus' ? add(sum.surplus, amount) : sum.surplus,
      refunds: isRefund ? add(sum.refunds, amount) : sum.refunds,
      disputes: isDispute ? add(sum.disputes, amount) : sum.disputes,
      amount: add(sum.amount, amount),
      tax: add(sum.tax, tax),
      net: add(sum.net, net),
      count: sum.count + 1,
    });
  }

  get totals(): readonly BookedTotals[] {
    return [...this.sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
  }
}

const nothing = (currency: string): BookedTotals => ({
  currency,
  ...{
    sales: '0.00',
    surplus: '0.00',
    refunds: '0.00',
    disputes: '0.00',
    amount: '0.00',
    tax: '0.00',
    net: '0.00',
    count: 0,
  },
});

/** A booking as the comparison reads it. */
export interface ComparedBooking extends Pick<Booked, 'amount'> {
  readonly at: Date;
  readonly kind: BookingKind;
  readonly orderId: number;
  readonly currency: string;
  readonly paymentRef: string | null;
  readonly refundRef: string | null;
}

/** A movement that is not the same on both sides. An amount is null on the side that has none. */
export interface Difference {
  readonly at: Date;
  readonly kind: Movement['kind'];
  /** The provider's id of the payment, refund or dispute. Null: ours has none. */
  readonly reference: string | null;
  /** Null: no order of ours. */
  readonly orderId: number | null;
  readonly currency: string;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** What a comparison of a month with one account of a provider found. */
export interface ComparedMonth {
  /** The sums of both sides by currency. They are equal if there is no difference. */
  readonly sums: readonly { readonly currency: string; readonly ours: string; readonly theirs: string }[];
  /** What the provider charged for these movements, by the currency of its payouts. */
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
  readonly differences: readonly Difference[];
}

/** A refund that failed before it succeeded is no booking, nor is a dispute that was won before it was read. Providers list both movements. */
const OPPOSITES: Readonly<Partial<Record<Movement['kind'], Movement['kind']>>> = {
  refund: 'refund_failed',
  refund_failed: 'refund',
  dispute: 'dispute_won',
  dispute_won: 'dispute',
};

interface Span {
  readonly from: Date;
  readonly until: Date;
}

/**
 * Compares bookings with the movements that a provider lists. Both lists reach beyond the month, because the provider may have another
 * time for the same movement: ours decides to which month it belongs.
 */
export function compareMonth(
  bookings: readonly ComparedBooking[],
  movements: readonly Movement[],
  { from, until }: Span,
): ComparedMonth {
  const isWithin = ({ at }: { readonly at: Date }): boolean => at >= from && at < until;
  const theirs = new Map(movements.map((movement) => [`${movement.kind} ${movement.reference}`, movement]));
  const sums = new Map<string, { currency: string; ours: string; theirs: string }>();
  const fees = new Map<string, { currency: string; amount: string }>();
  const differences: Difference[] = [];
  const count = (currency: string, ours: string | null, found: Movement | null): void => {
    const sum = sums.get(currency) ?? { currency, ours: '0.00', theirs: '0.00' };
    sums.set(currency, {
      currency,
      ours: add(sum.ours, ours ?? '0'),
      theirs: add(sum.theirs, found?.amount ?? '0'),
    });
    if (!found) return;
    const fee = fees.get(found.fee.currency) ?? { currency: found.fee.currency, amount: '0.00' };
    fees.set(fee.currency, { ...fee, amount: add(fee.amount, found.fee.amount) });
  };
  for (const booking of bookings) {
    const { at, orderId, currency, amount: ours } = booking;
    const kind = movementKindOf(booking.kind);
    const reference = kind === 'payment' ? booking.paymentRef : booking.refundRef;
    const key = `${kind} ${reference}`;
    const found = theirs.get(key) ?? null;
    theirs.delete(key);
    if (!isWithin(booking)) continue;
    count(currency, ours, found);
    if (found?.amount === ours && found.currency === currency) continue;
    differences.push({ at, kind, reference, orderId, currency, ours, theirs: found?.amount ?? null });
  }
  for (const movement of [...theirs.values()].filter(isWithin)) {
    if (theirs.has(`${OPPOSITES[movement.kind]} ${movement.reference}`)) continue;
    const { at, kind, reference, currency, amount } = movement;
    count(currency, null, movement);
    differences.push({ at, kind, reference, orderId: null, currency, ours: null, theirs: amount });
  }
  return { sums: [...sums.values()], fees: [...fees.values()], differences };
}

function movementKindOf(kind: BookingKind): Movement['kind'] {
  return kind === 'sale' || kind === 'surplus' ? 'payment' : kind;
}
