import { ageOn, localDate } from '#libs/format';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import type { Created } from './accounts.queries';

/** The customer's age in whole years, today in the fan club's zone; null without birthdate (contract 2.16). */
export function ageOf(customer: ViewerCustomer, fanclub: FanclubInfo, now: Date): number | null {
  return customer.birthdate === null ? null : ageOn(customer.birthdate, localDate(now, fanclub.timeZone));
}

/** The current e-mail address, then former ones (contract 2.15); each once, compared in any letter case. */
export function addressesOf({ email, emailAliases }: ViewerCustomer): string[] {
  const current = email?.toLowerCase();
  const former = emailAliases.filter((alias) => alias.toLowerCase() !== current);
  return email === null ? former : [email, ...former];
}

/** A customer who was just created, and has nothing but an identity. */
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
