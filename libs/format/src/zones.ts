import moment, { type MomentZone } from 'moment-timezone';
import { RAILS_ZONE_NAMES } from './rails-zone-names';

/** A time zone as of some instant, for showing. */
export interface ZoneDescription {
  /** The IANA name it was asked by, `America/Los_Angeles`. */
  tz: string;
  /** The abbreviation in force, `PDT`; the offset's number, `-03`, where the zone has none. */
  short: string;
  /** The display name, see {@link longZoneName}. */
  long: string;
  /** The offset in force, `-07:00`. */
  offset: string;
}

/** A day on which every zone's present name applies: CLDR's name is that of the zone, but it is looked up by a date. */
const REFERENCE_DAY = Date.UTC(2026, 0, 1);

const bundledNames: ReadonlySet<string> = new Set(moment.tz.names());
const rulesByName = new Map<string, MomentZone | null>();
const longNames = new Map<string, string>();

/**
 * Offset, abbreviation and date all come from this one source: two copies of the time zone database, of different
 * years, would contradict each other in one answer.
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

/** A zone newer than the platform's own database could not be named by it. */
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

/** Whether this is the name of an IANA time zone (`Europe/Paris`), in its own letter case. */
export function isTimeZone(name: string): boolean {
  return findRules(name) !== null;
}

/**
 * How far the zone's clocks are ahead of UTC at an instant, in whole minutes (negative: behind).
 * @throws RangeError for an unknown zone.
 */
export function offsetMinutes(at: Date, zoneName: string): number {
  const behind = Math.round(rulesOf(zoneName).utcOffset(at.getTime()));
  return behind === 0 ? 0 : -behind;
}

/** An offset in minutes as `-0700`, or with a separator as `-07:00`. */
export function offsetText(minutes: number, separator = ''): string {
  const size = Math.abs(minutes);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${separator}${two(size % 60)}`;
}

/**
 * A time zone as of an instant: `{tz: 'America/Los_Angeles', short: 'PDT', long: 'Pacific Time (US & Canada)', offset: '-07:00'}`.
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
 * The display name of a zone, whatever the season: Rails' where it has one (`Pacific Time (US & Canada)`), else the long
 * generic name of CLDR (`Gulf Standard Time`).
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
