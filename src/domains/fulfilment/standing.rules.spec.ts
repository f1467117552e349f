import { somePlan, someSeason, someStanding } from '#domains/plans/plan.fixtures';
import { someCustomer, someMembership } from '#platform/access/viewer.fixtures';
import {
  type CheckoutStanding,
  checkoutStanding,
  givesNothing,
  subscriberOf,
  termOf,
} from './standing.rules';

const NOW = new Date('2026-06-15T12:00:00Z');

const standing = (facts: Partial<CheckoutStanding> = {}): CheckoutStanding => ({
  ...someStanding(),
  conversion: false,
  ...facts,
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
    ['a renewal of a season, which keeps the rest', renewal, later, '2027-12-31T00:00:00Z'],
    ['a renewal of what has lapsed', renewal, over, '2027-06-15T12:00:00Z'],
    ['a renewal of what never ends', renewal, ends(null), '2027-06-15T12:00:00Z'],
    ['what follows a trial that has lapsed', conversion, over, '2027-06-15T12:00:00Z'],
    ['what follows a trial without end', conversion, ends(null), '2027-06-15T12:00:00Z'],
  ])('of %s starts now', (_, standing, membership, end) => {
    const plan = somePlan({ duration: 12, salesPeriod: someSeason() });
    expect(termOf(plan, standing, membership, NOW)).toEqual({
      start: NOW,
      end: new Date(end),
      isQueued: false,
    });
  });

  it.each([
    ['what follows a trial', conversion],
    ['a renewal without season', renewal],
  ])('of %s starts at the end of the present term', (_, standing) => {
    const [start, end] = [new Date('2026-12-31T00:00:00Z'), new Date('2027-12-31T00:00:00Z')];
    expect(termOf(somePlan({ duration: 12 }), standing, later, NOW)).toEqual({
      start,
      end,
      isQueued: true,
    });
  });

  it.each([
    ['a new membership', standing(), null],
    ['an upgrade', standing({ upgrade: true }), ends('2026-09-01T00:00:00Z')],
    ['a renewal, also before the end of the present term', renewal, ends('2026-09-01T00:00:00Z')],
    ['what follows a trial that ends after the season', conversion, later],
  ])('of %s of a plan without months ends with its season', (_, kind, membership) => {
    const plan = somePlan({ duration: null, salesPeriod: someSeason() });
    expect(termOf(plan, kind, membership, NOW)).toEqual({
      start: NOW,
      end: someSeason().endsAt,
      isQueued: false,
    });
  });

  it('of what follows a trial ends with the season of a plan without months, and waits for the end of the trial', () => {
    const plan = somePlan({ duration: null, salesPeriod: someSeason() });
    const start = new Date('2026-09-01T00:00:00Z');
    expect(termOf(plan, conversion, ends('2026-09-01T00:00:00Z'), NOW)).toEqual({
      ...{ start, end: someSeason().endsAt, isQueued: true },
    });
  });

  it('of a plan without months whose season is over ends as it begins, so that only its extension counts', () => {
    const season = someSeason({ endsAt: new Date('2026-06-01T00:00:00Z') });
    expect(termOf(somePlan({ duration: null, salesPeriod: season }), standing(), null, NOW)).toEqual({
      ...{ start: NOW, end: NOW, isQueued: false },
    });
  });

  it.each([
    ['a renewal of a term that ends after the season', renewal, '2027-03-01T00:00:00Z', true],
    ['a renewal of a term that ends with the season', renewal, '2026-12-31T00:00:00Z', true],
    ['a renewal of a term that ends before the season', renewal, '2026-09-01T00:00:00Z', false],
    ['what follows a trial that ends after the season', conversion, '2027-03-01T00:00:00Z', true],
    ['what follows a trial that ends before the season', conversion, '2026-09-01T00:00:00Z', false],
    ['an upgrade', standing({ upgrade: true }), '2027-03-01T00:00:00Z', false],
  ])('of %s may add nothing (%#)', (_, kind, end, expected) => {
    const plan = somePlan({ duration: null, salesPeriod: someSeason() });
    const membership = ends(end);
    expect(givesNothing(termOf(plan, kind, membership, NOW), kind, membership)).toBe(expected);
    const year = somePlan({ duration: 12, salesPeriod: someSeason() });
    expect(givesNothing(termOf(year, kind, membership, NOW), kind, membership)).toBe(false);
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
