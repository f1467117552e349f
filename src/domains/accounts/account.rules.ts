import type { FieldErrors } from '#libs/envelope';
import { type AgeLimit, birthdateFault, faultsOf, isEmailAddress } from '#libs/validation';
import type { Taken } from './accounts.queries';
import type { NewPassword } from './dto/new-password';
import { usernameFault } from './dto/username';

/*
 * What the class of a body cannot tell of an account's fields: what other customers have, the fan club wants, or time decides.
 * Each rule adds what is wrong to the failures that `faultsOf` returned (decisions 4.2).
 */

/** Adds the names that other customers have. */
export function addTaken(errors: FieldErrors, taken: Taken): void {
  if (taken.email && !errors.has('email')) errors.add('email', TAKEN);
  if (taken.username && !errors.has('username')) errors.add('username', TAKEN);
}

const TAKEN = 'has already been taken';

/** Adds what is wrong with a birthdate today, by the fan club's calendar. */
export function addAge(
  errors: FieldErrors,
  birthdate: string | null | undefined,
  fanclub: AgeLimit,
  now: Date,
): void {
  if (!birthdate || errors.has('birthdate')) return;
  const fault = birthdateFault(birthdate, fanclub, now);
  if (fault === 'not born') errors.add('birthdate', 'is not a valid date');
  if (fault === 'too young') errors.addSentence('birthdate', 'You are not old enough');
}

/** Adds that the terms were not accepted. */
export function addTerms(errors: FieldErrors, accepted: boolean | null | undefined): void {
  if (accepted !== true) errors.addSentence('accept_terms', 'Must accept terms of service');
}

/** The chosen password. @throws InvalidFields */
export function validPassword(chosen: NewPassword): string {
  faultsOf(chosen).throwIfAny();
  return chosen.password!;
}

/** The address to look for among other customers; null for what is no address. */
export function emailOf(value: unknown): string | null {
  return isEmailAddress(value) ? value.trim() : null;
}

/** The name to look for among other customers; null for one that is refused anyway. */
export function usernameOf({ username }: { username?: string | null }): string | null {
  return usernameFault(username, {}) === null ? (username ?? null) : null;
}
