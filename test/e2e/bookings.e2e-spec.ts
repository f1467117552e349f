import type { Customer } from '#domains/accounts/customer.entity';
import { BookingsService } from '#domains/payments';
import type { Plan } from '#domains/plans/plan.entity';
import { Published } from '../../src/platform/published';
import type { ModelBank } from '../support/payments/model-bank';
import { refundOrder } from '../support/payments/refund';
import { withModelBank } from '../support/payments/with-model-bank';
import { Shopper } from '../support/shoppers';
import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let ada: Customer;
let gold: Plan;
let club: { id: number };

beforeEach(async () => {
  club = await t.given.fanclub({ timeZone: 'America/Los_Angeles', taxRate: '19.00', taxText: 'VAT' });
  bank = await withModelBank(t);
  ada = await t.given.customer();
  gold = await t.given.plan({ name: 'Gold', price: '50.00' });
});
afterEach(() => jest.restoreAllMocks());

const path = (rest: string): string => `/fanclubs/${club.id}/${rest}`;

const buy = async (customer: Customer): Promise<number> =>
  (await Shopper.of(t, customer)).buyAndPay(gold, bank);

/** The rows of the file; no cell of these tests is quoted. */
async function rowsOf(client: StaffClient, month: string): Promise<Record<string, string>[]> {
  const text = await client.text(path(`bookings.csv?month=${month}`));
  const [headings, ...rows] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [headings[at], cell])));
}

const totalsOf = async (client: StaffClient, month: string): Promise<unknown> =>
  ((await client.get(path(`bookings?month=${month}`))).body as { totals: unknown }).totals;

describe('the bookings of a month', () => {
  it('are its receipts and refunds with their tax, also after the rate of the fan club changed', async () => {
    const order = await buy(ada);
    await refundOrder(t, club, { orderId: order, amount: '20.00', effect: 'keep' });
    await t.db.query(`UPDATE fanclubs SET tax_rate = '7.00' WHERE id = $1`, [club.id]);
    const viewer = await staffOf(t, 'viewer');
    const common = { date: '2026-06-15', receipt_number: '1', order_id: String(order), plan: 'Gold' };
    const money = { currency: 'USD', tax_rate: '19.00', member_id: String(ada.id) };
    expect(await rowsOf(viewer, '2026-06')).toMatchObject([
      { ...common, ...money, kind: 'sale', amount: '50.00', tax: '7.98', net: '42.02' },
      { ...common, ...money, kind: 'refund', amount: '-20.00', tax: '-3.19', net: '-16.81' },
    ]);
    expect(await totalsOf(viewer, '2026-06')).toEqual([
      {
        ...{ currency: 'USD', sales: '50.00', surplus: '0.00', refunds: '-20.00', disputes: '0.00' },
        ...{ amount: '30.00', tax: '4.79', net: '25.21', count: 2 },
      },
    ]);
    expect(await rowsOf(viewer, '2026-05')).toEqual([]);
    expect(await totalsOf(viewer, '2026-07')).toEqual([]);
  });

  it('begin and end at midnight in the fan club’s time zone', async () => {
    t.clock.set('2026-07-01T06:59:59Z');
    await buy(ada);
    t.clock.set('2026-07-01T07:00:00Z');
    await buy(await t.given.customer());
    const manager = await staffOf(t, 'manager');
    expect(await rowsOf(manager, '2026-06')).toMatchObject([{ date: '2026-06-30', receipt_number: '1' }]);
    expect(await rowsOf(manager, '2026-07')).toMatchObject([{ date: '2026-07-01', receipt_number: '2' }]);
  });

  it('are refused without a month, and to roles that do not see revenue', async () => {
    const manager = await staffOf(t, 'manager');
    for (const wrong of [
      '',
      '?month=',
      '?month=2026-13',
      '?month=2026-06-01',
      '?month=2026-06&month=2026-07',
    ])
      expect([wrong, (await manager.get(path(`bookings.csv${wrong}`))).status]).toEqual([wrong, 400]);
    for (const role of ['support', 'fulfilment'] as const)
      expect((await (await staffOf(t, role)).get(path('bookings?month=2026-06'))).status).toBe(403);
  });
});

describe('the comparison with the provider', () => {
  const compared = async () => {
    const fanclub = (await t.app.get(Published).byId(club.id))!;
    return t.app.get(BookingsService).compare(fanclub, '2026-06');
  };

  it('has equal sums, also with refunds in parts and payments of nothing', async () => {
    const order = await buy(ada);
    await refundOrder(t, club, { orderId: order, amount: '20.00', effect: 'keep' });
    await refundOrder(t, club, { orderId: order, amount: '5.00', effect: 'keep' });
    await buy(await t.given.customer());
    expect(await compared()).toMatchObject([
      { sums: [{ currency: 'USD', ours: '75.00', theirs: '75.00' }], differences: [] },
    ]);
  });

  it('names a refund that was made at the provider and is not known yet', async () => {
    await buy(ada);
    const [{ ref }] = bank.sessions;
    bank.refundElsewhere(ref, '5.00');
    expect(await compared()).toMatchObject([
      {
        sums: [{ currency: 'USD', ours: '50.00', theirs: '45.00' }],
        differences: [{ kind: 'refund', orderId: null, ours: null, theirs: '-5.00' }],
      },
    ]);
  });
});
