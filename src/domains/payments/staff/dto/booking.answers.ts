import { COUNT, MONEY, Shaped, TEXT } from '#platform/reference';

/** The sums of a month in one currency. What was given back is negative. */
export class BookedTotalsOfMonth {
  @Shaped(TEXT) currency!: string;
  @Shaped(MONEY, { description: 'Paid orders.' }) sales!: string;
  @Shaped(MONEY, { description: 'Payments that nothing was bought with, and that are refunded.' })
  surplus!: string;
  @Shaped(MONEY, { description: 'Refunds less those that failed later.' }) refunds!: string;
  @Shaped(MONEY, { description: 'Disputes less those that were won.' }) disputes!: string;
  @Shaped(MONEY, { description: 'The sum of the four.' }) amount!: string;
  @Shaped(MONEY, { description: 'The tax in it.' }) tax!: string;
  @Shaped(MONEY, { description: 'The sum without tax.' }) net!: string;
  @Shaped(COUNT, { description: 'The number of bookings.' }) count!: number;
}

/** What a fan club took and gave back in a month of its calendar. */
export class BookingsOfMonth {
  @Shaped(TEXT, { description: '`2026-10`' }) month!: string;
  @Shaped([BookedTotalsOfMonth]) totals!: readonly BookedTotalsOfMonth[];
}
