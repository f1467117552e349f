import fc from 'fast-check';
import { SOURCE } from '#platform/access/viewer.fixtures';
import { fanclubInfo, someMembership } from '#platform/access/viewer.fixtures';
import { somePlan, someSeason, someViewer } from '#domains/plans/plan.fixtures';
import { anonymous, Viewer } from '#platform/access';
import { isTagged, seesPlans, standingOf, planReadership } from './plan.rules';

const NOW = new Date('2026-06-15T12:00:00Z');
const visitor = anonymous(fanclubInfo(), SOURCE);

/** A subscriber of plan 3, which costs 100. */
const member = (facts: Parameters<typeof someMembership>[0] = {}) =>
  someViewer({ membership: someMembership(facts) });

const lastSeason = someSeason({
  id: 6,
  startsAt: new Date('2025-01-01T00:00:00Z'),
  endsAt: new Date('2025-12-31T00:00:00Z'),
});

describe('the current plan', () => {
  it('is the plan of the active subscription', () => {
    expect(standingOf(somePlan({ id: 3 }), member(), NOW).current).toBe(true);
    expect(standingOf(somePlan({ id: 4 }), member(), NOW).current).toBe(false);
  });

  it('does not exist for a visitor and for a customer without active subscription', () => {
    for (const viewer of [visitor, someViewer()])
      expect(standingOf(somePlan({ id: 3 }), viewer, NOW).current).toBe(false);
  });
});

