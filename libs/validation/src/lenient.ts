import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import { isCalendarDate } from '#libs/format';
import { referenced } from './fields';

/**
 * Decorators for lenient parameters. An unusable value becomes `undefined`, so the handler's default applies. They never refuse a
 * request.
 */
function lenient<T>(schema: ApiPropertyOptions, read: (value: unknown) => T | undefined): PropertyDecorator {
  return applyDecorators(
    Allow(), // Not IsOptional, which would switch off Required.
    Transform(({ value }) => read(value as unknown)),
    referenced({ schema }),
  );
}

/** Reads a whole number written in decimal digits; undefined for anything else. */
function readInt(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  if (!/^-?\d{1,19}$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A whole number of at least `min` (default 1). A number above `max` counts as `max`. */
export const OptionalInt = ({ min = 1, max = Number.MAX_SAFE_INTEGER } = {}): PropertyDecorator =>
  lenient(
    { type: 'integer', minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) },
    (value) => {
      const number = readInt(value);
      return number === undefined || number < min ? undefined : Math.min(number, max);
    },
  );

/** One of these words, in any letter case; the value is the word as listed. */
export const OptionalOneOf = <T extends string>(words: readonly T[]): PropertyDecorator =>
  lenient({ type: 'string', enum: [...words] }, (value) =>
    typeof value === 'string'
      ? words.find((word) => word.toLowerCase() === value.trim().toLowerCase())
      : undefined,
  );

/** A text; anything that is not a string is absent. */
export const OptionalText = (): PropertyDecorator =>
  lenient({ type: 'string' }, (value) => (typeof value === 'string' ? value : undefined));

/** Words separated by commas, trimmed, without empty ones; undefined if none is left. */
export const OptionalList = (): PropertyDecorator =>
  lenient({ type: 'string' }, (value) => {
    if (typeof value !== 'string') return undefined;
    const words = value.split(',').map((word) => word.trim());
    const filled = words.filter((word) => word !== '');
    return filled.length > 0 ? filled : undefined;
  });

/** A date `YYYY-MM-DD` that exists in the calendar. */
export const OptionalDate = (): PropertyDecorator =>
  lenient({ type: 'string', format: 'date' }, (value) =>
    typeof value === 'string' && isCalendarDate(value) ? value : undefined,
  );

/** A JSON boolean, or exactly `True` or `False`. */
export const OptionalBoolean = (): PropertyDecorator =>
  lenient({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['True', 'False'] }] }, (value) => {
    if (value === true || value === 'True') return true;
    return value === false || value === 'False' ? false : undefined;
  });
