import type { Plan, PlanUpgrade } from '../../src/domains/plans';
import type { New, Seed } from './seed';

export interface PlanUpgradeInput extends Partial<PlanUpgrade> {
  from: Plan;
  to: Plan;
}

/** An upgrade path without a price of its own. */
export function planUpgradeFactory(_: Seed, { from, to, ...overrides }: PlanUpgradeInput): New<PlanUpgrade> {
  return { fanclubId: from.fanclubId, fromPlanId: from.id, toPlanId: to.id, price: null, ...overrides };
}
