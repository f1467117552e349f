/** Most characters of a text that somebody types into a form, unless a field has a limit of its own. */
export const LONGEST_TEXT = 255;

/** A text that came in, trimmed, and the end of the sentence that says what is wrong with it; null when nothing is. */
export interface FormText {
  text: string;
  fault: string | null;
}

/**
 * Reads a text out of any JSON value. Nothing at all (also null) is the empty text, and a whole number counts as its digits:
 * a program may know a postal code as a number. A list, an object or a truth value is no text.
 */
export function formText(value: unknown, longest = LONGEST_TEXT): FormText {
  if (value === undefined || value === null) return { text: '', fault: null };
  if (typeof value === 'number' && Number.isSafeInteger(value)) return formText(String(value), longest);
  if (typeof value !== 'string' || !isStorable(value)) return { text: '', fault: 'is invalid' };
  const text = value.trim();
  const fits = Array.from(text).length <= longest;
  return { text, fault: fits ? null : `is too long (maximum is ${longest} characters)` };
}

/** Whether a database can keep the text as it is: no NUL, which PostgreSQL has no place for, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  // The first pattern is much the faster one, and true of nearly every text.
  return !/[\0\ud800-\udfff]/.test(text) || !/[\0\p{Surrogate}]/u.test(text);
}
