import type { FieldErrors } from '#libs/envelope';
import { ageOn, isCalendarDate, localDate } from '#libs/format';
import { LONGEST_PASSWORD } from '#libs/password';
import { isBlank, isEmailAddress } from '#libs/validation';
import type { FanclubInfo } from '../access';

/** Most characters of a name or user name. */
const LONGEST_NAME = 255;
const SHORTEST_PASSWORD = 8;

/** A password that somebody chose, with its confirmation, as it came in. */
export interface NewPassword {
  password: unknown;
  password_confirmation: unknown;
}

/*
 * The checks of what a person may write about their account (decisions 4.2). Each takes any JSON value, adds at most what is
 * wrong to `errors`, and returns the value to store. After a message what it returns is meaningless, so it is looked at only
 * behind `errors.throwIfAny()`. They are called in the order in which the messages are to stand.
 */

/** The address, trimmed, in the letter case given (decisions 4.6). `taken`: it is another customer's. */
export function checkEmail(errors: FieldErrors, value: unknown, taken = false): string {
  if (isMissing(value)) errors.add('email', "can't be blank");
  else if (!isEmailAddress(value)) errors.add('email', 'does not appear to be valid');
  else if (taken) errors.add('email', 'has already been taken');
  return emailOf(value) ?? '';
}

/** A first or last name, trimmed; null for a blank one. */
export function checkName(
  errors: FieldErrors,
  field: 'first_name' | 'last_name',
  value: unknown,
): string | null {
  if (isMissing(value)) return null;
  const name = storable(value);
  if (name === null) errors.add(field, 'is invalid');
  else checkLength(errors, field, name);
  return name;
}

/** A real date `YYYY-MM-DD`, not after today, of someone as old as the fan club wants, by the fan club's calendar. */
export function checkBirthdate(
  errors: FieldErrors,
  value: unknown,
  { minimumAge, timeZone }: Pick<FanclubInfo, 'minimumAge' | 'timeZone'>,
  now: Date,
): string {
  const today = localDate(now, timeZone);
  if (isMissing(value)) errors.add('birthdate', "can't be blank");
  else if (typeof value !== 'string' || !isCalendarDate(value) || value > today) {
    errors.add('birthdate', 'is not a valid date');
  } else if (ageOn(value, today) < minimumAge) errors.addSentence('You are not old enough');
  return typeof value === 'string' ? value : '';
}

/** The name in the forum, trimmed; to be asked for only where the club has one. `taken`: it is another customer's. */
export function checkUsername(errors: FieldErrors, value: unknown, taken = false): string {
  const username = storable(value);
  if (isMissing(value)) errors.add('username', "can't be blank");
  else if (username === null) errors.add('username', 'is invalid');
  else if (checkLength(errors, 'username', username) && taken)
    errors.add('username', 'has already been taken');
  return username ?? '';
}

/** A password as it is, untrimmed; both it and its confirmation are needed. Whatever is no string counts as blank. */
export function checkNewPassword(
  errors: FieldErrors,
  { password, password_confirmation: confirmation }: NewPassword,
): string {
  if (typeof password !== 'string' || isBlank(password)) {
    errors.add('password', "can't be blank");
    return '';
  }
  const length = Array.from(password).length;
  if (length < SHORTEST_PASSWORD) {
    errors.add('password', `is too short (minimum is ${SHORTEST_PASSWORD} characters)`);
  }
  if (length > LONGEST_PASSWORD) {
    errors.add('password', `is too long (maximum is ${LONGEST_PASSWORD} characters)`);
  }
  if (confirmation !== password) errors.add('password_confirmation', "doesn't match Password");
  return password;
}

/** `true`, or what a form has for it: `"true"`, `"1"`. */
export function checkTerms(errors: FieldErrors, value: unknown): void {
  if (value !== true && value !== 'true' && value !== '1') errors.addSentence('Must accept terms of service');
}

/** The website's word for where a preference was given, trimmed; null for a blank one. */
export function checkSource(errors: FieldErrors, value: unknown): string | null {
  if (isMissing(value)) return null;
  const source = storable(value);
  if (source === null) errors.add('lists_opt_in_source', 'is invalid');
  else checkLength(errors, 'lists_opt_in_source', source);
  return source;
}

/** Whether a field came without content: not at all, as null, or as a blank text. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

/** The address that {@link checkEmail} would take, to look for its owner; null if it would not. */
export function emailOf(value: unknown): string | null {
  return isEmailAddress(value) ? value.trim() : null;
}

/** The name that {@link checkUsername} would take, to look for its owner; null if it would not. */
export function usernameOf(value: unknown): string | null {
  const username = storable(value);
  return isMissing(value) || username === null || isTooLong(username) ? null : username;
}

/** A text, trimmed; null for what is none or what PostgreSQL has no text for. */
function storable(value: unknown): string | null {
  return typeof value === 'string' && !value.includes('\0') ? value.trim() : null;
}

function checkLength(errors: FieldErrors, field: string, text: string): boolean {
  if (!isTooLong(text)) return true;
  errors.add(field, `is too long (maximum is ${LONGEST_NAME} characters)`);
  return false;
}

function isTooLong(text: string): boolean {
  return Array.from(text).length > LONGEST_NAME;
}
