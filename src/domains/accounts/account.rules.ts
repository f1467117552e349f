import type { FieldErrors } from '#libs/envelope';
import { type AgeLimit, birthdateFault, faultsOf, isEmailAddress } from '#libs/validation';
import type { Taken } from './accounts.queries';
import { type NewPassword, usernameFault } from './dto/account.bodies';

/*
 * Faults that depend on other customers, the fan club or the time. They are added to those that `faultsOf` finds in the body
 * (contract 4.2).
 */

const TAKEN = 'has already been taken';
/** For a birthdate below the fan club's minimum age. */
export const NOT_OLD_ENOUGH = 'You are not old enough';
/** Unless the terms were accepted. */
export const TERMS_NOT_ACCEPTED = 'Must accept terms of service';

/** @param taken null if no name was looked up */
export function addTaken(errors: FieldErrors, taken: Taken | null): void {
  if (taken?.emailTaken && !errors.has('email')) errors.add('email', TAKEN);
  if (taken?.usernameTaken && !errors.has('username')) errors.add('username', TAKEN);
}

/** Adds the fault of a birthdate today, by the fan club's calendar. */
export function addAge(
  errors: FieldErrors,
  birthdate: string | null | undefined,
  fanclub: AgeLimit,
  now: Date,
): void {
  if (!birthdate || errors.has('birthdate')) return;
  const fault = birthdateFault(birthdate, fanclub, now);
  if (fault === 'not born') errors.add('birthdate', 'is not a valid date');
  if (fault === 'too young') errors.addSentence('birthdate', NOT_OLD_ENOUGH);
}

/** Adds a fault unless the terms were accepted. */
export function addTerms(errors: FieldErrors, accepted: boolean | null | undefined): void {
  if (accepted !== true) errors.addSentence('accept_terms', TERMS_NOT_ACCEPTED);
}

/** The new password as text. @throws InvalidFields */
export function validPassword(chosen: NewPassword): string {
  faultsOf(chosen).throwIfAny();
  return chosen.password!;
}

/** The address to look up; null if it is invalid. */
export function emailOf(value: unknown): string | null {
  return isEmailAddress(value) ? value.trim() : null;
}

/** The user name to look up; null if it is invalid. */
export function usernameOf({ username }: { username?: string | null }): string | null {
  return usernameFault(username, {}) === null ? (username ?? null) : null;
}
