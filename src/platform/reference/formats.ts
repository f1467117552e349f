import type { ApiPropertyOptions } from '@nestjs/swagger';

/*
 * Schemas of the formats that several domains use in their answers.
 */

const format = <T extends ApiPropertyOptions>(schema: T): T => schema;

const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** A day in words, as a regular expression. */
export const DAY_IN_WORDS = `(${MONTHS}) ([1-9]|[12]\\d|3[01]), \\d{4}`;

export const ID = format({ type: 'integer', minimum: 1 });

export const DATE = format({ type: 'string', format: 'date', pattern: `^${DAY}$` });

/** An instant in UTC. */
export const UTC_TIME = format({
  type: 'string',
  format: 'date-time',
  pattern: `^${DAY}T${TIME}Z$`,
});

/** An instant in UTC, as contests show it. */
export const UTC_STAMP = format({
  type: 'string',
  pattern: `^${DAY} ${TIME} UTC$`,
  description: 'An instant, `YYYY-MM-DD hh:mm:ss UTC`.',
});

/** An instant in its own zone, as events show it. */
export const OFFSET_TIME = format({
  type: 'string',
  pattern: `^${DAY}T${TIME}[+-]([01]\\d|2[0-3])[0-5]\\d$`,
  description: 'An instant with the offset of the venue’s zone, `YYYY-MM-DDThh:mm:ss-hhmm`.',
});

/** A day in words. */
export const HUMAN_DATE = format({
  type: 'string',
  pattern: `^${DAY_IN_WORDS}$`,
  description: 'A day in the fan club’s zone, such as `January 30, 2013`.',
});

/** An amount of money. */
export const DECIMAL = format({
  type: 'string',
  pattern: '^(0|[1-9]\\d*)\\.(\\d|\\d+[1-9])$',
  description: 'A decimal number with at least one decimal, such as `24.99` or `0.0`.',
});

/** Any text. */
export const TEXT = format({ type: 'string' });

/** True or false. */
export const FLAG = format({ type: 'boolean' });

/** A number of things. */
export const COUNT = format({ type: 'integer', minimum: 0 });

/** An instant in UTC, with or without milliseconds. */
export const INSTANT = format({
  type: 'string',
  format: 'date-time',
  pattern: `^${DAY}T${TIME}(\\.\\d{3})?Z$`,
});

/** An amount of money as it is stored. */
export const MONEY = format({
  type: 'string',
  pattern: '^-?\\d+(\\.\\d+)?$',
  description: 'A decimal number, such as `24.99`.',
});
