import { somePlan, someSeason } from '#domains/plans/plan.fixtures';
import { giftPlanOf } from './redeem-code.rules';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const PAST = someSeason({ id: 1, startsAt: day('2025-01-01'), endsAt: day('2026-01-01') });
const PRESENT = someSeason({ id: 2, startsAt: day('2026-01-01'), endsAt: day('2027-01-01') });
const COMING = someSeason({ id: 3, startsAt: day('2027-01-01'), endsAt: day('2028-01-01') });
const NOW = day('2026-06-15');

const gold = somePlan({ id: 1, duration: null, salesPeriod: PAST, renewsInto: 2 });
const next = somePlan({ id: 2, duration: null, salesPeriod: PRESENT });

describe('the plan that a gift code gives', () => {
  const given = (plans: readonly ReturnType<typeof somePlan>[], facts = {}) =>
    giftPlanOf({ planIds: [1], isBought: true, ...facts }, plans, NOW)?.id ?? null;

  it.each([
    ['its own during its season', [{ ...gold, salesPeriod: PRESENT }, next], 1],
    ['its own with months, also after the season', [{ ...gold, duration: 12 }, next], 1],
    ['the one that it is renewed as, after its season', [gold, next], 2],
    ['the one of a season that is to come', [gold, { ...next, salesPeriod: COMING }], 2],
    [
      'the one after that, if it is over as well',
      [gold, { ...next, salesPeriod: PAST, renewsInto: 3 }, { ...next, id: 3 }],
      3,
    ],
    ['its own, if the next is not on sale', [gold, { ...next, onSale: false }], 1],
    ['its own, if the next was withdrawn', [gold, { ...next, deleted: true }], 1],
    ['its own, if the next has no season', [gold, { ...next, salesPeriod: null }], 1],
    ['its own, if the next is a trial', [gold, { ...next, trial: true }], 1],
    [
      'the one after a plan without a season',
      [gold, { ...next, salesPeriod: null, duration: 1, renewsInto: 3 }, { ...next, id: 3 }],
      3,
    ],
    ['the next with months, if it has a season', [gold, { ...next, duration: 12 }], 2],
    ['its own, if nothing follows', [{ ...gold, renewsInto: null }, next], 1],
    ['its own, if plans of the past renew into each other', [gold, { ...gold, id: 2, renewsInto: 1 }], 1],
    ['the next, even if its own was withdrawn after its season', [{ ...gold, deleted: true }, next], 2],
    ['none, if it was withdrawn and nothing follows', [{ ...gold, deleted: true, renewsInto: null }], null],
    [
      'none, if it was withdrawn in its season',
      [{ ...gold, deleted: true, salesPeriod: PRESENT }, next],
      null,
    ],
  ] as const)('is %s', (_, plans, expected) => {
    expect(given(plans)).toBe(expected);
  });

  it('is its own after the season, if nobody paid for the code', () => {
    expect(given([gold, next], { isBought: false })).toBe(1);
  });
});
