import fc from 'fast-check';
import { add, fromHundredths, includedTax, subtract } from '#libs/money';
import type { Movement } from '#domains/payment-providers';
import { bookedOf, BookedSums, type ComparedBooking, compareMonth } from './booking.rules';

const SALE = {
  kind: 'sale' as const,
  ...{ currency: 'USD', paid: '50.00', moved: '50.00', returnedBefore: '0.00' },
  taxRate: '19.00',
} as const;

describe('A booking', () => {
  it('of a sale has the tax of its receipt', () => {
    expect(bookedOf(SALE)).toEqual({ amount: '50.00', tax: '7.98', net: '42.02' });
  });

  it('of a refund is negative, and so is its tax', () => {
    const refund = { ...SALE, kind: 'refund', moved: '20.00' } as const;
    expect(bookedOf(refund)).toEqual({ amount: '-20.00', tax: '-3.19', net: '-16.81' });
  });

  it('has no tax without a rate', () => {
    expect(bookedOf({ ...SALE, taxRate: null })).toEqual({ amount: '50.00', tax: '0.00', net: '50.00' });
  });

  it('of any refunds leaves the tax in what the fan club keeps', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 9_999 }), fc.boolean(), (refunds, rate, fails) => {
        const taxRate = fromHundredths(BigInt(rate));
        const sale = { ...SALE, taxRate, paid: '400.00', moved: '400.00' };
        let kept = '400.00';
        let tax = bookedOf(sale).tax;
        for (const part of refunds) {
          const moved = fromHundredths(BigInt(part));
          const refund = { ...sale, kind: 'refund', moved, returnedBefore: subtract('400', kept) } as const;
          tax = add(tax, bookedOf(refund).tax);
          kept = subtract(kept, moved);
          if (!fails) continue;
          const failed = { ...refund, kind: 'refund_failed', returnedBefore: subtract('400', kept) } as const;
          tax = add(tax, bookedOf(failed).tax);
          kept = add(kept, moved);
        }
        expect(tax).toBe(includedTax(kept, taxRate, 'USD'));
      }),
    );
  });
});

it('The totals are by currency, and refunds lower them', () => {
  const sums = new BookedSums();
  sums.add({ ...SALE, ...bookedOf(SALE) });
  const refund = { ...SALE, kind: 'refund', moved: '20.00' } as const;
  sums.add({ ...refund, ...bookedOf(refund) });
  const surplus = { ...SALE, kind: 'surplus', currency: 'EUR', taxRate: null } as const;
  sums.add({ ...surplus, ...bookedOf(surplus) });
  const none = { sales: '0.00', surplus: '0.00', refunds: '0.00', disputes: '0.00', tax: '0.00' };
  expect(sums.totals).toEqual([
    { ...none, currency: 'EUR', surplus: '50.00', amount: '50.00', net: '50.00', count: 1 },
    {
      ...{
        currency: 'USD',
        sales: '50.00',
        surplus: '0.00',
        refunds: '-20.00',
        disputes: '0.00',
        amount: '30.00',
      },
      ...{ tax: '4.79', net: '25.21', count: 2 },
    },
  ]);
});

describe('The comparison of a month', () => {
  const month = { from: new Date('2026-06-01T00:00:00Z'), until: new Date('2026-07-01T00:00:00Z') };
  const june = new Date('2026-06-10T00:00:00Z');
  const may = new Date('2026-05-31T23:59:59Z');
  const sale: ComparedBooking = {
    ...{ kind: 'sale', at: june, orderId: 7, amount: '50.00', currency: 'USD', paymentRef: 'p1' },
    refundRef: null,
  };
  const payment: Movement = {
    ...{ kind: 'payment', reference: 'p1', amount: '50.00', currency: 'USD', at: june },
    fee: { amount: '1.75', currency: 'USD' },
  };

  it('finds nothing if both sides have the same movements', () => {
    expect(compareMonth([sale], [payment], month)).toEqual({
      sums: [{ currency: 'USD', ours: '50.00', theirs: '50.00' }],
      fees: [{ currency: 'USD', amount: '1.75' }],
      differences: [],
    });
  });

  it('counts a payment in the month of its booking, whatever time the provider gives', () => {
    const earlier = { ...payment, at: may };
    expect(compareMonth([sale], [earlier], month).sums).toEqual([
      { currency: 'USD', ours: '50.00', theirs: '50.00' },
    ]);
    expect(compareMonth([{ ...sale, at: may }], [payment], month)).toEqual({
      ...{ sums: [], fees: [], differences: [] },
    });
  });

  it('names what only one side has, and what has another amount', () => {
    const refund = { ...payment, kind: 'refund', reference: 'r1', amount: '-5.00' } as const;
    const other = { ...sale, orderId: 8, paymentRef: 'p2' };
    const { sums, differences } = compareMonth(
      [sale, other],
      [{ ...payment, amount: '49.00' }, refund],
      month,
    );
    expect(sums).toEqual([{ currency: 'USD', ours: '100.00', theirs: '44.00' }]);
    expect(differences).toMatchObject([
      { kind: 'payment', reference: 'p1', orderId: 7, ours: '50.00', theirs: '49.00' },
      { kind: 'payment', reference: 'p2', orderId: 8, ours: '50.00', theirs: null },
      { kind: 'refund', reference: 'r1', orderId: null, ours: null, theirs: '-5.00' },
    ]);
  });

  it('ignores a refund that failed before it succeeded', () => {
    const refund = { ...payment, kind: 'refund', reference: 'r1', amount: '-5.00' } as const;
    const failed = { ...refund, kind: 'refund_failed', amount: '5.00' } as const;
    expect(compareMonth([sale], [payment, refund, failed], month).differences).toEqual([]);
  });
});
