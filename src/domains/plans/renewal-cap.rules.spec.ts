import { someCustomer } from '#platform/access/viewer.fixtures';
import { isAtRenewalCap } from './plan.rules';

describe('the renewal cap', () => {
  it.each([
    ['not locked', { lockedPlanId: null, lockedPlanRenewalCap: null, renewals: 9 }, false],
    ['locked into a plan without cap', { lockedPlanId: 1, lockedPlanRenewalCap: null, renewals: 9 }, false],
    ['one renewal short of the cap', { lockedPlanId: 1, lockedPlanRenewalCap: 3, renewals: 2 }, false],
    ['at the cap', { lockedPlanId: 1, lockedPlanRenewalCap: 3, renewals: 3 }, true],
    [
      'beyond the cap, which was lowered since',
      { lockedPlanId: 1, lockedPlanRenewalCap: 3, renewals: 4 },
      true,
    ],
    [
      'locked into a plan that cannot be renewed',
      { lockedPlanId: 1, lockedPlanRenewalCap: 0, renewals: 0 },
      true,
    ],
  ])('for a customer %s: %3$p', (_, facts, expected) =>
    expect(isAtRenewalCap(someCustomer(facts))).toBe(expected),
  );
});
