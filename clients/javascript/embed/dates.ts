import { toDate } from '../src/values.ts';

/** The language of a page, for `Intl`; undefined, which is the language of the browser, if it is no valid tag. */
export function localeOf(language: string | undefined): string | undefined {
  try {
    return language ? Intl.getCanonicalLocales(language)[0] : undefined;
  } catch {
    return undefined;
  }
}

type Style = Intl.DateTimeFormatOptions;
const DAY_AND_TIME: Style = { dateStyle: 'full', timeStyle: 'short' };
const TIME: Style = { timeStyle: 'short' };
const WITH_ZONE: Style = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

/**
 * A time of an event (contract 2.11) as the clocks of its venue show it. The text has the venue's time, so that no browser needs to
 * know the zone.
 */
function atVenue(time: string, style: Style, locale: string | undefined): string {
  const venueTime = new Date(`${time.slice(0, 16)}Z`);
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(venueTime);
}

/** `Saturday, June 1, 2013 at 7:00 PM PDT` */
export const dayAndTime = (time: string, zone: { short: string }, locale: string | undefined): string =>
  `${atVenue(time, DAY_AND_TIME, locale)} ${zone.short}`;

/** `6:00 PM` */
export const timeOfDay = (time: string, locale: string | undefined): string => atVenue(time, TIME, locale);

/** A time of a contest (contract 2.10): `May 1, 2013 at 12:00 AM PDT`; in UTC if the browser does not know the zone. */
export function inZone(time: string, zone: { tz: string }, locale: string | undefined): string {
  const format = (timeZone: string): string =>
    new Intl.DateTimeFormat(locale, { ...WITH_ZONE, timeZone }).format(toDate(time));
  try {
    return format(zone.tz);
  } catch {
    return format('UTC');
  }
}

/** A day in the visitor's zone: `January 30, 2013`. */
export const dayOf = (time: string, locale: string | undefined): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(time));

/** `12 months` */
export const monthsOf = (count: number, locale: string | undefined): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' }).format(count);
