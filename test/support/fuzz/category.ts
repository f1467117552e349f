import fc from 'fast-check';
import type { Probe } from './probe';
import type { Slot } from './slots';
import type { World } from './world';

/** Creates a probe; `n` is different for each probe, for values that must be unique. */
export type MakeProbe = (n: number) => Probe;

/** One kind of bad input, and how many requests of it a run sends. */
export interface Category {
  readonly name: string;
  /** `quick`, of which the short form sends 5 % and the long form 40 %; and `full`, in `npm run test:fuzz`. */
  readonly sizes: { readonly quick: number; readonly full: number };
  /** Fixed cases. A run sends as many as fit, in an order that depends on the seed. */
  cases(world: World): readonly MakeProbe[];
  /** Random probes for the rest of a run. */
  more(world: World): fc.Arbitrary<MakeProbe>;
}

/** A category that puts each bad value into each slot, and then random combinations. */
export function valuesInSlots(
  name: string,
  sizes: Category['sizes'],
  slots: readonly Slot[],
  values: readonly unknown[],
  otherValues: fc.Arbitrary<unknown>,
): Category {
  const put =
    (world: World, slot: Slot, value: unknown): MakeProbe =>
    (n) =>
      slot.fill(world, value, n);
  return {
    name,
    sizes,
    cases: (world) => slots.flatMap((slot) => values.map((value) => put(world, slot, value))),
    more: (world) =>
      fc.tuple(fc.constantFrom(...slots), otherValues).map(([slot, value]) => put(world, slot, value)),
  };
}

/** The probes of a run: the same for the same seed. */
export function probesOf(category: Category, world: World, count: number, seed: number): Probe[] {
  const cases = category.cases(world);
  const length = Math.min(count, cases.length);
  const [chosen] = fc.sample(fc.shuffledSubarray([...cases], { minLength: length, maxLength: length }), {
    seed,
    numRuns: 1,
  });
  const others = count > length ? fc.sample(category.more(world), { seed, numRuns: count - length }) : [];
  return [...chosen, ...others].map((make, n) => make(n));
}
