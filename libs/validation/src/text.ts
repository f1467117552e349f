import { isEmail } from 'class-validator';

/** True for null, undefined, whitespace, and anything that is not a string. */
export function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

/** True for a well-formed e-mail address of at most 254 characters, judged after trimming. */
export function isEmailAddress(value: unknown): value is string {
  return typeof value === 'string' && value.trim().length <= 254 && isEmail(value.trim());
}
