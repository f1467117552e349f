import type { CatalogueItem, ItemKind } from './catalogue-item-kind';

/** The fields that a body leaves out: the catalogue requires some of them, and gives others their defaults. */
export function unchangedOf(kind: ItemKind, before: CatalogueItem, body: object): object {
  const { linked } = kind;
  // Other objects store the linked field, which may change at the same time.
  const kept = Object.entries(before).filter(([name]) => !(name in body) && name !== linked?.field);
  return { ...Object.fromEntries(kept), ...followersOf(kind, before, body) };
}

/** The times that move because the body moves those that they follow, and does not give them itself. */
export function followersOf({ follows = {} }: ItemKind, before: CatalogueItem, body: object): object {
  const given = body as Readonly<Record<string, unknown>>;
  const moved = Object.entries(follows).filter(([name, leader]) => !(name in given) && leader in given);
  return Object.fromEntries(
    moved.map(([name, leader]) => {
      const [former, from, to] = [before[name], before[leader], given[leader]].map((at) =>
        Date.parse(String(at)),
      );
      // The catalogue's rules refuse an invalid time.
      return [
        name,
        Number.isNaN(former + to - from) ? before[name] : new Date(former + to - from).toISOString(),
      ];
    }),
  );
}

/** The fields that differ. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const of = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: of(before), after: of(after) };
}
