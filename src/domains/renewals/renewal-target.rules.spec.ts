import { somePlan, someSeason } from '#domains/plans/plan.fixtures';
import { someCustomer, someMembership } from '#platform/access/viewer.fixtures';
import { targetOf } from './renewal-target.rules';

const NOW = new Date('2026-06-15T12:00:00Z');
const FORMER = someSeason({
  ...{ id: 6, startsAt: new Date('2025-01-01T00:00:00Z'), endsAt: new Date('2026-01-01T00:00:00Z') },
});

/** A member of Gold (4), which renews into the season plan 5. */
const target = (endDate: string) => {
  const membership = someMembership({
    ...{ plan: { ...someMembership().plan, id: 4 }, trial: false, salesPeriod: FORMER },
    endDate: new Date(endDate),
  });
  const plans = [
    somePlan({ id: 4, salesPeriod: FORMER, renewsInto: 5 }),
    somePlan({ id: 5, duration: null, salesPeriod: someSeason() }),
  ];
  return targetOf({ ...someCustomer({ lockedPlanId: null }), membership }, plans, NOW);
};

it('is a season plan only for members whose term ends before the season', () => {
  expect(target('2026-07-01T00:00:00Z')).toMatchObject({ plan: { id: 5 } });
  expect(target('2026-12-31T00:00:00Z')).toBe('plan_unavailable');
  expect(target('2027-03-01T00:00:00Z')).toBe('plan_unavailable');
});
