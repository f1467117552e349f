import { isEmail } from 'class-validator';
import { isStorable } from './form-text';
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
