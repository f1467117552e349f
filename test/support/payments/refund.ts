import { RefundsService, type RefundWish } from '../../../src/domains/payments';
import { Sql } from '../../../src/platform/database';
import type { TestApp } from '../start-test-app';

/** A refund in a test: of all that was paid, with the usual effect, unless the wish says otherwise. */
export type Wish = Partial<RefundWish> & Pick<RefundWish, 'orderId'>;

/** Stores a refund without sending it. @returns its id */
export async function requestRefund(t: TestApp, fanclub: { id: number }, wish: Wish): Promise<number> {
  const whole = { amount: null, reason: 'asked for it', effect: null, staffId: null };
  const { id } = await t.app
    .get(Sql)
    .transaction((tx) => t.app.get(RefundsService).request(tx, fanclub, { ...whole, ...wish }));
  return id;
}

/** Refunds an order as an operator does. @returns the state of the refund */
export async function refundOrder(t: TestApp, fanclub: { id: number }, wish: Wish): Promise<string> {
  return t.app.get(RefundsService).submit(fanclub.id, await requestRefund(t, fanclub, wish), 'command');
}
