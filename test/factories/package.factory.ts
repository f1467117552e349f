import type { Package, Plan } from '../../src/domains/plans';
import type { New, Seed } from './seed';

export interface PackageInput extends Partial<Package> {
  plan: Plan;
}

/** What is sent to the members of a plan. */
export function packageFactory({ n }: Seed, { plan, ...overrides }: PackageInput): New<Package> {
  return {
    fanclubId: plan.fanclubId,
    planId: plan.id,
    name: `Package ${n}`,
    description: `<p>Description of package ${n}</p>`,
    domestic: '5.00',
    international: '15.50',
    ...overrides,
  };
}
