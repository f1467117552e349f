import { isEmail } from 'class-validator';

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

/** Control and format characters: they are invisible or change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

const LATIN = /\p{Script=Latin}/u;
const LOOKALIKES = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Whether a text contains invisible or direction-changing characters, which names may not (contract 6.11a). */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

/** Whether a text mixes Latin letters with Cyrillic or Greek ones, many of which look the same (contract 6.11a). */
export const mixesScripts = (text: string): boolean => LATIN.test(text) && LOOKALIKES.test(text);
