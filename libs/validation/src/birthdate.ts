import { ageOn, isCalendarDate, localDate } from '#libs/format';
import { formText } from './form-text';

/** A birthdate that came in, trimmed, and what is wrong with it; null when nothing is, and then it is `YYYY-MM-DD`. */
export interface FormBirthdate {
  date: string;
  fault: 'missing' | 'invalid' | 'too young' | null;
}

/** Whom an age is asked of: in years, by the calendar of an IANA zone. */
export interface AgeLimit {
  minimumAge: number;
  timeZone: string;
}

/** Reads a birthdate out of any JSON value: a real date, not after today, of somebody who is old enough today. */
export function formBirthdate(value: unknown, { minimumAge, timeZone }: AgeLimit, now: Date): FormBirthdate {
  const { text: date, fault } = formText(value);
  if (date === '' && !fault) return { date, fault: 'missing' };
  const today = localDate(now, timeZone);
  if (fault || !isCalendarDate(date) || date > today) return { date, fault: 'invalid' };
  return { date, fault: ageOn(date, today) < minimumAge ? 'too young' : null };
}
