/** Milliseconds before an ended process is started again: the default for the first time, and the maximum. */
export const FIRST_PAUSE = 250;
const LONGEST = 15_000;

/** Milliseconds for which a process must have served so that its end counts as the first in a row. */
export const STEADY = 30_000;

/** Milliseconds before the next start, after so many ends in a row (at least 1). */
export const pauseAfter = (ends: number, first = FIRST_PAUSE): number =>
  Math.min(first * 2 ** (ends - 1), LONGEST);
