/*
 * Some spec files run in both forms, in the short form with less: test/suite/specs.mjs lists them. scripts/test.mjs sets `TEST_RUN`.
 */

const { form = 'all' } = JSON.parse(process.env.TEST_RUN ?? '{}') as { form?: string };
const isShort = form === 'short';

/** Whether every fault is caused as often as docs/reliability.md says: `npm run test:faults`. */
export const hasAllFaults = form === 'faults';

/** Declares tests that only the long form runs. */
export function inLongForm(declare: () => void): void {
  if (!isShort) declare();
}

/**
 * How often a test repeats its claim.
 *
 * @param variable the environment variable that sets another number
 */
export function repetitions(variable: string, times: { short: number; long: number }): number {
  return Number(process.env[variable] ?? (isShort ? times.short : times.long));
}

/** Cases that only the long form tries. */
export const onlyLong = <T>(cases: readonly T[]): readonly T[] => (isShort ? [] : cases);

/**
 * In the short form, the cases that add a key to those before them. In the long form, all.
 *
 * @param keysOf what a case stands for
 */
export function representatives<T>(cases: readonly T[], keysOf: (one: T) => readonly string[]): readonly T[] {
  if (!isShort) return cases;
  const known = new Set<string>();
  return cases.filter((one) => {
    const before = known.size;
    for (const key of keysOf(one)) known.add(key);
    return known.size > before;
  });
}
