import { isEmail } from 'class-validator';
import { hasInvisible } from './names';

/** True for null, undefined, whitespace, and anything that is not a string. */
export function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

/** Whether a field came without content: not at all, as null, or as a blank text. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

/** True for a well-formed e-mail address of at most 254 characters, none of them invisible, judged after trimming. */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const address = value.trim();
  return address.length <= 254 && isStorable(address) && !hasInvisible(address) && isEmail(address);
}

/** Whether a database can keep the text as it is: no NUL, which PostgreSQL cannot store, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  // The first pattern is much the faster one, and true of nearly every text.
  return !/[\0\ud800-\udfff]/.test(text) || !/[\0\p{Surrogate}]/u.test(text);
}
