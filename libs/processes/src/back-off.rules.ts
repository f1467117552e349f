/** Milliseconds before a process that ended is started again: the first time by default, and at most. */
export const FIRST_PAUSE = 250;
const LONGEST = 15_000;

/** Milliseconds for which a process must have served so that its end counts as the first. */
export const STEADY = 30_000;

/** Milliseconds before the next start, after so many ends in a row (at least 1). */
export const pauseAfter = (ends: number, first = FIRST_PAUSE): number =>
  Math.min(first * 2 ** (ends - 1), LONGEST);
