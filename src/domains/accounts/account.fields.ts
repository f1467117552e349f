import type { FieldErrors } from '#libs/envelope';
import { LONGEST_PASSWORD } from '#libs/password';
import {
  type AgeLimit,
  formBirthdate,
  formText,
  type FormText,
  hasInvisible,
  isBlank,
  isEmailAddress,
  isMissing,
  mixesScripts,
} from '#libs/validation';

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

/** A name, or the website's word for where a preference was given: trimmed; null for a blank one. */
export function checkText(
  errors: FieldErrors,
  field: 'first_name' | 'last_name' | 'lists_opt_in_source',
  value: unknown,
): string | null {
  const { text, fault } = formText(value);
  if (fault) errors.add(field, fault);
  return text === '' ? null : text;
}

/** A real date `YYYY-MM-DD`, not after today, of someone as old as the fan club wants, by the fan club's calendar. */
export function checkBirthdate(errors: FieldErrors, value: unknown, fanclub: AgeLimit, now: Date): string {
  const { date, fault } = formBirthdate(value, fanclub, now);
  if (fault === 'missing') errors.add('birthdate', "can't be blank");
  if (fault === 'invalid') errors.add('birthdate', 'is not a valid date');
  if (fault === 'too young') errors.addSentence('You are not old enough');
  return date;
}

/**
 * The name in the forum, trimmed; to be asked for only where the club has one. It holds nothing invisible and does not mix Latin
 * letters with lookalikes (decisions 6.11a). `taken`: it is another customer's.
 */
export function checkUsername(errors: FieldErrors, value: unknown, taken = false): string {
  const { text, fault } = formUsername(value);
  if (fault) errors.add('username', fault);
  else if (text === '') errors.add('username', "can't be blank");
  else if (taken) errors.add('username', 'has already been taken');
  return text;
}

/** A password as it is, untrimmed. Its confirmation counts only if it was given. A password that is no string counts as blank. */
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
  const isGiven = confirmation !== undefined && confirmation !== null;
  if (isGiven && confirmation !== password) errors.add('password_confirmation', "doesn't match Password");
  return password;
}

/** What a form or a query has for `true`: the word, a 1, or what a browser sends for a ticked box. */
const TICKED = /^(true|1|on)$/i;

/** `true`, or what stands for it where there are only texts. */
export function checkTerms(errors: FieldErrors, value: unknown): void {
  if (value !== true && !TICKED.test(formText(value).text)) {
    errors.addSentence('Must accept terms of service');
  }
}

/** The address that {@link checkEmail} would take, to look for its owner; null if it would not. */
export function emailOf(value: unknown): string | null {
  return isEmailAddress(value) ? value.trim() : null;
}

/** The name that {@link checkUsername} would take, to look for its owner; null if it would not. */
export function usernameOf(value: unknown): string | null {
  const { text, fault } = formUsername(value);
  return fault !== null || text === '' ? null : text;
}

function formUsername(value: unknown): FormText {
  const { text, fault } = formText(value);
  return { text, fault: fault ?? (hasInvisible(text) || mixesScripts(text) ? 'is invalid' : null) };
}
