/** Milliseconds before a process that ended is started again: the first time, and at most. */
const FIRST = 250;
const LONGEST = 15_000;

/** Milliseconds for which a process must have served so that its end counts as the first. */
export const STEADY = 30_000;

/** Milliseconds before the next start, after so many ends in a row (at least 1). */
export const pauseAfter = (ends: number): number => Math.min(FIRST * 2 ** (ends - 1), LONGEST);
