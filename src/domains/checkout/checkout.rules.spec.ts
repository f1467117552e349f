import { somePlan, someStanding } from '#domains/plans/plan.fixtures';
import { someMembership } from '#platform/access/viewer.fixtures';
import { availabilityOf, endOfNew, isFreeFor, priceFor } from './checkout.rules';

const NOW = new Date('2026-06-15T12:00:00Z');

const goods = (domestic: string, international: string) => ({
  name: 'Box',
  description: null,
  domestic,
  international,
  items: [],
});

describe('the price', () => {
  it('is the plan’s, or that of the upgrade', () => {
    const plan = somePlan({ price: '100.00' });
    expect(priceFor(plan, someStanding())).toBe('100.00');
    expect(priceFor(plan, someStanding({ upgrade: true, upgradePrice: '24.99' }))).toBe('24.99');
    expect(priceFor(plan, someStanding({ upgrade: true, upgradePrice: '0.00' }))).toBe('0.00');
  });
});

describe('an order', () => {
  it.each([
    ['0', null, null, true],
    ['0.00', null, null, true],
    ['0.01', null, null, false],
    ['0.00', null, goods('0.00', '0'), true],
    ['0.00', null, goods('0.01', '0.00'), false],
    ['0.00', null, goods('0.00', '0.01'), false],
    ['100.00', '0.00', null, true],
    ['0.00', '5.00', null, false],
    ['100.00', '0.00', goods('5.00', '0.00'), false],
  ])('with price %s, upgrade price %s and package %j is free: %s', (price, upgradePrice, goods, expected) => {
    const standing = someStanding({ upgrade: upgradePrice !== null, upgradePrice });
    expect(isFreeFor(somePlan({ price, package: goods }), standing)).toBe(expected);
  });
});

describe('a plan', () => {
  const free = somePlan({ price: '0.00' });
  const paid = somePlan({ price: '1.00' });
  const current = someStanding({ current: true, available: false });

  it.each([
    ['available', 'free', free, someStanding(), false],
    ['payment_not_set_up', 'not free', paid, someStanding(), false],
    ['available', 'not free, and the fan club can take payments', paid, someStanding(), true],
    ['not_available', 'free, but not available to the buyer', free, someStanding({ available: false }), true],
    ['already_yours', 'the current one', free, current, false],
    ['already_yours', 'the current one, and the fan club cannot take payments', paid, current, false],
    [
      'available',
      'the current one, and can be renewed',
      free,
      someStanding({ current: true, renewal: true }),
      false,
    ],
  ] as const)('is %s, if it is %s', (expected, _, plan, standing, canPay) => {
    expect(availabilityOf(plan, standing, canPay)).toBe(expected);
  });
});

describe('a new subscription', () => {
  const renewal = someStanding({ renewal: true });
  const ends = (end: string | null) => someMembership({ endDate: end === null ? null : new Date(end) });

  it.each([
    ['a year from now', someStanding(), null, '2027-06-15T12:00:00Z'],
    [
      'a year from now after an upgrade',
      someStanding({ upgrade: true }),
      ends('2026-12-31T00:00:00Z'),
      '2027-06-15T12:00:00Z',
    ],
    ['a year after the one it renews', renewal, ends('2026-12-31T00:00:00Z'), '2027-12-31T00:00:00Z'],
    [
      'a year from now, if that one has lapsed',
      renewal,
      ends('2026-06-01T00:00:00Z'),
      '2027-06-15T12:00:00Z',
    ],
    ['a year from now, if that one had no end', renewal, ends(null), '2027-06-15T12:00:00Z'],
  ])('ends %s', (_, standing, membership, expected) => {
    expect(endOfNew(somePlan({ duration: 12 }), standing, membership, NOW)).toEqual(new Date(expected));
  });

  it('does not end, if the plan has no duration', () => {
    expect(endOfNew(somePlan({ duration: null }), renewal, ends('2026-12-31T00:00:00Z'), NOW)).toBeNull();
  });
});
