import type { MemberAt } from './part';

type ItemOf<O extends MemberAt<object>, K extends keyof O['part']> =
  NonNullable<O['part'][K]> extends readonly (infer P)[] ? P : never;

/** An item of a list of `O`. */
export interface Item<P, O = unknown> extends MemberAt<P> {
  readonly owner: O;
  /** Its place in the list, from 0. */
  readonly position: number;
}

/** The items of the lists in `field` of these objects. An object without the list has none. */
export function itemsOf<O extends MemberAt<object>, K extends keyof O['part'] & string>(
  owners: readonly O[],
  field: K,
): Item<ItemOf<O, K>, O>[] {
  return owners.flatMap((owner) => {
    const parts = ((owner.part as O['part'])[field] ?? []) as readonly ItemOf<O, K>[];
    return parts.map((part, position) => ({
      part,
      path: `${owner.path}.${field}[${position}]`,
      owner,
      position,
    }));
  });
}
