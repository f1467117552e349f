import type { ViewerCustomer } from '#platform/access';

/** Whether the customer is locked into a plan with a renewal cap and has renewed it that often (decisions 5.6). */
export function isAtRenewalCap({ lockedPlanId, lockedPlanRenewalCap, renewals }: ViewerCustomer): boolean {
  return lockedPlanId !== null && lockedPlanRenewalCap !== null && renewals >= lockedPlanRenewalCap;
}
