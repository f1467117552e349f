import { ageOn, localDate } from '#libs/format';

/** A minimum age in years, by the calendar of an IANA zone. */
export interface AgeLimit {
  minimumAge: number;
  timeZone: string;
}

/** The fault of a birthdate `YYYY-MM-DD` today: it is in the future, or the person is too young; null if it is valid. */
export function birthdateFault(
  date: string,
  { minimumAge, timeZone }: AgeLimit,
  now: Date,
): 'not born' | 'too young' | null {
  const today = localDate(now, timeZone);
  if (date > today) return 'not born';
  return ageOn(date, today) < minimumAge ? 'too young' : null;
}
