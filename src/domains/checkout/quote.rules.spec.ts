import fc from 'fast-check';
import { add } from '#libs/money';
import { somePlan, someStanding } from '#domains/plans/plan.fixtures';
import { someMembership } from '#platform/access/viewer.fixtures';
import { isChargeable, quoteDigest, quoteFor, shippingTo, priceFor } from './quote.rules';

const goods = (domestic: string, international: string) => ({
  name: 'Box',
  description: null,
  domestic,
  international,
  items: [],
});
const AT_HOME = { country: 'US', homeCountry: 'US' };
const ABROAD = { country: 'DE', homeCountry: 'US' };
const UNKNOWN = { country: null, homeCountry: 'US' };
const standing = (facts = {}) => ({ ...someStanding(), conversion: false, ...facts });

describe('Shipping', () => {
  it.each([
    [null, UNKNOWN, '0.00'],
    [goods('5', '15.00'), AT_HOME, '5.00'],
    [goods('5', '15.00'), ABROAD, '15.00'],
    [goods('5', '15.00'), UNKNOWN, null],
    [goods('5', '5.00'), UNKNOWN, '5.00'],
  ])('of %j to %j costs %s', (box, destination, expected) => {
    expect(shippingTo(box, destination)).toBe(expected);
  });
});

describe('A quote', () => {
  const plan = somePlan({ price: '24.99', package: goods('5.00', '15.00') });

  it('adds price and shipping', () => {
    expect(quoteFor(plan, standing(), null, ABROAD)).toEqual({
      kind: 'new',
      code: null,
      subtotal: '24.99',
      discount: '0.00',
      shipping: '15.00',
      total: '39.99',
      currency: 'USD',
      replaces: null,
      renews: null,
    });
  });

  it('does not exist while the cost of shipping is not known', () => {
    expect(quoteFor(plan, standing(), null, UNKNOWN)).toBeNull();
  });

  it.each([
    ['upgrade', { upgrade: true, upgradePrice: '4.00' }, { replaces: 12, renews: null, subtotal: '4.00' }],
    ['renewal', { renewal: true }, { replaces: null, renews: 12, subtotal: '24.99' }],
    ['conversion', { conversion: true }, { replaces: null, renews: 12, subtotal: '24.99' }],
  ])('of an %s names the present subscription', (kind, facts, expected) => {
    const membership = someMembership({ subscriptionId: 12 });
    expect(quoteFor(plan, standing(facts), membership, AT_HOME)).toMatchObject({ kind, ...expected });
  });

  it.each([
    [
      'percent',
      { value: '20', coversShipping: false },
      { discount: '5.00', shipping: '15.00', total: '34.99' },
    ],
    [
      'amount',
      { value: '30.00', coversShipping: false },
      { discount: '24.99', shipping: '15.00', total: '15.00' },
    ],
    [
      'amount',
      { value: '4.99', coversShipping: true },
      { discount: '4.99', shipping: '0.00', total: '20.00' },
    ],
  ] as const)('with a coupon (%s, %j) costs %j', (discount, facts, expected) => {
    const coupon = { id: 3, kind: 'coupon', discount, ...facts } as const;
    expect(quoteFor(plan, standing(), null, ABROAD, coupon)).toMatchObject({
      code: 3,
      kind: 'new',
      ...expected,
    });
  });

  it('has the sum of its parts, less the discount, as total', () => {
    const price = fc.integer({ min: 0, max: 9_999_999 }).map((count) => (count / 100).toFixed(2));
    fc.assert(
      fc.property(price, price, price, price, (plans, home, abroad, value) => {
        const priced = somePlan({ price: plans, package: goods(home, abroad) });
        const coupon = { id: 3, kind: 'coupon', discount: 'amount', value, coversShipping: false } as const;
        const { subtotal, discount, shipping, total } = quoteFor(priced, standing(), null, ABROAD, coupon)!;
        expect(add(total, discount)).toBe(add(subtotal, shipping));
      }),
    );
  });

  it.each([
    ['24.99', 'USD', true],
    ['2500.00', 'JPY', true],
    ['24.99', 'JPY', false],
    ['25.00', 'KWD', false],
  ])('of %s %s can be charged: %s', (price, currency, expected) => {
    const quote = quoteFor(somePlan({ price, currency }), standing(), null, AT_HOME)!;
    expect(isChargeable(quote)).toBe(expected);
  });

  it('has another digest if anything that was shown differs', () => {
    const quote = quoteFor(plan, standing(), null, AT_HOME)!;
    const digests = [
      quoteDigest(1, quote),
      quoteDigest(2, quote),
      quoteDigest(1, { ...quote, total: '30.00' }),
      quoteDigest(1, { ...quote, currency: 'EUR' }),
      quoteDigest(1, { ...quote, kind: 'upgrade' }),
      quoteDigest(1, null),
    ];
    expect(new Set(digests).size).toBe(digests.length);
    expect(quoteDigest(1, { ...quote })).toBe(digests[0]);
  });
});

describe('the price', () => {
  it('is the plan’s, or that of the upgrade', () => {
    const plan = somePlan({ price: '100.00' });
    expect(priceFor(plan, someStanding())).toBe('100.00');
    expect(priceFor(plan, someStanding({ upgrade: true, upgradePrice: '24.99' }))).toBe('24.99');
    expect(priceFor(plan, someStanding({ upgrade: true, upgradePrice: '0.00' }))).toBe('0.00');
  });
});
