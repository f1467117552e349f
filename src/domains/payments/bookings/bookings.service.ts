import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { type RowOf, Sql } from '#platform/database';
import { type Movement, PaymentAccountsService } from '#domains/payment-providers';
import { LIST_ACCOUNTS } from '../problems/problems.queries';
import {
  type Booked,
  bookedOf,
  BookedSums,
  type BookedTotals,
  type ComparedMonth,
  compareMonth,
} from './booking.rules';
import { BOOKED_MONTH, NEXT_BOOKINGS } from './bookings.queries';

/** A booking of a fan club. */
export type Booking = Omit<RowOf<typeof NEXT_BOOKINGS>, 'paid' | 'moved' | 'returnedBefore'> & Booked;

/** A month with one account of a provider. */
export interface AccountMonth extends ComparedMonth {
  readonly id: number;
  /** The provider's name of the account. */
  readonly ref: string;
}

type Month = RowOf<typeof BOOKED_MONTH>;

/** The rows that are in memory at once. */
const PAGE = 1_000;

/** Milliseconds by which the provider's time of a movement may differ: refunds made there are found by the next comparison. */
const MARGIN = 7 * 24 * 3_600_000;

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

/** Whether a text is a month: `2026-10`. */
export const isMonth = (text: string): boolean => MONTH.test(text);

/** What a fan club took and gave back in a month, for its bookkeeper. A month is one of the fan club's calendar: `2026-10`. */
@Injectable()
export class BookingsService {
  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
  ) {}

  /** The time span of a month. */
  async month(fanclub: number, month: string): Promise<Month> {
    return (await this.sql.first(BOOKED_MONTH, { fanclub, month }))!;
  }

  /** The bookings of a time span by time, read as they are taken. */
  async *bookings(fanclub: number, { from, until }: Pick<Month, 'from' | 'until'>): AsyncGenerator<Booking> {
    let after = { afterAt: from, afterId: 0 };
    let isLast = false;
    while (!isLast) {
      const page = await this.sql.rows(NEXT_BOOKINGS, { fanclub, from, until, ...after, limit: PAGE });
      for (const { paid, moved, returnedBefore, ...row } of page)
        yield { ...row, ...bookedOf({ ...row, paid, moved, returnedBefore }) };
      const last = page.at(-1);
      if (last) after = { afterAt: last.at, afterId: last.id };
      isLast = page.length < PAGE;
    }
  }

  /** The sums of a month by currency. */
  async totals(fanclub: number, month: string): Promise<readonly BookedTotals[]> {
    const sums = new BookedSums();
    for await (const booking of this.bookings(fanclub, await this.month(fanclub, month))) sums.add(booking);
    return sums.totals;
  }

  /** Compares a month with what each account lists as movements of its balance. @throws ProviderError */
  async compare({ id: fanclubId }: FanclubInfo, month: string): Promise<readonly AccountMonth[]> {
    const span = await this.month(fanclubId, month);
    const from = new Date(span.from.getTime() - MARGIN);
    const until = new Date(span.until.getTime() + MARGIN);
    const ours: Booking[] = [];
    for await (const booking of this.bookings(fanclubId, { from, until })) ours.push(booking);
    const compared: AccountMonth[] = [];
    for (const { id, ref } of await this.sql.rows(LIST_ACCOUNTS, { fanclub: fanclubId })) {
      const account = await this.accounts.accountOf({ fanclubId, accountId: id });
      const theirs: Movement[] = [];
      await this.accounts.ask(account, 'movements', async (client) => {
        for await (const movement of client.movements(from, until)) theirs.push(movement);
      });
      compared.push({
        id,
        ref,
        ...compareMonth(
          ours.filter((booking) => booking.account === id),
          theirs,
          span,
        ),
      });
    }
    return compared;
  }
}
