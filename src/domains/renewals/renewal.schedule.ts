import {
  LEAST_RENEWAL_DAYS,
  type RenewalDays,
  RENEWAL_DAYS_LIMITS,
  renewalDaysOf,
  RESERVE_DAYS,
} from '#platform/tenants';
import type { RenewalKind } from './renewal.entity';

const DAY = 86_400_000;

/** The least days of notice, for terms that are too short for that of the fan club. */
const [LEAST_NOTICE] = RENEWAL_DAYS_LIMITS.notice;

/** When a charge is tried, as parts of the days of the fan club's tries: after 3, 7 and 14 days of 14. */
const TRIES = [0, 3 / 14, 7 / 14, 1] as const;

/** Days before the end of a trial on which its conversion is announced. */
export const TRIAL_DAYS = 7;

/** How often a charge is tried. */
export const MOST_TRIES = TRIES.length;

const after = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY);
const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / DAY;

/** When the renewal of a plan without season, or the conversion of a trial, is announced. */
export function announcementAt(
  kind: Exclude<RenewalKind, 'season'>,
  { start, end }: { readonly start: Date; readonly end: Date },
  days: RenewalDays,
): Date {
  const whole = renewalDaysOf(days);
  const most = kind === 'trial' ? TRIAL_DAYS : whole;
  // Terms of fewer days have a shorter schedule, in proportion.
  const fullTerm = whole + LEAST_RENEWAL_DAYS;
  const term = daysBetween(start, end);
  return after(end, -(term < fullTerm ? Math.min(most, (whole * term) / fullTerm) : most));
}

/** The earliest end of a membership, with its extension, whose charge can be announced at a time. */
export const leastEnd = (announcedAt: Date): Date => after(announcedAt, LEAST_RENEWAL_DAYS);

/** When the season renewals of a sales period are announced: as soon as it is over, and a later one is open. */
export const seasonAnnouncedAt = (formerEndsAt: Date, nextStartsAt: Date, now: Date): Date =>
  new Date(Math.max(formerEndsAt.getTime(), nextStartsAt.getTime(), now.getTime()));

/**
 * When a charge that is announced now is tried first.
 * @param ends when the membership ends, with its extension
 * @returns null: too late, since notice and tries must end before the membership does
 */
export function chargeAfter(announcedAt: Date, ends: Date, days: RenewalDays): Date | null {
  const { renewalNoticeDays: notice } = days;
  const left = daysBetween(announcedAt, ends);
  if (left < LEAST_RENEWAL_DAYS) return null;
  return after(announcedAt, Math.min(notice, Math.max(LEAST_NOTICE, (left * notice) / renewalDaysOf(days))));
}

/** When a charge is tried, all before the membership ends. Empty: it ends before the announced day. */
export function triesOf(chargeAt: Date, ends: Date, { renewalTryDays }: RenewalDays): Date[] {
  const left = daysBetween(chargeAt, ends);
  if (left <= 0) return [];
  const whole = renewalTryDays + RESERVE_DAYS;
  return TRIES.map((part) => after(chargeAt, (part * renewalTryDays * Math.min(whole, left)) / whole));
}

/** Days before the end of the term, and of its extension, on which members who renew by hand are reminded. */
const REMINDERS = { season: { term: 7, extension: 3 }, trial: { term: 2, extension: null } } as const;

/** The next reminder of a member who renews by hand; null: none. A plan without season cannot be renewed by hand. */
export function reminderAfter(
  kind: RenewalKind,
  { end, extendedUntil }: { readonly end: Date; readonly extendedUntil: Date | null },
  now: Date,
): Date | null {
  if (kind === 'term') return null;
  const { term, extension } = REMINDERS[kind];
  const all = [
    after(end, -term),
    ...(extension !== null && extendedUntil !== null && extendedUntil > end
      ? [after(extendedUntil, -extension)]
      : []),
  ];
  return all.find((at) => at > now) ?? null;
}
