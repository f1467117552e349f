import type { Fields, ObjectOf } from './objects';

type Camel<K> = K extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : K;

/**
 * The given values of these fields under the names of their columns, `firstName` for `first_name`.
 *
 * @param others fields that are not columns of the same name
 */
export function columnsOf<F extends Fields, K extends keyof F = never>(
  fields: F,
  given: Partial<ObjectOf<F>>,
  others: readonly K[] = [],
): { [N in Exclude<keyof ObjectOf<F>, K> as Camel<N>]?: ObjectOf<F>[N] } {
  const columns = Object.entries(given).filter(
    ([name]) => Object.hasOwn(fields, name) && !others.some((other) => other === name),
  );
  return Object.fromEntries(columns.map(([name, value]) => [camel(name), value])) as ReturnType<
    typeof columnsOf<F, K>
  >;
}

const camel = (name: string): string => name.replace(/_(.)/g, (_, next: string) => next.toUpperCase());
