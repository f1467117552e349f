import { isCalendarDate, isCountry } from '#libs/format';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { type Fault, field, type FieldReference, UNUSABLE } from './fields';
import { isEmailAddress, isStorable } from './text';

/** Maximum number of characters of a text in a form. */
export const MAX_TEXT_LENGTH = 255;
const TOO_LONG = `is too long (maximum is ${MAX_TEXT_LENGTH} characters)`;

/**
 * Reads a text from any JSON value, trimmed; null for a blank one. A whole number becomes its digits, because a client may store a
 * postal code as a number. A list, an object, a boolean, or a text that a database cannot store is {@link UNUSABLE}.
 */
export function readText(value: unknown): string | typeof UNUSABLE | null | undefined {
  if (value === undefined || value === null) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || !isStorable(value)) return UNUSABLE;
  return value.trim() || null;
}

/** The fault of a text that {@link readText} returned. */
export const textFault: Fault = (value) => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return 'is invalid';
  return Array.from(value).length > MAX_TEXT_LENGTH ? TOO_LONG : null;
};

/** Reports `message` for each value that does not pass. */
const unless =
  (passes: (value: string) => boolean, message: string): Fault =>
  (value) =>
    value === undefined || value === null || (typeof value === 'string' && passes(value)) ? null : message;

/** What the API reference says of a {@link Text}. */
export const TEXT_REFERENCE = {
  schema: { type: 'string', maxLength: MAX_TEXT_LENGTH },
  faults: ['is invalid', TOO_LONG],
} satisfies FieldReference;

/** A text of at most 255 characters. */
export const Text = (): PropertyDecorator => field('text', readText, TEXT_REFERENCE, textFault);

/** A field whose text has to pass a check. */
const checked = (
  name: string,
  schema: ApiPropertyOptions,
  passes: (value: string) => boolean,
  message: string,
  read = readText,
): PropertyDecorator => field(name, read, { schema, faults: [message] }, unless(passes, message));

/** An e-mail address; its letter case is kept. */
export const EmailAddress = (): PropertyDecorator =>
  checked('emailAddress', { type: 'string', format: 'email' }, isEmailAddress, 'does not appear to be valid');

/** A date `YYYY-MM-DD` that exists in the calendar. */
export const CalendarDate = (): PropertyDecorator =>
  checked('calendarDate', { type: 'string', format: 'date' }, isCalendarDate, 'is not a valid date');

/** A country's ISO 3166 alpha-2 code, in any letter case; becomes upper case. */
export const CountryCode = (): PropertyDecorator =>
  checked(
    'countryCode',
    { type: 'string', pattern: '^[A-Za-z]{2}$', description: 'ISO 3166 alpha-2 code.' },
    isCountry,
    'is not included in the list',
    readCountry,
  );

function readCountry(value: unknown): ReturnType<typeof readText> {
  const text = readText(value);
  // Only ASCII letters: `ß` in upper case is `SS`, South Sudan.
  return typeof text === 'string' && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text;
}

/** A password; not trimmed. `faults` are all that `fault` can return. */
export const Secret = (fault?: Fault, faults: readonly string[] = []): PropertyDecorator =>
  field(
    'secret',
    (value) => (value === undefined || value === null || typeof value === 'string' ? value : UNUSABLE),
    { schema: { type: 'string', format: 'password' }, faults },
    fault,
  );

/** Spellings of `true` in forms and queries: the word, a 1, or a browser's value for a ticked box. */
const TICKED = /^(true|1|on)$/i;

/** Consent. True for `true` and its spellings in forms and queries; null stays null; false for anything else. */
export const Consent = (): PropertyDecorator =>
  field('consent', readConsent, { schema: { type: 'boolean' } });

function readConsent(value: unknown): boolean | null {
  if (value === null) return null;
  const text = readText(value);
  return value === true || (typeof text === 'string' && TICKED.test(text));
}
