import type { ApiPropertyOptions } from '@nestjs/swagger';

/*
 * Schemas of the formats that several domains use in their answers.
 */

const format = <T extends ApiPropertyOptions>(schema: T): T => schema;

export const ID = format({ type: 'integer', minimum: 1 });

export const DATE = format({ type: 'string', format: 'date', pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

/** An instant in UTC. */
export const UTC_TIME = format({
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
});

/** An instant in UTC, as contests show it. */
export const UTC_STAMP = format({
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC$',
  description: 'An instant, `YYYY-MM-DD hh:mm:ss UTC`.',
});

/** An instant in a zone of its own, as events show it. */
export const OFFSET_TIME = format({
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+-]\\d{4}$',
  description: 'An instant with the offset of the venue’s zone, `YYYY-MM-DDThh:mm:ss-hhmm`.',
});

/** A day in words. */
export const HUMAN_DATE = format({
  type: 'string',
  pattern: '^[A-Z][a-z]+ \\d{1,2}, \\d{4}$',
  description: 'A day in the fan club’s zone, such as `January 30, 2013`.',
});

/** An amount of money. */
export const DECIMAL = format({
  type: 'string',
  pattern: '^\\d+\\.\\d+$',
  description: 'A decimal number with at least one decimal, such as `24.99` or `0.0`.',
});
