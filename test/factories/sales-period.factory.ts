import type { SalesPeriod } from '../../src/domains/plans';
import { daysFrom, type New, type Seed } from './seed';

export interface SalesPeriodInput extends Partial<SalesPeriod> {
  fanclubId: number;
}

/** A period that is open: two months ago to ten months ahead, without extension. */
export function salesPeriodFactory({ n, now }: Seed, overrides: SalesPeriodInput): New<SalesPeriod> {
  return {
    name: `Sales period ${n}`,
    startsAt: daysFrom(now, -60),
    endsAt: daysFrom(now, 300),
    extendedUntil: null,
    ...overrides,
  };
}
