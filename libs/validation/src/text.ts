import { isEmail } from 'class-validator';

/** True for null, undefined, whitespace, and anything that is not a string. */
export function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

/** Control characters, and halves of surrogate pairs: no mail can be sent to such an address. */
const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;

/** True for a well-formed e-mail address of at most 254 characters, judged after trimming. */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const address = value.trim();
  return address.length <= 254 && !UNSENDABLE.test(address) && isEmail(address);
}
