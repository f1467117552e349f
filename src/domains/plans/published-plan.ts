import { type FanclubInfo, salesPeriodOf } from '#platform/access';
import { clubAddress, hostedCheckout } from '#platform/tenants';
import type { PlanRow } from './plans.queries';

/** A plan as published. Nothing in it depends on the viewer or the time. */
export type PublishedPlan = Readonly<ReturnType<typeof publishedPlan>>;

/** @param publicUrl the address of the service, for links to hosted pages */
export function publishedPlan(row: PlanRow, fanclub: FanclubInfo, publicUrl: string) {
  const { salesPeriodId, salesPeriodStartsAt, salesPeriodEndsAt, salesPeriodExtendedUntil, ...plan } = row;
  return {
    ...plan,
    /** ISO 4217 code of the prices. */
    currency: fanclub.currency,
    /** Its own page, or the hosted one. */
    checkoutUrl: plan.checkoutUrl ?? hostedCheckout(clubAddress(publicUrl, fanclub), plan.id),
    /** Null: sold at any time. */
    salesPeriod: salesPeriodOf(row),
  };
}
