import type { ViewerCustomer } from '#platform/access';

/** Whether the customer has used all renewals of the plan that they are locked into (contract 5.6). */
export function isAtRenewalCap({ lockedPlanId, lockedPlanRenewalCap, renewals }: ViewerCustomer): boolean {
  return lockedPlanId !== null && lockedPlanRenewalCap !== null && renewals >= lockedPlanRenewalCap;
}
