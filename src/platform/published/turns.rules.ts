/**
 * The milliseconds at which something may begin to read differently: each of the instants, for what begins with it, and the
 * millisecond after, for what ends with it. Ascending, each once. What has no moment does not count: PostgreSQL's `infinity`,
 * which comes as a number, or in JSON as a date that is none.
 */
export function turnsOf(instants: Iterable<Iterable<Date | null>>): number[] {
  const turns = new Set<number>();
  for (const some of instants) {
    for (const instant of some) {
      const at = instant === null ? NaN : Number(instant);
      if (!Number.isFinite(at)) continue;
      turns.add(at);
      turns.add(at + 1);
    }
  }
  return [...turns].sort((one, other) => one - other);
}

/** The first of ascending numbers that is greater than `value`; Infinity if there is none. */
export function firstBeyond(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] > value) high = middle;
    else low = middle + 1;
  }
  return ascending[low] ?? Infinity;
}
