import { somePlan, someStanding } from '#domains/plans/plan.fixtures';
import { someMembership } from '#platform/access/viewer.fixtures';
import { availabilityOf, type CheckoutStanding, endOfNew, isPriced, priceFor } from './checkout.rules';

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

describe('a plan', () => {
  it.each([
    ['0', null, false],
    ['0.01', null, true],
    ['0.00', goods('0.00', '0'), false],
    ['0.00', goods('0.01', '0.00'), true],
    ['0.00', goods('0.00', '0.01'), true],
  ])('with price %s and package %j costs something: %s', (price, goods, expected) => {
    expect(isPriced(somePlan({ price, package: goods }))).toBe(expected);
  });
});

describe('the availability', () => {
  const standing = (facts: Partial<CheckoutStanding>) => ({ ...someStanding(), conversion: false, ...facts });

  it.each([
    ['available', 'free', {}, true, false],
    ['available', 'priced, and payments are possible', {}, false, true],
    ['payment_not_set_up', 'priced, and payments are not possible', {}, false, false],
    ['not_available', 'not on sale', { available: false }, true, true],
    ['already_yours', 'the present plan', { available: false, current: true }, true, true],
  ] as const)('is %s, if the order is %s', (expected, _, facts, isFree, canPay) => {
    expect(availabilityOf(standing(facts), isFree, canPay)).toBe(expected);
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
