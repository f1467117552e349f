import fc from 'fast-check';
import ICAL from 'ical.js';
import moment from 'moment-timezone';
import { isTimeZone } from '#libs/format';
import { it, itInBoth, repetitions } from '../../../test/suite/form';
import { icalendar } from './content';
import { dateLine, timeLine, timeZoneLines, utcTime } from './times';

/** The instant that a calendar program computes from the local time and the zone of the document alone. */
function readBack(at: Date, zoneName: string, from = at, to = at): number {
  const document = icalendar([
    'BEGIN:VCALENDAR',
    ...timeZoneLines(zoneName, from, to),
    'BEGIN:VEVENT',
    timeLine('DTSTART', at, zoneName),
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
  const calendar = new ICAL.Component(ICAL.parse(document) as unknown[]);
  const property = calendar.getFirstSubcomponent('vevent')!.getFirstProperty('dtstart')!;
  const start = property.getFirstValue() as ICAL.Time;
  const definition = calendar.getFirstSubcomponent('vtimezone');
  if (definition && property.getParameter('tzid') === zoneName) start.zone = new ICAL.Timezone(definition);
  return start.toUnixTime() * 1000;
}

it('a day and an instant are written without separators', () => {
  expect(dateLine('DTSTART', '2026-07-15')).toBe('DTSTART;VALUE=DATE:20260715');
  expect(utcTime(new Date('2026-07-16T02:03:04.567Z'))).toBe('20260716T020304Z');
});

it.each([
  ['2026-03-29T00:59:59Z', 'Europe/Oslo', 'DTSTART;TZID=Europe/Oslo:20260329T015959'],
  ['2026-03-29T01:00:00Z', 'Europe/Oslo', 'DTSTART;TZID=Europe/Oslo:20260329T030000'],
  ['2026-10-24T23:59:59Z', 'Europe/Oslo', 'DTSTART;TZID=Europe/Oslo:20261025T015959'],
  ['2026-10-25T00:30:00Z', 'Europe/Oslo', 'DTSTART:20261025T003000Z'],
  ['2026-10-25T01:30:00Z', 'Europe/Oslo', 'DTSTART:20261025T013000Z'],
  ['2026-10-25T02:00:00Z', 'Europe/Oslo', 'DTSTART;TZID=Europe/Oslo:20261025T030000'],
  ['2026-07-15T20:00:00Z', 'UTC', 'DTSTART:20260715T200000Z'],
  ['2026-07-15T20:00:00Z', 'Asia/Kathmandu', 'DTSTART;TZID=Asia/Kathmandu:20260716T014500'],
])('%s in %s is %s', (at, zoneName, line) => {
  expect(timeLine('DTSTART', new Date(at), zoneName)).toBe(line);
});

it('a zone has the changes between the instants, and the one that was in force before', () => {
  const lines = timeZoneLines('America/Los_Angeles', new Date('2026-06-01'), new Date('2026-12-01'));
  expect(lines.join('\n')).toBe(`BEGIN:VTIMEZONE
TZID:America/Los_Angeles
BEGIN:DAYLIGHT
DTSTART:20260308T020000
TZOFFSETFROM:-0800
TZOFFSETTO:-0700
TZNAME:PDT
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20261101T020000
TZOFFSETFROM:-0700
TZOFFSETTO:-0800
TZNAME:PST
END:STANDARD
END:VTIMEZONE`);
});

it('a zone without changes since 1970 begins there', () => {
  const at = new Date('2026-06-01');
  expect(timeZoneLines('Asia/Dubai', at, at)).toContain('DTSTART:19700101T000000');
  expect(timeZoneLines('Etc/GMT+3', at, at)).toContain('TZOFFSETTO:-0300');
  expect(timeZoneLines('UTC', at, at)).toEqual([]);
});

it('an unknown zone is an error', () => {
  expect(() => timeLine('DTSTART', new Date(), 'Mars/Olympus')).toThrow(RangeError);
});

itInBoth(
  'a calendar program computes the same instant, in every zone, near and far from changes of the clocks',
  () => {
    const zones = moment.tz.names().filter(isTimeZone);
    const seconds = (year: number) => Date.UTC(year) / 1000;
    const anywhere = fc.integer({ min: seconds(1990), max: seconds(2040) }).map((at) => at * 1000);
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        anywhere,
        fc.integer({ min: -7200, max: 7200 }),
        (zoneName, base, near) => {
          const change = moment.tz.zone(zoneName)!.untils.find((until) => until > base) ?? base;
          for (const ms of [base, Number.isFinite(change) ? change + near * 1000 : base]) {
            const at = new Date(ms);
            const [from, to] = [new Date(ms - 1e10), new Date(ms + 1e10)];
            expect([zoneName, readBack(at, zoneName)]).toEqual([zoneName, ms]);
            expect([zoneName, readBack(at, zoneName, from, to)]).toEqual([zoneName, ms]);
          }
        },
      ),
      { numRuns: repetitions('CALENDAR_RUNS', { short: 100, long: 500 }) },
    );
  },
);
