/** What a factory draws its defaults from, instead of chance and the machine's clock. */
export interface Seed {
  /** A number that no other row of the test has; they rise in the order of making. */
  readonly n: number;
  /** The test's present. */
  readonly now: Date;
}

type Generated = 'id' | 'createdAt' | 'updatedAt';

/** All columns of a row that is yet to be saved; what the database would fill in itself may be left to it. */
export type New<E> = Omit<E, Generated> & Partial<Pick<E, Generated & keyof E>>;

const HOUR = 60 * 60 * 1000;

/** The instant some hours after another (before it, if negative). */
export function hoursFrom(instant: Date, hours: number): Date {
  return new Date(instant.getTime() + hours * HOUR);
}

/** The instant some days of 24 hours after another (before it, if negative). */
export function daysFrom(instant: Date, days: number): Date {
  return hoursFrom(instant, 24 * days);
}

/** The UTC date of an instant, `YYYY-MM-DD`. */
export function dateOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
