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

/** A Date whose UTC fields read as the wall clock of the zone does at that instant. */
function wallClock(at: Date, zoneName: string): Date {
  return new Date(at.getTime() + offsetMinutes(at, zoneName) * MINUTE);
}

/** `2013-01-30T10:00:00` of a Date's UTC fields; fractions of a second are cut off. */
function toTheSecond(date: Date): string {
  return date.toISOString().slice(0, -'.000Z'.length);
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
 * An instant as the zone's wall clock with the offset then in force, `2013-06-01T19:00:00-0700`.
 * @throws RangeError for an unknown zone.
 */
export function offsetStamp(at: Date, zoneName: string): string {
  return `${toTheSecond(wallClock(at, zoneName))}${offsetText(offsetMinutes(at, zoneName))}`;
}

/**
 * The date an instant falls on in a zone, `2013-01-30`.
 * @throws RangeError for an unknown zone.
 */
export function localDate(at: Date, zoneName: string): string {
  return dateOf(wallClock(at, zoneName));
}

/**
 * The same for people, `January 30, 2013`.
 * @throws RangeError for an unknown zone.
 */
export function humanDate(at: Date, zoneName: string): string {
  return humanDay(localDate(at, zoneName));
}

/** A calendar date `2013-01-30` for people, `January 30, 2013`. Expects a real date (see {@link isCalendarDate}). */
export function humanDay(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${MONTHS[month - 1]} ${day}, ${year}`;
}

/**
 * The last millisecond of the day that an instant falls on in a zone. Where clocks are set back over midnight, it is the
 * last time that the day ends.
 * @throws RangeError for an unknown zone.
 */
export function endOfLocalDay(at: Date, zoneName: string): Date {
  const nextMidnight = Date.parse(`${localDate(at, zoneName)}T00:00:00Z`) + DAY;
  const isLast = (end: Date): boolean =>
    wallClock(end, zoneName).getTime() < nextMidnight &&
    wallClock(new Date(end.getTime() + 1), zoneName).getTime() >= nextMidnight;

  // The offset may change before or at midnight: of the ends by the earlier and the later one, take the last true one.
  const offsets = [at, new Date(at.getTime() + DAY + 2 * 60 * MINUTE)].map((day) =>
    offsetMinutes(day, zoneName),
  );
  const ends = offsets.map((offset) => new Date(nextMidnight - offset * MINUTE - 1)).filter(isLast);
  return new Date(Math.max(...ends.map(Number)));
}

/**
 * The end of a term that starts at an instant and lasts so many months: the same day and time of day (UTC) so many months later,
 * or the last day of a shorter month. Null months: a term without end, null.
 */
export function termEnd(start: Date, months: number | null): Date | null {
  if (months === null) return null;
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + months + 1, 0); // the month's last day
  end.setUTCDate(Math.min(start.getUTCDate(), end.getUTCDate()));
  return end;
}

/**
 * Whole years between two calendar dates. Who was born on February 29 turns a year older on March 1 of a common year.
 * Both are real dates; the age on a day before the birth is negative.
 */
export function ageOn(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return today.slice(4) < birthdate.slice(4) ? years - 1 : years;
}

/** Whether this is a real date written `YYYY-MM-DD`, of the years 1 to 9999: not `2023-02-29`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && dateOf(parsed) === text;
}

function dateOf(date: Date): string {
  return date.toISOString().split('T')[0];
}
