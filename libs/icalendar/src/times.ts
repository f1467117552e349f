import { isoUtc, type OffsetPeriod, offsetPeriods, offsetText, wallTime } from '#libs/format';

const MINUTE = 60_000;

/** An instant in UTC, `20260716T020000Z`. */
export const utcTime = (at: Date): string => compact(isoUtc(at));

/** A day `2026-07-15` as the value of a property: `DTSTART;VALUE=DATE:20260715`. */
export const dateLine = (property: string, day: string): string => `${property};VALUE=DATE:${compact(day)}`;

/**
 * An instant in a zone as the value of a property: `DTSTART;TZID=Europe/Oslo:20260715T190000`. The document needs the zone's
 * {@link timeZoneLines}.
 * @throws RangeError for an unknown zone.
 */
export function timeLine(property: string, at: Date, zoneName: string): string {
  if (zoneName === 'UTC' || isShownTwice(at, zoneName)) return `${property}:${utcTime(at)}`;
  return `${property};TZID=${zoneName}:${compact(wallTime(at, zoneName))}`;
}

/** No change of the clocks is larger. */
const LARGEST_CHANGE = 24 * 60 * MINUTE;

/** Whether the clocks show this local time twice, because they are set back. Calendar programs disagree on which one it is. */
function isShownTwice(at: Date, zoneName: string): boolean {
  const soon = new Date(at.getTime() + LARGEST_CHANGE);
  return offsetPeriods(zoneName, at, soon).some(({ start, offset, formerOffset }) => {
    const setBack = (formerOffset - offset) * MINUTE;
    const since = start === null ? Infinity : at.getTime() - start.getTime();
    return -setBack <= since && since < setBack;
  });
}

/**
 * The VTIMEZONE of a zone for the times between two instants. Empty for UTC, which needs none.
 * @throws RangeError for an unknown zone.
 */
export function timeZoneLines(zoneName: string, from: Date, to: Date): string[] {
  if (zoneName === 'UTC') return [];
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zoneName}`,
    ...offsetPeriods(zoneName, from, to).flatMap(observance),
    'END:VTIMEZONE',
  ];
}

/** The start that is written for older offsets, because all programs accept it. */
const EPOCH = new Date(0);

function observance({ start, offset, formerOffset, short, isDaylightSaving }: OffsetPeriod): string[] {
  const kind = isDaylightSaving ? 'DAYLIGHT' : 'STANDARD';
  const isOld = start === null || start < EPOCH;
  const former = isOld ? offset : formerOffset;
  // A start is written in local time before the change, so by the former offset.
  const begin = new Date((isOld ? EPOCH : start).getTime() + (isOld ? 0 : former * MINUTE));
  return [
    `BEGIN:${kind}`,
    `DTSTART:${utcTime(begin).slice(0, -1)}`,
    `TZOFFSETFROM:${offsetText(former)}`,
    `TZOFFSETTO:${offsetText(offset)}`,
    `TZNAME:${short}`,
    `END:${kind}`,
  ];
}

const compact = (iso: string): string => iso.replace(/[-:]/g, '');
