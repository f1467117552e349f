import { offsetMinutes, offsetText } from './zones';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Checks values of time columns. PostgreSQL also stores `infinity`, which its driver returns as a number, and years that the formats below
 * cannot express.
 * @param times by name; null is valid
 * @throws RangeError that names the first one that is not in the years 1 to 9999
 */
export function requireInstants(times: Readonly<Record<string, Date | null>>): void {
  for (const [name, at] of Object.entries(times)) {
    const year = at instanceof Date ? at.getUTCFullYear() : NaN;
    if (at !== null && !(year >= 1 && year <= 9999))
      throw new RangeError(`${name} is not in the years 1 to 9999`);
  }
}

/** A Date whose UTC fields are those of the zone's wall clock at that instant. */
function wallClock(at: Date, zoneName: string): Date {
  return new Date(at.getTime() + offsetMinutes(at, zoneName) * MINUTE);
}

/** A Date's UTC fields as `2013-01-30T10:00:00`, without fractions of a second. */
function toTheSecond(date: Date): string {
  return date.toISOString().slice(0, -'.000Z'.length);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The instant of a text with date, time and offset, such as `2027-01-01T00:00:00Z`; null for any other text. */
export function instantOf(text: string): Date | null {
  if (!INSTANT.test(text) || !isCalendarDate(text.slice(0, 10))) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** An instant as `2013-01-30T10:00:00Z`. */
export function isoUtc(at: Date): string {
  return `${toTheSecond(at)}Z`;
}

/** An instant as `2013-05-01 07:00:00 UTC`. */
export function utcStamp(at: Date): string {
  return `${toTheSecond(at).replace('T', ' ')} UTC`;
}

/**
 * An instant on the zone's wall clock, with the offset at that time: `2013-06-01T19:00:00-0700`.
 * @throws RangeError for an unknown zone.
 */
export function offsetStamp(at: Date, zoneName: string): string {
  return `${wallTime(at, zoneName)}${offsetText(offsetMinutes(at, zoneName))}`;
}

/**
 * What the clocks of a zone show at an instant: `2013-06-01T19:00:00`.
 * @throws RangeError for an unknown zone.
 */
export function wallTime(at: Date, zoneName: string): string {
  return toTheSecond(wallClock(at, zoneName));
}

/**
 * The date of an instant in a zone, `2013-01-30`.
 * @throws RangeError for an unknown zone.
 */
export function localDate(at: Date, zoneName: string): string {
  return dateOf(wallClock(at, zoneName));
}

/**
 * The date of an instant in a zone, for users: `January 30, 2013`.
 * @throws RangeError for an unknown zone.
 */
export function humanDate(at: Date, zoneName: string): string {
  return humanDay(localDate(at, zoneName));
}

/**
 * The date and the time of an instant in a zone, for users: `January 30, 2013, 19:05`.
 * @throws RangeError for an unknown zone.
 */
export function humanTime(at: Date, zoneName: string): string {
  return `${humanDate(at, zoneName)}, ${wallTime(at, zoneName).slice(11, 16)}`;
}

/** A calendar date `2013-01-30` as `January 30, 2013`, for users. Expects a valid date (see {@link isCalendarDate}). */
export function humanDay(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${MONTHS[month - 1]} ${day}, ${year}`;
}

/**
 * The last millisecond of an instant's day in a zone. If clocks are set back over midnight, the day ends twice; this is the
 * second end.
 * @throws RangeError for an unknown zone.
 */
export function endOfLocalDay(at: Date, zoneName: string): Date {
  const nextMidnight = Date.parse(`${localDate(at, zoneName)}T00:00:00Z`) + DAY;
  const isLast = (end: Date): boolean =>
    wallClock(end, zoneName).getTime() < nextMidnight &&
    wallClock(new Date(end.getTime() + 1), zoneName).getTime() >= nextMidnight;

  // The offset may change before or at midnight: try both offsets, and take the last end that is still on the same date.
  const offsets = [at, new Date(at.getTime() + DAY + 2 * 60 * MINUTE)].map((day) =>
    offsetMinutes(day, zoneName),
  );
  const ends = offsets.map((offset) => new Date(nextMidnight - offset * MINUTE - 1)).filter(isLast);
  return new Date(Math.max(...ends.map(Number)));
}

/**
 * The end of a term that lasts `months`: the same day and time of day (UTC) in the month of its end, or that month's last day if
 * the month is too short. Null for null months: a term without end.
 */
export function termEnd(start: Date, months: number | null): Date | null {
  if (months === null) return null;
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + months + 1, 0); // the month's last day
  end.setUTCDate(Math.min(start.getUTCDate(), end.getUTCDate()));
  return end;
}

/**
 * Whole years between two valid calendar dates; negative before the birth. After a birth on February 29, a year is complete on
 * March 1 of a common year.
 */
export function ageOn(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return today.slice(4) < birthdate.slice(4) ? years - 1 : years;
}

/** Whether this is a valid date `YYYY-MM-DD` of the years 1 to 9999: not `2023-02-29`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && dateOf(parsed) === text;
}

function dateOf(date: Date): string {
  return date.toISOString().split('T')[0];
}
