/*
 * Some spec files run in both forms, in the short form with less: test/suite/specs.mjs lists them. The long form skips what the short one
 * has run, so a file takes `it` from here. scripts/test.mjs sets `TEST_RUN`.
 */

const { form = 'all' } = JSON.parse(process.env.TEST_RUN ?? '{}') as { form?: string };
const isShort = form === 'short';

/** Whether every fault is caused as often as docs/reference/reliability.md says: `npm run test:faults`. */
export const hasAllFaults = form === 'faults';

/** Whether tests are declared that only the long form runs. */
let declaresLong = false;

/** Declares tests that only the long form runs. */
export function inLongForm(declare: () => void): void {
  if (isShort) return;
  const before = declaresLong;
  declaresLong = true;
  declare();
  declaresLong = before;
}

const jestIt = globalThis.it;

/** A test that checks more in the long form, as it repeats its claim or tries more cases: both forms run it. */
export const itInBoth = jestIt;

/**
 * A test of a file of both forms that checks the same in both: the long form skips it, because the short one runs it. Within
 * {@link inLongForm}, a test of the long form.
 */
export const it: Pick<jest.It, 'each'> & ((...test: Parameters<jest.It>) => void) = Object.assign(
  (...test: Parameters<jest.It>): void => ownIt()(...test),
  { each: ((...table: Parameters<jest.Each>) => ownIt().each(...table)) as jest.Each },
);

// Skipped and not left out: Jest refuses hooks beside no test.
const ownIt = (): jest.It => (form === 'long' && !declaresLong ? jestIt.skip : jestIt);

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

/** The cases for {@link itInBoth}: those of the short form, and those that the long form adds. */
export function cases<T, U = T>(by: { short: readonly T[]; long: readonly U[] }): readonly (T | U)[] {
  if (isShort) return by.short;
  return form === 'long' ? by.long : [...by.long, ...by.short];
}

/**
 * In the short form, cases that together have every key: those whose keys are all new, then each one that has a new key. In the long
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
