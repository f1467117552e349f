import type { ViewerCustomer } from '#platform/access';

/** A login that succeeded, whatever the proof. */
export interface Login {
  customer: ViewerCustomer;
  /** What the cookie is to hold; nowhere else kept. */
  token: string;
}
