import { ageOn, localDate } from '#libs/format';

/** The age that somebody must have reached, in years, by the calendar of an IANA zone. */
export interface AgeLimit {
  minimumAge: number;
  timeZone: string;
}

/** What is wrong with a birthdate `YYYY-MM-DD` today: it lies ahead, or that person is too young; null when nothing is. */
export function birthdateFault(
  date: string,
  { minimumAge, timeZone }: AgeLimit,
  now: Date,
): 'not born' | 'too young' | null {
  const today = localDate(now, timeZone);
  if (date > today) return 'not born';
  return ageOn(date, today) < minimumAge ? 'too young' : null;
}
