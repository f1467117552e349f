import type { Types } from './statement';

type NullsOf<R extends Types> = {
  readonly [Name in keyof R as null extends R[Name]['value'] ? Name : never]: null;
};

/** Null for each column of a statement that may be null. Fixtures begin with it, so that such a column can be added without a change to them. */
export function nullsOf<R extends Types>({ row }: { readonly row: R }): NullsOf<R> {
  const nullable = Object.entries(row).filter(([, { mayBeNull }]) => mayBeNull);
  return Object.fromEntries(nullable.map(([name]) => [name, null])) as NullsOf<R>;
}
