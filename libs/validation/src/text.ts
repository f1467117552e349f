import { isEmail } from 'class-validator';
import { hasInvisible } from './names';

/** True for null, undefined, whitespace, and anything that is not a string. */
export function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

/** Whether a field is absent, null or blank. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

/** True for a valid e-mail address of at most 254 characters, none of them invisible. Surrounding whitespace is ignored. */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const address = value.trim();
  return address.length <= 254 && isStorable(address) && !hasInvisible(address) && isEmail(address);
}

/** Whether a database can store the text unchanged: PostgreSQL refuses NUL and half a surrogate pair. */
export function isStorable(text: string): boolean {
  // The first pattern is much faster, and enough for nearly every text.
  return !/[\0\ud800-\udfff]/.test(text) || !/[\0\p{Surrogate}]/u.test(text);
}
