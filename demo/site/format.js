import { toDate } from './fanclub-client.js';

const LOCALE = 'en-US';

const formatted = (text, options) => new Intl.DateTimeFormat(LOCALE, options).format(toDate(text));

/** `Sat, March 14, 2026` where the event takes place. Without a zone, where the reader is. */
export const day = (text, timeZone) =>
  formatted(text, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone });

/** `March 14, 2026` */
export const date = (text, timeZone) =>
  formatted(text, { day: 'numeric', month: 'long', year: 'numeric', timeZone });

/** `PDT`; `UTC-03` for a zone that has a number only. */
export const zone = (short) => (/^[+-]/.test(short) ? `UTC${short}` : short);

/** `8:00 PM PDT` where the event takes place, on one line. */
export const clock = (text, { tz, short }) =>
  `${formatted(text, { hour: 'numeric', minute: '2-digit', timeZone: tz })} ${zone(short)}`.replace(
    /\s/g,
    '\u00a0',
  );

/** `Mar 14, 8:00 PM` with the year if it is not the current one. */
export const moment = (text, timeZone) => {
  const year = toDate(text).getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return formatted(text, {
    month: 'short',
    day: 'numeric',
    year,
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
};

/** Day and month for a date disc: `{ day: '14', month: 'Mar' }`. */
export const discOf = (text, timeZone) => ({
  day: formatted(text, { day: 'numeric', timeZone }),
  month: formatted(text, { month: 'short', timeZone }),
});

export const isPast = (text) => text !== null && toDate(text) < new Date();
export const isFuture = (text) => text !== null && toDate(text) > new Date();

/** The term of a plan in months. */
export function term(months) {
  if (months === null) return 'no end date';
  if (months % 12 === 0) return months === 12 ? '1 year' : `${months / 12} years`;
  return months === 1 ? '1 month' : `${months} months`;
}

/** `Oakland, CA 94607`, without what is missing. */
export const cityLine = (city, state, postalCode) =>
  [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** The lines of an address, without gaps. */
export const addressLines = ({
  first_name,
  last_name,
  address,
  address_2,
  city,
  state,
  postal_code,
  country,
}) =>
  [
    [first_name, last_name].join(' '),
    address,
    address_2,
    cityLine(city, state, postal_code),
    countryName(country),
  ].filter(Boolean);

const regions = new Intl.DisplayNames(LOCALE, { type: 'region', fallback: 'none' });

/** The name of a country, or its code if it has none. */
export const countryName = (code) => regions.of(code) ?? code;

/** Codes that browsers name, but that are not countries of ISO 3166. */
const NO_COUNTRIES = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** All countries as `{ value: 'IS', label: 'Iceland' }`, by name. */
export function countries() {
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.includes(code) && regions.of(code))
    .filter((code) => new Intl.Locale(`und-${code}`).region === code) // Not `BU`, which is `MM` today.
    .map((code) => ({ value: code, label: regions.of(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, LOCALE));
}
