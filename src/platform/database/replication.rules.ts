/** Where the primary's log ended, asked at a moment: whatever was committed before that moment lies before that position. */
export interface PrimarySample {
  /** Milliseconds of a clock that never goes back, taken before asking. */
  readonly at: number;
  /** Bytes from the beginning of the log. */
  readonly position: bigint;
}

/** The samples that can still prove something, and a new one. @param maxLag milliseconds */
export function withSample(
  samples: readonly PrimarySample[],
  sample: PrimarySample,
  maxLag: number,
): readonly PrimarySample[] {
  return [...samples.filter(({ at }) => at >= sample.at - maxLag), sample];
}

/**
 * The latest moment of which it is certain that a replica has everything that was committed before it; -Infinity where nothing
 * is certain.
 *
 * @param replayed how far the replica has come in the primary's log; null where it does not say
 */
export function provenUntil(samples: readonly PrimarySample[], replayed: bigint | null): number {
  if (replayed === null) return -Infinity;
  return Math.max(-Infinity, ...samples.filter(({ position }) => position <= replayed).map(({ at }) => at));
}
