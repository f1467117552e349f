import { ageOn, localDate } from '#libs/format';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import type { Created } from './accounts.queries';

/** The customer's age in whole years on today's date in the fan club's zone; null without birthdate (decisions 2.16). */
export function ageOf(customer: ViewerCustomer, fanclub: FanclubInfo, now: Date): number | null {
  return customer.birthdate === null ? null : ageOn(customer.birthdate, localDate(now, fanclub.timeZone));
}

/** The current e-mail address first, then former ones (decisions 2.15); each address once, whatever its letter case. */
export function addressesOf({ email, emailAliases }: ViewerCustomer): string[] {
  const current = email?.toLowerCase();
  const former = emailAliases.filter((alias) => alias.toLowerCase() !== current);
  return email === null ? former : [email, ...former];
}

/** A customer just created: nothing but the identity, nothing subscribed, nothing connected, nothing confirmed. */
export function newCustomer(row: Created): ViewerCustomer {
  return {
    ...row,
    newEmail: null,
    registered: true,
    confirmed: false,
    invalidEmail: false,
    listsOptIn: false,
    autoRenewalEnabled: false,
    lockedPlanId: null,
    lockedPlanRenewalCap: null,
    renewals: 0,
    emailAliases: [],
    authentications: [],
    membership: null,
  };
}

/** The buyer of a free plan, just registered: the identity is new, and everything else stays. */
export function registeredBuyer(buyer: ViewerCustomer, row: Created): ViewerCustomer {
  return { ...buyer, ...row, registered: true };
}
