import { somePlan, someStanding } from '#domains/plans/plan.fixtures';
import { availabilityOf, isPriced, renewalConsentText } from './checkout.rules';
import type { CheckoutStanding } from '#domains/fulfilment';

const standing = (facts: Partial<CheckoutStanding> = {}): CheckoutStanding => ({
  ...someStanding(),
  conversion: false,
  ...facts,
});

const goods = (domestic: string, international: string) => ({
  name: 'Box',
  description: null,
  domestic,
  international,
  items: [],
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
  const able = { queuedPlanId: null, isOver: false, isSoldOut: false, isFree: false, canPay: true };

  it.each([
    ['available', 'free', {}, { isFree: true, canPay: false }],
    ['available', 'priced, and payments are possible', {}, {}],
    ['payment_not_set_up', 'priced, and payments are not possible', {}, { canPay: false }],
    ['season_over', 'for a term that adds nothing', { renewal: true }, { isOver: true }],
    ['not_available', 'for no term, and not on sale', { available: false }, { isOver: true }],
    ['sold_out', 'of a sold-out plan', {}, { isSoldOut: true }],
    [
      'sold_out',
      'of a sold-out plan, even if payments are not possible',
      {},
      { isSoldOut: true, canPay: false },
    ],
    ['not_available', 'not on sale, and sold out', { available: false }, { isSoldOut: true }],
    ['not_available', 'not on sale', { available: false }, {}],
    ['already_yours', 'the present plan', { available: false, current: true }, {}],
    ['already_queued', 'bought already, and still to begin', {}, { queuedPlanId: 3 }],
    ['after_queued', 'one that a bought membership would replace', { upgrade: true }, { queuedPlanId: 4 }],
  ] as const)('is %s, if the order is %s', (expected, _, facts, circumstances) => {
    expect(availabilityOf(standing(facts), { ...able, ...circumstances }, { id: 3 })).toBe(expected);
  });
});

describe('the consent to automatic renewal', () => {
  const end = new Date('2027-06-15T23:30:00Z');
  const text = (shipping: string | null, price = '24.99', timeZone = 'UTC') =>
    renewalConsentText(somePlan({ name: 'Gold', price }), { end, shipping, timeZone });

  it.each([
    ['0.00', 'charge this card $24.99 around June 15, 2027,'],
    ['5.00', 'charge this card $29.99 with shipping around June 15, 2027,'],
    [null, 'charge this card $24.99 plus shipping around June 15, 2027,'],
  ])('names what is charged, with shipping of %s', (shipping, sentence) => {
    expect(text(shipping)).toContain(`Renew “Gold” automatically: ${sentence}`);
  });

  it('names the day in the time zone of the fan club', () => {
    expect(text('0.00', '24.99', 'Asia/Tokyo')).toContain('around June 16, 2027,');
  });

  it('is not asked for if renewals cost nothing', () => {
    expect(text('0.00', '0.00')).toBeNull();
    expect(text('5.00', '0.00')).toContain('$5.00 with shipping');
  });
});
