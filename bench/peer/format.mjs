// Formats values. Tables of names (time zones, countries) and slugs are the service's.
import moment from 'moment-timezone';
import { countryName, longZoneName, slug } from '#libs/format';

export { countryName, longZoneName };

/** Caches a function of a text. */
function remembering(compute, most = 10_000) {
  const known = new Map();
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      if (known.size === most) known.clear();
      known.set(text, (result = compute(text)));
    }
    return result;
  };
}

/** A name as a CSS class. */
export const classOf = remembering(slug);

const formatterOf = remembering(
  (currency) =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }),
);
const shown = remembering((priced) => formatterOf(priced.slice(0, 3)).format(priced.slice(3)));

/** An amount with its currency, for users. */
export const displayPrice = (amount, currency) => (Number(amount) === 0 ? 'Free' : shown(currency + amount));

/** `100.00` → `100.0`, `24.99` → `24.99`. */
export const decimal = (amount) => (amount.endsWith('0') ? amount.slice(0, -1) : amount);

/** For each zone, the last used period without a clock change. The next instant is usually in the same period. */
const spans = new Map();

/** The rules of a zone at an instant: `shift` in milliseconds, `stamp` as `-0700`, `offset` as `-07:00`, `short`. */
export function zoneAt(name, at) {
  let span = spans.get(name);
  if (span === undefined || at < span.from || at >= span.until) spans.set(name, (span = spanOf(name, at)));
  return span;
}

function spanOf(name, at) {
  const zone = moment.tz.zone(name);
  const index = zone.untils.findIndex((until) => at < until);
  const minutes = -Math.round(zone.utcOffset(at));
  const size = Math.abs(minutes);
  const two = (part) => String(part).padStart(2, '0');
  const [hours, rest] = [two(Math.floor(size / 60)), two(size % 60)];
  const sign = minutes < 0 ? '-' : '+';
  return {
    from: index > 0 ? zone.untils[index - 1] : -Infinity,
    until: zone.untils[index] ?? Infinity,
    shift: minutes * 60_000,
    stamp: `${sign}${hours}${rest}`,
    offset: `${sign}${hours}:${rest}`,
    short: zone.abbr(at),
  };
}

/** Seconds since 1970 as `2013-06-01T19:00:00-0700`; null for null. */
export function stamp(seconds, zoneName) {
  if (seconds === null) return null;
  const at = seconds * 1000;
  const { shift, stamp: offset } = zoneAt(zoneName, at);
  return new Date(at + shift).toISOString().slice(0, 19) + offset;
}
