import type { ReasonOf } from '#platform/audit';
import type { DomainError } from '#libs/envelope';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { AccountUnconfirmed, AccountUnregistered, CustomerBlacklisted } from './sessions.errors';

/** The facts about a customer that a log-in depends on. */
export type Applicant = Pick<ViewerCustomer, 'email' | 'registered' | 'confirmed'> & { blacklisted: boolean };

/** Why a customer may not log in. */
export interface Refusal {
  reason: ReasonOf<'login.failed'>;
  error: DomainError;
}

/** The first reason why a customer with a valid proof may not log in, in the order of contract 4.5; null if there is none. */
export function refusalOf(
  { email, blacklisted, registered, confirmed }: Applicant,
  { supportEmail }: Pick<FanclubInfo, 'supportEmail'>,
): Refusal | null {
  if (blacklisted) return { reason: 'blacklisted', error: new CustomerBlacklisted(supportEmail) };
  if (!registered) return { reason: 'unregistered', error: new AccountUnregistered(email, supportEmail) };
  if (!confirmed) return { reason: 'unconfirmed', error: new AccountUnconfirmed(email, supportEmail) };
  return null;
}

/** Whether any password is accepted: only for an unregistered account without one (contract 4.5). */
export function needsNoPassword(
  { registered }: Pick<Applicant, 'registered'>,
  passwordHash: string | null,
): boolean {
  return passwordHash === null && !registered;
}
