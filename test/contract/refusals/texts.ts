import type { Answer } from '../../support/api';

/** A request that leads to all of these messages of an operation. A variable part is `<name>`. */
export type Row = readonly [
  operation: string,
  messages: string | readonly string[],
  ask: () => Promise<Answer>,
];

export const PASSWORDS = [
  'Password is too short (minimum is 8 characters)',
  "Password confirmation doesn't match Password",
];
export const TOO_LONG_PASSWORD = 'Password is too long (maximum is 128 characters)';
/** The messages for values of another type than text, by the names in sentences. */
export const invalid = (...names: string[]): string[] => names.map((name) => `${name} is invalid`);
export const tooLong = (...names: string[]): string[] =>
  names.map((name) => `${name} is too long (maximum is 255 characters)`);
export const missing = (...names: string[]): string[] => names.map((name) => `${name} can't be blank`);
export const each = (names: readonly string[], value: unknown): object =>
  Object.fromEntries(names.map((name) => [name, value]));
/** Longer than any text may be. */
export const LONG = 'x'.repeat(256);

export const NAMES = ['first_name', 'last_name', 'username'];
export const NAME_LABELS = ['First name', 'Last name', 'Username'];
export const UNSUPPORTED = 'Social login is not supported by this website';
/** The faults of signed requests. */
export const [FORMAT, TOO_OLD, SIGNATURE] = ['Format', 'Too old', 'Invalid signature'].map(
  (fault) => `Invalid request: ${fault}. Please try logging in again.`,
);
