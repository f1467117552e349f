/*
 * Some spec files run in both forms, in the short form with less: test/suite/specs.mjs lists them. scripts/test.mjs sets `TEST_RUN`.
 */

const { form = 'all' } = JSON.parse(process.env.TEST_RUN ?? '{}') as { form?: string };
const isShort = form === 'short';

/** Whether every fault is caused as often as docs/reference/reliability.md says: `npm run test:faults`. */
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

/** How many examples a property is tried with: in the short form a tenth, which are others in each run. */
export const examples = (count: number): number => (isShort ? Math.ceil(count / 10) : count);

/** What differs between the forms. */
export const byForm = <T>({ short, long }: { short: T; long: T }): T => (isShort ? short : long);

/**
 * The mutants that a run plants: a third, others in each run, or all with `MUTANTS=all`. A mutant shows what the tests find, not what the
 * service does.
 */
export const someMutants = <T>(mutants: readonly T[]): readonly T[] =>
  process.env.MUTANTS === 'all' ? mutants : mutants.filter(() => Math.random() < 1 / 3);

/** Cases that only the long form tries. */
export const onlyLong = <T>(cases: readonly T[]): readonly T[] => (isShort ? [] : cases);

/**
 * In the short form, cases that together have every key: first those whose keys are all new, then those that add one. In the long
 * form, all.
 *
 * @param keysOf what a case stands for
 */
export function representatives<T>(cases: readonly T[], keysOf: (one: T) => readonly string[]): readonly T[] {
  if (!isShort) return cases;
  const known = new Set<string>();
  const chosen = (isNeeded: (added: number, all: number) => boolean) =>
    cases.filter((one) => {
      const keys = keysOf(one);
      if (!isNeeded(keys.filter((key) => !known.has(key)).length, keys.length)) return false;
      for (const key of keys) known.add(key);
      return true;
    });
  return [...chosen((added, all) => added === all), ...chosen((added) => added > 0)];
}
