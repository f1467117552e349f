import moment, { type MomentZone } from 'moment-timezone';
import { RAILS_ZONE_NAMES } from './rails-zone-names';

/** A time zone at some instant, for display. */
export interface ZoneDescription {
  /** The IANA name as given, `America/Los_Angeles`. */
  tz: string;
  /** The abbreviation in force, `PDT`; the offset, `-03`, if the zone has no abbreviation. */
  short: string;
  /** The display name, see {@link longZoneName}. */
  long: string;
  /** The offset in force, `-07:00`. */
  offset: string;
}

/** `Intl` looks up a zone's name by a date, although the name does not depend on it. */
const REFERENCE_DAY = Date.UTC(2026, 0, 1);

const bundledNames: ReadonlySet<string> = new Set(moment.tz.names());
const rulesByName = new Map<string, MomentZone | null>();
const longNames = new Map<string, string>();

/**
 * Offset, abbreviation and date all come from this source. Two copies of the time zone database from different years could
 * contradict each other in one answer.
 */
function findRules(zoneName: string): MomentZone | null {
  if (!bundledNames.has(zoneName)) return null;
  let rules = rulesByName.get(zoneName);
  if (rules === undefined) {
    rules = isKnownToPlatform(zoneName) ? moment.tz.zone(zoneName) : null;
    rulesByName.set(zoneName, rules);
  }
  return rules;
}

/** Node cannot name a zone that is newer than its own database. */
function isKnownToPlatform(zoneName: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zoneName }) !== undefined;
  } catch {
    return false;
  }
}

function rulesOf(zoneName: string): MomentZone {
  const rules = findRules(zoneName);
  if (!rules) throw new RangeError(`Unknown time zone: ${zoneName}`);
  return rules;
}

/** Whether this is the name of an IANA time zone (`Europe/Paris`), in the right letter case. */
export function isTimeZone(name: string): boolean {
  return findRules(name) !== null;
}

/**
 * The zone's offset from UTC at an instant, in whole minutes; negative if behind.
 * @throws RangeError for an unknown zone.
 */
export function offsetMinutes(at: Date, zoneName: string): number {
  return wholeMinutes(rulesOf(zoneName).utcOffset(at.getTime()));
}

/** Whole minutes ahead of UTC; the rules have the minutes behind UTC. */
function wholeMinutes(behind: number): number {
  const rounded = Math.round(behind);
  return rounded === 0 ? 0 : -rounded;
}

/** A period in which the clocks of a zone have the same offset. */
export interface OffsetPeriod {
  /** Null if the zone never had another offset before. */
  start: Date | null;
  /** Minutes; negative if behind UTC. */
  offset: number;
  /** The offset before `start`. */
  formerOffset: number;
  /** The abbreviation, as in {@link ZoneDescription}. */
  short: string;
  /** Whether the clocks are ahead of both the period before and the one after. */
  isDaylightSaving: boolean;
}

/**
 * The periods that overlap the time between two instants, in order of time.
 * @throws RangeError for an unknown zone.
 */
export function offsetPeriods(zoneName: string, from: Date, to: Date): OffsetPeriod[] {
  const { untils, abbrs, offsets: behind } = rulesOf(zoneName);
  const offsetAt = (n: number): number => wholeMinutes(behind[n]);
  const periods: OffsetPeriod[] = [];
  for (let n = indexOfPeriod(untils, from.getTime()); n < untils.length; n += 1) {
    if (periods.length > 0 && untils[n - 1] > to.getTime()) break;
    const offset = offsetAt(n);
    const formerOffset = n === 0 ? offset : offsetAt(n - 1);
    periods.push({
      start: n === 0 ? null : new Date(untils[n - 1]),
      offset,
      formerOffset,
      short: abbrs[n],
      isDaylightSaving: offset > formerOffset && n + 1 < untils.length && offset > offsetAt(n + 1),
    });
  }
  return periods;
}

/** The first period that ends after an instant. */
function indexOfPeriod(untils: readonly number[], at: number): number {
  let [low, high] = [0, untils.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at < untils[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** An offset in minutes as `-0700`, or `-07:00` with a separator. */
export function offsetText(minutes: number, separator = ''): string {
  const size = Math.abs(minutes);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${separator}${two(size % 60)}`;
}

/**
 * A time zone at an instant: `{tz: 'America/Los_Angeles', short: 'PDT', long: 'Pacific Time (US & Canada)', offset: '-07:00'}`.
 * @throws RangeError for an unknown zone.
 */
export function zone(zoneName: string, at: Date): ZoneDescription {
  return {
    tz: zoneName,
    short: rulesOf(zoneName).abbr(at.getTime()),
    long: longZoneName(zoneName),
    offset: offsetText(offsetMinutes(at, zoneName), ':'),
  };
}

/**
 * The display name of a zone, the same in summer and winter: the Rails name if there is one (`Pacific Time (US & Canada)`),
 * else CLDR's long generic name (`Gulf Standard Time`).
 * @throws RangeError for an unknown zone.
 */
export function longZoneName(zoneName: string): string {
  let name = longNames.get(zoneName);
  if (name === undefined) {
    name = RAILS_ZONE_NAMES.get(rulesOf(zoneName).name) ?? cldrName(zoneName);
    longNames.set(zoneName, name);
  }
  return name;
}

function cldrName(zoneName: string): string {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: zoneName, timeZoneName: 'longGeneric' });
  return (
    formatter.formatToParts(REFERENCE_DAY).find((part) => part.type === 'timeZoneName')?.value ?? zoneName
  );
}