describe('an upgrade', () => {
  const platinum = somePlan({ id: 4, price: '124.99', upgradePaths: [{ fromPlanId: 3, price: null }] });

  it('is a plan to which a path leads from the current one', () => {
    expect(standingOf(platinum, member(), NOW)).toMatchObject({ upgrade: true, upgradePrice: '24.99' });
  });

  it('does not exist along a path from another plan, for a visitor, and without active subscription', () => {
    const elsewhere = { ...platinum, upgradePaths: [{ fromPlanId: 5, price: null }] };
    const none = { upgrade: false, upgradePrice: null };
    expect(standingOf(elsewhere, member(), NOW)).toMatchObject(none);
    for (const viewer of [visitor, someViewer()])
      expect(standingOf(platinum, viewer, NOW)).toMatchObject(none);
  });

  it.each([
    ['is not on sale', { onSale: false }, {}],
    ['is withdrawn', { deleted: true }, {}],
    [
      'belongs to a coming season',
      { salesPeriod: someSeason({ startsAt: new Date(NOW.getTime() + 1) }) },
      {},
    ],
    ['belongs to a past season', { salesPeriod: someSeason({ endsAt: new Date(NOW.getTime() - 1) }) }, {}],
    ['is barred by the cap', {}, { lockedPlanId: 3, lockedPlanRenewalCap: 2, renewals: 2 }],
  ])('does not exist while the plan %s, although a path leads to it', (_, facts, customer) => {
    const viewer = someViewer({ membership: someMembership(), ...customer });
    const standing = standingOf({ ...platinum, ...facts }, viewer, NOW);
    expect(standing).toMatchObject({ upgrade: false, upgradePrice: null, available: false });
  });

  it.each([
    ['10.00', '10.00', 'the price of the path'],
    ['0.00', '0.00', 'the price of the path, even if it is 0'],
    [null, '24.99', 'the difference of the prices'],
  ])('with a path at %s costs %s: %s', (price, expected, _) => {
    const plan = { ...platinum, upgradePaths: [{ fromPlanId: 3, price }] };
    expect(standingOf(plan, member(), NOW).upgradePrice).toBe(expected);
  });

  it('is not offered together with a renewal', () => {
    const plan = { ...platinum, salesPeriod: someSeason() };
    const standing = standingOf(plan, member({ salesPeriod: lastSeason }), NOW);
    expect(standing).toMatchObject({ upgrade: false, upgradePrice: null, renewal: true });
  });

  it('costs the difference of the prices, at least 0', () => {
    const cents = fc.integer({ min: 0, max: 999_999_999_999 });
    const decimal = (amount: number): string =>
      `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, cents, (from, to) => {
        const plan = { ...platinum, price: decimal(to) };
        const { upgradePrice } = standingOf(plan, member({ planPrice: decimal(from) }), NOW);
        expect(upgradePrice).toBe(decimal(Math.max(0, to - from)));
      }),
    );
  });
});

describe('a renewal', () => {
  const renews = (
    season: Parameters<typeof someSeason>[0] | null,
    former: ReturnType<typeof someSeason> | null,
    now = NOW,
  ) => {
    const plan = somePlan({ salesPeriod: season && someSeason(season) });
    return standingOf(plan, member({ salesPeriod: former }), now).renewal;
  };

  it('is a plan of the open season if the season of the subscription was earlier and has ended', () => {
    expect(renews({}, lastSeason)).toBe(true);
  });

  it('can be the current plan if it is sold in a new season', () => {
    const standing = standingOf(
      somePlan({ salesPeriod: someSeason() }),
      member({ salesPeriod: lastSeason }),
      NOW,
    );
    expect(standing).toMatchObject({ current: true, renewal: true, available: true });
  });

  it('does not exist if plan or subscription have no season', () => {
    expect(renews(null, lastSeason)).toBe(false);
    expect(renews({}, null)).toBe(false);
  });

  it('does not exist until the season of the subscription has ended', () => {
    const former = { ...lastSeason, endsAt: NOW };
    expect(renews({}, former)).toBe(false);
    expect(renews({}, former, new Date(NOW.getTime() + 1))).toBe(true);
  });

  it('does not exist in an earlier season, nor in the same one', () => {
    expect(renews({ startsAt: new Date('2024-01-01T00:00:00Z') }, lastSeason)).toBe(false);
    expect(renews(lastSeason, lastSeason)).toBe(false);
  });

  it.each([
    ['2025-12-31T23:59:59.999Z', false],
    ['2026-01-01T00:00:00.000Z', true],
    ['2026-12-31T00:00:00.000Z', true],
    ['2026-12-31T00:00:00.001Z', false],
  ])('at %s of a season that is open throughout 2026: %s', (now, expected) => {
    expect(renews({}, lastSeason, new Date(now))).toBe(expected);
  });

  it('does not exist for a visitor and without active subscription', () => {
    const plan = somePlan({ salesPeriod: someSeason() });
    for (const viewer of [visitor, someViewer()]) expect(standingOf(plan, viewer, NOW).renewal).toBe(false);
  });
});

describe('a plan is available', () => {
  const available = (facts: Parameters<typeof somePlan>[0], viewer = visitor): boolean =>
    standingOf(somePlan(facts), viewer, NOW).available;

  it('to a visitor and a customer without active subscription while it is on sale', () => {
    for (const viewer of [visitor, someViewer()]) expect(available({}, viewer)).toBe(true);
  });

  it.each([
    ['not on sale', { onSale: false }],
    ['withdrawn', { deleted: true }],
    ['of a future season', { salesPeriod: someSeason({ startsAt: new Date(NOW.getTime() + 1) }) }],
    ['of a past season', { salesPeriod: someSeason({ endsAt: new Date(NOW.getTime() - 1) }) }],
  ])('to no viewer if it is %s', (_, facts) => {
    const paths = { upgradePaths: [{ fromPlanId: 3, price: null }] };
    for (const viewer of [visitor, someViewer(), member()])
      expect(available({ id: 4, ...paths, ...facts }, viewer)).toBe(false);
  });

  it('within its season, including the first and the last instant', () => {
    for (const span of [{ startsAt: NOW }, { endsAt: NOW }])
      expect(available({ salesPeriod: someSeason(span) })).toBe(true);
  });

  it('to a member only as upgrade or renewal', () => {
    expect(available({ id: 4 }, member())).toBe(false);
    expect(available({ id: 3 }, member())).toBe(false);
    expect(available({ id: 4, upgradePaths: [{ fromPlanId: 3, price: null }] }, member())).toBe(true);
    const season = { salesPeriod: someSeason() };
    expect(available({ id: 4, ...season }, member({ salesPeriod: lastSeason }))).toBe(true);
  });

  it.each([
    ['at the cap', 2, false],
    ['beyond the cap', 3, false],
    ['below the cap', 1, true],
  ])('to a customer who is locked into another plan and is %s (%i renewals): %s', (_, renewals, expected) => {
    const locked = someViewer({ lockedPlanId: 3, lockedPlanRenewalCap: 2, renewals });
    expect(available({ id: 4 }, locked)).toBe(expected);
    expect(available({ id: 3 }, locked)).toBe(true);
  });
});

describe('any plan, for any viewer,', () => {
  const season = fc.option(
    fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      startsAt: fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
      endsAt: fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
      extendedUntil: fc.constant(null),
    }),
  );
  const plan = fc
    .record({
      id: fc.integer({ min: 1, max: 4 }),
      onSale: fc.boolean(),
      deleted: fc.boolean(),
      salesPeriod: season,
      upgradePaths: fc.array(
        fc.record({ fromPlanId: fc.integer({ min: 1, max: 4 }), price: fc.constantFrom(null, '5.00') }),
      ),
    })
    .map(somePlan);
  const viewer = fc.oneof(
    fc.constant(visitor),
    fc.constant(someViewer()),
    season.map((salesPeriod) => member({ salesPeriod })),
  );

  it('is not both upgrade and renewal, and has an upgrade price only as an upgrade', () => {
    fc.assert(
      fc.property(plan, viewer, (plan, viewer) => {
        const { upgrade, renewal, upgradePrice, available } = standingOf(plan, viewer, NOW);
        expect(upgrade && renewal).toBe(false);
        expect(upgradePrice !== null).toBe(upgrade);
        if (upgrade) expect(available).toBe(true);
      }),
    );
  });

  it('is not available while it is not on sale, and has no flags for a visitor', () => {
    fc.assert(
      fc.property(plan, viewer, (plan, viewer) => {
        const { available, current, upgrade, renewal } = standingOf(plan, viewer, NOW);
        if (!plan.onSale || plan.deleted) expect(available).toBe(false);
        if (viewer.membership === null) expect([current, upgrade, renewal]).toEqual([false, false, false]);
      }),
    );
  });
});

describe('the readership of a viewer', () => {
  const small = fc.integer({ min: 1, max: 2 });
  const season = fc.constantFrom(null, lastSeason, someSeason());
  const plan = fc
    .record({
      id: small,
      salesPeriod: season,
      upgradePaths: fc.array(fc.record({ fromPlanId: small, price: fc.constantFrom(null, '5.00') })),
    })
    .map(somePlan);
  const subscription = fc
    .record({
      id: small,
      planPrice: fc.constantFrom('80.00', '100.00'),
      salesPeriod: season,
      lapsed: fc.boolean(),
    })
    .map(({ id, ...facts }) => someMembership({ ...facts, plan: { ...someMembership().plan, id } }));
  const viewer = fc.oneof(
    fc.constant(visitor),
    fc
      .record({
        membership: fc.option(subscription),
        lockedPlanId: fc.option(small),
        lockedPlanRenewalCap: fc.option(small),
        renewals: small,
        firstName: fc.string(),
        registered: fc.boolean(),
      })
      .map(someViewer),
  );

  it('decides which plans a viewer sees, and their flags', () => {
    let equal = 0;
    fc.assert(
      fc.property(plan, viewer, viewer, (plan, one, other) => {
        if (planReadership(one).text !== planReadership(other).text) return;
        equal += 1;
        expect(seesPlans(one)).toBe(seesPlans(other));
        expect(standingOf(plan, one, NOW)).toEqual(standingOf(plan, other, NOW));
      }),
      { numRuns: 3_000 },
    );
    expect(equal).toBeGreaterThan(100);
  });
});

describe('the list of plans', () => {
  it('is for visitors and subscribers, and for other customers if the fan club allows it', () => {
    expect(seesPlans(visitor)).toBe(true);
    expect(seesPlans(member())).toBe(true);
    const customer = someViewer();
    expect(seesPlans(customer)).toBe(false);
    const fanclub = { ...customer.fanclub, listPlansWithoutSubscription: true };
    expect(seesPlans(new Viewer({ ...customer, fanclub }))).toBe(true);
  });

  it('selects plans with any of the exact tags', () => {
    const plan = somePlan({ tags: ['gold', 'family pass'] });
    expect(isTagged(plan, ['silver', 'family pass'])).toBe(true);
    expect(isTagged(plan, ['family', 'Gold'])).toBe(false);
  });
});
