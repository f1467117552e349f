import type { RowOf } from '#platform/database';
import type { RETENTION } from './dashboard.queries';

/** The months after joining for which retention is counted. */
export const STAYS = [1, 3, 6, 12] as const;
export type Stay = (typeof STAYS)[number];

/** The members who joined in a month, and how many of them stayed. */
export interface Cohort {
  /** `2026-06`, in the fan club's calendar. */
  readonly month: string;
  readonly joined: number;
  /** By months after joining. Null: not all of them have reached that day. */
  readonly stayed: Readonly<Record<Stay, number | null>>;
}

/**
 * The retention of each month of joining. A number is null until the month is over in which the last of the members reaches it.
 * @param present the month of today in the fan club's calendar, `2026-11`
 */
export function retentionOf(rows: readonly RowOf<typeof RETENTION>[], present: string): Cohort[] {
  return rows.map(({ month, joined, after1, after3, after6, after12 }) => {
    const age = monthsBetween(month, present);
    const reached = (months: Stay, count: number): number | null => (age > months ? count : null);
    return {
      month,
      joined,
      stayed: {
        1: reached(1, after1),
        3: reached(3, after3),
        6: reached(6, after6),
        12: reached(12, after12),
      },
    };
  });
}

/** The share of a cohort that stayed, in whole percent. Null: not reached yet, or nobody joined. */
export function shareOf({ joined, stayed }: Cohort, months: Stay): number | null {
  const count = stayed[months];
  return count === null || joined === 0 ? null : Math.round((count * 100) / joined);
}

function monthsBetween(from: string, to: string): number {
  const [[year, month], [toYear, toMonth]] = [from, to].map((text) => text.split('-').map(Number));
  return (toYear - year) * 12 + toMonth - month;
}
