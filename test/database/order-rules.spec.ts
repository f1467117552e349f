import fc from 'fast-check';
import { COMPLETED_SQL, DUE_SQL, OPEN_SQL } from '../../src/domains/orders';
import { isCompleted, isOpen } from '../../src/domains/orders/order.rules';
import { type OpenDatabase, openDatabase } from '../support/open-database';

const someTime = fc.option(fc.constantFrom(new Date('2026-06-01'), new Date('2026-06-02')));
const amount = fc.constantFrom('0.00', '0.01', '25.00');

/** An order, and the price of its plan. Only orders of the checkout can be closed. */
const order = fc
  .record({
    paidAt: someTime,
    closedAt: someTime,
    refundedAt: someTime,
    checkoutReference: fc.option(fc.constant('r')),
    total: fc.option(amount),
    price: amount,
  })
  .filter(({ closedAt, checkoutReference }) => closedAt === null || checkoutReference !== null);
const orders = fc.array(order, { minLength: 1, maxLength: 40 });

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** Which orders a condition over `o` and `p` takes. */
async function taken(condition: string, rows: readonly Order[]): Promise<unknown[]> {
  const column = (name: keyof Order) => rows.map((row) => row[name]);
  const found = await database.dataSource.query<{ value: unknown }[]>(
    `SELECT ${condition} AS value
     FROM unnest($1::timestamptz[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::numeric[], $6::numeric[])
          WITH ORDINALITY AS o (paid_at, closed_at, refunded_at, checkout_reference, total, price, n)
     CROSS JOIN LATERAL (SELECT o.price) p
     ORDER BY o.n`,
    [
      column('paidAt'),
      column('closedAt'),
      column('refundedAt'),
      column('checkoutReference'),
      column('total'),
      column('price'),
    ],
  );
  return found.map(({ value }) => value);
}

type Order = typeof order extends fc.Arbitrary<infer One> ? One : never;

describe('for the same orders, SQL and the functions agree', () => {
  const agree = (check: (rows: Order[]) => Promise<void>): Promise<void> =>
    fc.assert(fc.asyncProperty(orders, check), { numRuns: 200 });

  it('which are completed, and which of these are due', () =>
    agree(async (rows) => {
      const completed = rows.map((row) => isCompleted(row, row));
      expect(await taken(COMPLETED_SQL, rows)).toEqual(completed);
      const due = rows.map(({ refundedAt }, at) => completed[at] && refundedAt === null);
      expect(await taken(DUE_SQL, rows)).toEqual(due);
    }));

  it('which are open; an imported one never is', () =>
    agree(async (rows) => {
      const expected = rows.map((row) => row.checkoutReference !== null && isOpen(row));
      expect(await taken(`${OPEN_SQL} IS TRUE`, rows)).toEqual(expected);
    }));

  it('an order that is open is not completed', () =>
    agree(async (rows) => {
      expect(await taken(`${OPEN_SQL} AND ${COMPLETED_SQL} IS TRUE`, rows)).not.toContain(true);
    }));
});
