import { somePlan, someStanding } from '#domains/plans/plan.fixtures';
import { someCustomer, someMembership } from '#platform/access/viewer.fixtures';
import {
  availabilityOf,
  type CheckoutStanding,
  checkoutStanding,
  isPriced,
  priceFor,
  subscriberOf,
  termOf,
} from './checkout.rules';

const NOW = new Date('2026-06-15T12:00:00Z');

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
  const able = { queuedPlanId: null, isFree: false, canPay: true };

  it.each([
    ['available', 'free', {}, { isFree: true, canPay: false }],
    ['available', 'priced, and payments are possible', {}, {}],
    ['payment_not_set_up', 'priced, and payments are not possible', {}, { canPay: false }],
    ['not_available', 'not on sale', { available: false }, {}],
    ['already_yours', 'the present plan', { available: false, current: true }, {}],
    ['already_queued', 'bought already, and still to begin', {}, { queuedPlanId: 3 }],
    ['after_queued', 'one that a bought membership would replace', { upgrade: true }, { queuedPlanId: 4 }],
  ] as const)('is %s, if the order is %s', (expected, _, facts, circumstances) => {
    expect(availabilityOf(standing(facts), { ...able, ...circumstances }, { id: 3 })).toBe(expected);
  });
});

describe('the plan that a trial converts into', () => {
  const gold = somePlan({ id: 4 });
  const taster = somePlan({ id: 3, trial: true, convertsInto: 4 });
  const onTrial = someMembership({ trial: true, plan: { ...someMembership().plan, id: 3 } });
  const of = (membership: typeof onTrial, plans = [taster, gold], plan = gold) =>
    checkoutStanding(plan, plans, subscriberOf(someCustomer({ membership, lockedPlanId: null })), NOW);

  it('is available to members on trial', () => {
    expect(of(onTrial)).toMatchObject({ conversion: true, available: true, upgrade: false });
  });

  it('is not available to others, or if it is not on sale', () => {
    expect(of({ ...onTrial, trial: false })).toMatchObject({ conversion: false, available: false });
    expect(of(onTrial, [somePlan({ id: 3, trial: true }), gold])).toMatchObject({ conversion: false });
    const ended = somePlan({ id: 4, onSale: false });
    expect(of(onTrial, [taster, ended], ended)).toMatchObject({ conversion: true, available: false });
  });

  it('is an upgrade that begins now, if there is one', () => {
    const better = somePlan({ id: 4, upgradePaths: [{ fromPlanId: 3, price: '9.00' }] });
    expect(of(onTrial, [taster, better], better)).toMatchObject({ upgrade: true, conversion: false });
  });
});

describe('the term', () => {
  const ends = (end: string | null) => someMembership({ endDate: end === null ? null : new Date(end) });
  const later = ends('2026-12-31T00:00:00Z');
  const over = ends('2026-06-01T00:00:00Z');
  const [renewal, conversion] = [standing({ renewal: true }), standing({ conversion: true })];

  it.each([
    ['a new membership', standing(), null, '2027-06-15T12:00:00Z'],
    ['an upgrade', standing({ upgrade: true }), later, '2027-06-15T12:00:00Z'],
    ['a renewal, which keeps the rest', renewal, later, '2027-12-31T00:00:00Z'],
    ['a renewal of what has lapsed', renewal, over, '2027-06-15T12:00:00Z'],
    ['a renewal of what never ends', renewal, ends(null), '2027-06-15T12:00:00Z'],
    ['what follows a trial that has lapsed', conversion, over, '2027-06-15T12:00:00Z'],
    ['what follows a trial without end', conversion, ends(null), '2027-06-15T12:00:00Z'],
  ])('of %s starts now', (_, standing, membership, end) => {
    expect(termOf(somePlan({ duration: 12 }), standing, membership, NOW)).toEqual({
      start: NOW,
      end: new Date(end),
      isQueued: false,
    });
  });

  it('of what follows a trial starts at the end of the trial', () => {
    const [start, end] = [new Date('2026-12-31T00:00:00Z'), new Date('2027-12-31T00:00:00Z')];
    expect(termOf(somePlan({ duration: 12 }), conversion, later, NOW)).toEqual({
      start,
      end,
      isQueued: true,
    });
  });

  it('without end starts now', () => {
    for (const kind of [renewal, conversion])
      expect(termOf(somePlan({ duration: null }), kind, later, NOW)).toEqual({
        start: NOW,
        end: null,
        isQueued: false,
      });
  });
});
