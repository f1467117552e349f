import { countryName, localDate, wallTime } from '#libs/format';
import { dateLine, icalendar, text, timeLine, timeZoneLines, utcTime } from '#libs/icalendar';
import { parsedUrl } from '#libs/validation';
import type { FanclubInfo } from '#platform/access';
import type { CalendarEvent } from '#domains/events';
import { textBlocks } from './html-text';

type Facts = CalendarEvent['facts'];

/** Asks calendar programs to look for changes every hour. Most of them decide themselves. */
const REFRESH = 'PT1H';

/**
 * The events of a fan club as an iCalendar document. It depends on nothing else, so it is the same until an event changes.
 * @param address the public URL of the document
 */
export function calendarText(
  { id, name, siteUrl }: FanclubInfo,
  events: readonly CalendarEvent[],
  address: string,
): string {
  // Stable as long as the service keeps its host name.
  const uidEnd = `fanclub-${id}@${new URL(address).hostname}`;
  return icalendar([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fan club membership service//Events//EN',
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    ...urlLine('URL', siteUrl),
    ...urlLine('SOURCE;VALUE=URI', address),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...zonesOf(events.map(({ facts }) => facts)),
    ...events.flatMap((event) => eventLines(event, uidEnd)),
    'END:VCALENDAR',
  ]);
}

/** The zones of events with a time, each for the period of its events. */
function zonesOf(events: readonly Facts[]): string[] {
  const periods = new Map<string, [first: Date, last: Date]>();
  for (const { start, timeZone } of events.filter(hasTime)) {
    const [first, last] = periods.get(timeZone) ?? [start, start];
    periods.set(timeZone, [start < first ? start : first, start > last ? start : last]);
  }
  return [...periods].flatMap(([zone, [first, last]]) => timeZoneLines(zone, first, last));
}

/** Midnight at the venue, without a time for the doors, means that only the day is known. */
function hasTime({ start, doorsOpen, timeZone }: Facts): boolean {
  return doorsOpen !== null || !wallTime(start, timeZone).endsWith('T00:00:00');
}

function eventLines({ facts, ticketUrl }: CalendarEvent, uidEnd: string): string[] {
  const { id, title, start, timeZone, createdAt, updatedAt } = facts;
  const description = describe(facts);
  return [
    'BEGIN:VEVENT',
    `UID:event-${id}.${uidEnd}`,
    `DTSTAMP:${utcTime(updatedAt)}`,
    `CREATED:${utcTime(createdAt)}`,
    `LAST-MODIFIED:${utcTime(updatedAt)}`,
    `SEQUENCE:${revisionOf(facts)}`,
    // Without an end, which is not known.
    hasTime(facts) ? timeLine('DTSTART', start, timeZone) : dateLine('DTSTART', localDate(start, timeZone)),
    `SUMMARY:${text(title)}`,
    `LOCATION:${text(placeOf(facts))}`,
    ...positionLine(facts),
    ...(description === '' ? [] : [`DESCRIPTION:${text(description)}`]),
    ...(ticketUrl === null ? [] : urlLine('URL', ticketUrl)),
    // Free time, because subscribers do not attend every event.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Grows with every change, and is 0 before the first one: the seconds from the creation to the last change. */
function revisionOf({ createdAt, updatedAt }: Facts): number {
  return Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000));
}

function placeOf({ venue }: Facts): string {
  const { name, address, city, state, postalcode, country } = venue;
  const region = [state, postalcode].filter(Boolean).join(' ');
  return [name, address, city, region, countryName(country)].filter(Boolean).join(', ');
}

/** The catalogue accepts any text as coordinates; one that is no position is left out. */
function positionLine({ venue }: Facts): string[] {
  const position = [
    [venue.lat, 90],
    [venue.lon, 180],
  ] as const;
  const isValid = position.every(
    ([degrees, max]) => /^-?\d{1,3}(\.\d{1,15})?$/.test(degrees ?? '') && Math.abs(Number(degrees)) <= max,
  );
  return isValid ? [`GEO:${venue.lat};${venue.lon}`] : [];
}

/** The door time at the venue, and the description without HTML. */
function describe({ description, doorsOpen, timeZone }: Facts): string {
  const doors = doorsOpen && `Doors open at ${wallTime(doorsOpen, timeZone).slice(11, 16)}.`;
  const blocks = textBlocks(description).map(
    (block) => block.text ?? block.items.map((item) => `- ${item}`).join('\n'),
  );
  return [doors, ...blocks].filter(Boolean).join('\n\n');
}

/** A URL is not a TEXT and has no escapes, so it must be in ASCII. */
function urlLine(property: string, address: string): string[] {
  const url = parsedUrl(address);
  return url ? [`${property}:${url.href}`] : [];
}
