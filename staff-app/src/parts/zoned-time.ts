import { clubZone } from '../api/clubs';

/** `2026-09-01T19:00` as a clock in the zone shows an instant; empty for none. */
export function clockTime(instant: string | null | undefined, zone: string): string {
  const at = instant ? new Date(instant) : null;
  if (!at || Number.isNaN(at.getTime())) return '';
  // Sweden writes dates as ISO does.
  const text = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  // Years before 1000 have no leading zeros there; somebody may still be typing the year.
  return text.format(at).replace(' ', 'T').padStart(16, '0');
}

/** Browsers read nearly any text as a time. */
const WALL_CLOCK = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/;

/** The instant at which a clock in the zone shows `2026-09-01T19:00`; null if the text is no time. In the hour that a clock repeats, the first. */
export function instantOf(text: string, zone: string): string | null {
  const wall = WALL_CLOCK.test(text) ? Date.parse(`${text}:00Z`) : NaN;
  if (Number.isNaN(wall)) return null;
  const hour = 3_600_000;
  const shift = (at: number): number => Date.parse(`${clockTime(new Date(at).toISOString(), zone)}:00Z`) - at;
  // The shift a day before and after: one of them holds at that time.
  const candidates = [wall - 24 * hour, wall + 24 * hour].map((near) => wall - shift(near));
  const right = candidates.filter((at) => at + shift(at) === wall);
  const found = Math.min(...(right.length > 0 ? right : candidates));
  return Number.isNaN(found) ? null : new Date(found).toISOString();
}

/** The day that it is now in the fan club's zone: `2026-09-01`. */
export const today = (): string => clockTime(new Date().toISOString(), clubZone()).slice(0, 10);

/** An instant as people read it, in the zone of the fan club unless another is given; a dash for none. */
export function when(instant: unknown, zone = clubZone()): string {
  return shown(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
}

/** The day of an instant, as people read it; a dash for none. */
export function dayOf(instant: unknown, zone = clubZone()): string {
  return shown(instant, { dateStyle: 'medium', timeZone: zone });
}

function shown(instant: unknown, options: Intl.DateTimeFormatOptions): string {
  const at = typeof instant === 'string' ? new Date(instant) : null;
  return at && !Number.isNaN(at.getTime()) ? at.toLocaleString([], options) : '–';
}

/** A readable name of a zone: `Los Angeles` for `America/Los_Angeles`. */
export const placeOf = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ');
