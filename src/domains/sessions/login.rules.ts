import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { AccountUnconfirmed, AccountUnregistered, CustomerBlacklisted } from './sessions.errors';

/** A customer who asks to log in, as far as it decides about that. */
export type Applicant = Pick<ViewerCustomer, 'email' | 'registered' | 'confirmed'> & { blacklisted: boolean };

/**
 * Throws the first reason why someone who has proven to be this customer may not log in, in the order of decisions 4.5; the
 * same for every kind of proof.
 * @throws CustomerBlacklisted, AccountUnregistered, AccountUnconfirmed
 */
export function assertMayLogIn(
  applicant: Applicant,
  { supportEmail }: Pick<FanclubInfo, 'supportEmail'>,
): void {
  if (applicant.blacklisted) throw new CustomerBlacklisted(supportEmail);
  if (!applicant.registered) throw new AccountUnregistered(applicant.email, supportEmail);
  if (!applicant.confirmed) throw new AccountUnconfirmed(applicant.email, supportEmail);
}

/** Whether {@link assertMayLogIn} lets an applicant pass. */
export function mayLogIn({ blacklisted, registered, confirmed }: Applicant): boolean {
  return !blacklisted && registered && confirmed;
}

/** Whether any password proves an applicant: only an unregistered account without one (decisions 4.5). */
export function needsNoPassword(applicant: Applicant, passwordHash: string | null): boolean {
  return passwordHash === null && !applicant.registered;
}
