import { dayAndTime, dayOf, inZone, localeOf, monthsOf, timeOfDay } from './dates.ts';

/** ICU writes narrow spaces in some versions. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');

it('an event is at the time of its venue, in the language of the page', () => {
  const time = '2013-06-01T19:00:00-0700';
  expect(plain(dayAndTime(time, { short: 'PDT' }, 'en-US'))).toBe('Saturday, June 1, 2013 at 7:00 PM PDT');
  expect(dayAndTime(time, { short: 'PDT' }, 'de')).toBe('Samstag, 1. Juni 2013 um 19:00 PDT');
  expect(plain(timeOfDay(time, 'en-US'))).toBe('7:00 PM');
});

it('a contest is in its zone, or in UTC', () => {
  const time = '2013-05-01 07:00:00 UTC';
  expect(plain(inZone(time, { tz: 'America/Los_Angeles' }, 'en-US'))).toBe('May 1, 2013 at 12:00 AM PDT');
  expect(plain(inZone(time, { tz: 'Mars/Olympus' }, 'en-US'))).toBe('May 1, 2013 at 7:00 AM UTC');
});

it('days and months are in the language of the page', () => {
  expect(dayOf('2013-01-30T12:00:00Z', 'en-US')).toBe('January 30, 2013');
  expect([monthsOf(1, 'en'), monthsOf(12, 'en'), monthsOf(12, 'de')]).toEqual([
    '1 month',
    '12 months',
    '12 Monate',
  ]);
});

it('an invalid language is that of the browser', () => {
  expect(['en-us', 'de', 'en_US', '', undefined].map(localeOf)).toEqual([
    'en-US',
    'de',
    undefined,
    undefined,
    undefined,
  ]);
});
