import type { Plan, SalesPeriod } from '../../src/domains/plans';
import type { New, Seed } from './seed';

export interface PlanInput extends Partial<Plan> {
  fanclubId: number;
  salesPeriod?: SalesPeriod;
}

/** A plan of a year for 100, on sale, outside any sales period, with access to exclusive links. */
export function planFactory({ n }: Seed, { salesPeriod, ...overrides }: PlanInput): New<Plan> {
  return {
    name: `Plan ${n}`,
    description: `<p>Description of plan ${n}</p>`,
    onlineBenefits: `<p>Online benefits of plan ${n}</p>`,
    annotations: null,
    tags: [],
    duration: 12,
    price: '100.00',
    salesPeriodId: salesPeriod?.id ?? null,
    onSale: true,
    deleted: false,
    trial: false,
    exclusiveAccess: true,
    renewalCap: null,
    checkoutUrl: null,
    ...overrides,
  };
}
