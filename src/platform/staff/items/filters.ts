import { isCalendarDate } from '#libs/format';
import { parseId } from '#libs/validation';
import { invalidRequest } from '../staff-problems';

/** The SQL condition of a filter's value. @throws Problem (400) with the values that there are */
export function oneOf(name: string, conditions: Readonly<Record<string, string>>, value: string): string {
  const names = Object.keys(conditions);
  if (!names.includes(value)) throw invalidRequest(`${name} must be one of ${names.join(', ')}.`);
  return conditions[value];
}

/** The id in a filter. @throws Problem (400) */
export function numberOf(name: string, text: string): number {
  const id = parseId(text);
  if (id === null) throw invalidRequest(`${name} must be a number.`);
  return id;
}

const DAY = 24 * 60 * 60 * 1000;

/** Where a range begins: an instant, or a day in UTC. @throws Problem (400) */
export function rangeStart(name: string, text: string): Date {
  const instant = new Date(isCalendarDate(text) ? `${text}T00:00:00Z` : text);
  const isTime = isCalendarDate(text) || /^\d{4}-\d\d-\d\dT/.test(text);
  if (isTime && !Number.isNaN(instant.getTime())) return instant;
  throw invalidRequest(`${name} must be a day such as 2026-06-15, or a time such as 2026-06-15T12:00:00Z.`);
}

/** The first instant after a range: an instant, or the end of its last day. @throws Problem (400) */
export function rangeEnd(name: string, text: string): Date {
  const start = rangeStart(name, text);
  return isCalendarDate(text) ? new Date(start.getTime() + DAY) : start;
}
