import { Injectable } from '@nestjs/common';
import type { Cells } from '#libs/csv';
import { isoUtc, localDate } from '#libs/format';
import type { StaffViewer } from '#platform/staff';
import { type Booking, BookingsService } from '../bookings/bookings.service';

export const BOOKING_HEADINGS = [
  'date',
  'time',
  'kind',
  'receipt_number',
  'order_id',
  'member_id',
  'plan',
  'currency',
  'amount',
  'tax_rate',
  'tax',
  'net',
  'provider',
  'payment',
  'refund',
];

/** The bookings of a fan club for staff. They hold no personal data but ids. */
@Injectable()
export class StaffBookingsService {
  constructor(private readonly bookings: BookingsService) {}

  /** The sums of a month. */
  async totals({ fanclubId }: StaffViewer, month: string): Promise<object> {
    return { month, totals: await this.bookings.totals(fanclubId, month) };
  }

  /** The bookings of a month as rows of a file, read as it is sent. */
  async rows({ fanclubId }: StaffViewer, month: string): Promise<AsyncIterable<Cells>> {
    const span = await this.bookings.month(fanclubId, month);
    return cellsOf(this.bookings.bookings(fanclubId, span), span.timeZone);
  }
}

async function* cellsOf(bookings: AsyncIterable<Booking>, timeZone: string): AsyncGenerator<Cells> {
  for await (const booking of bookings)
    yield {
      date: localDate(booking.at, timeZone),
      time: isoUtc(booking.at),
      kind: booking.kind,
      receipt_number: booking.receipt === null ? '' : String(booking.receipt),
      order_id: String(booking.orderId),
      member_id: String(booking.customerId),
      plan: booking.plan,
      currency: booking.currency,
      amount: booking.amount,
      tax_rate: booking.taxRate ?? '',
      tax: booking.tax,
      net: booking.net,
      provider: booking.provider,
      payment: booking.paymentRef ?? '',
      refund: booking.refundRef ?? '',
    };
}
