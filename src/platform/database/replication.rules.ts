/** The end of the primary's log at one time: everything that was committed before the time `at` is before `position`. */
export interface PrimarySample {
  /** Milliseconds of a monotonic clock, read before the position. */
  readonly at: number;
  /** Bytes from the beginning of the log. */
  readonly position: bigint;
}

/** Adds a sample, and drops those that are older than `maxLag`. @param maxLag milliseconds */
export function withSample(
  samples: readonly PrimarySample[],
  sample: PrimarySample,
  maxLag: number,
): readonly PrimarySample[] {
  return [...samples.filter(({ at }) => at >= sample.at - maxLag), sample];
}

/**
 * The latest time before which everything that was committed is certainly on a replica; -Infinity if nothing is certain.
 *
 * @param replayed the replica's position in the primary's log; null if unknown
 */
export function provenUntil(samples: readonly PrimarySample[], replayed: bigint | null): number {
  if (replayed === null) return -Infinity;
  return Math.max(-Infinity, ...samples.filter(({ position }) => position <= replayed).map(({ at }) => at));
}
