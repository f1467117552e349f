import {
  type FanclubInfo,
  type SalesPeriodColumns,
  salesPeriodOf,
  type SalesPeriodSpan,
} from '#platform/access';
import { hostedCheckout } from '#platform/tenants';
import type { PlanRow } from './plans.queries';

/** A plan of a fan club as published: everything about it that is the same for all viewers at all times. */
export interface CataloguePlan extends Omit<PlanRow, keyof SalesPeriodColumns | 'checkoutUrl'> {
  /** ISO 4217 code of the prices. */
  readonly currency: string;
  /** Where the plan can be bought: its own page or the hosted one. */
  readonly checkoutUrl: string;
  /** The season it is sold in; null for any time. */
  readonly salesPeriod: SalesPeriodSpan | null;
}

/** A stored plan as published; `publicUrl` is the address below which the hosted pages are. */
export function cataloguePlan(row: PlanRow, fanclub: FanclubInfo, publicUrl: string): CataloguePlan {
  const { salesPeriodId, salesPeriodStartsAt, salesPeriodEndsAt, salesPeriodExtendedUntil, ...plan } = row;
  return {
    ...plan,
    currency: fanclub.currency,
    checkoutUrl: plan.checkoutUrl ?? hostedCheckout(publicUrl, fanclub.id, plan.id),
    salesPeriod: salesPeriodOf(row),
  };
}
