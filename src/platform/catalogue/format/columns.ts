type Camel<K> = K extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : K;

/** The fields of an object of the file under the names of their columns, `firstName` for `first_name`, except `others`. */
export function columnsOf<P extends object, K extends keyof P = never>(
  fields: P,
  others: readonly K[] = [],
): { [N in Exclude<keyof P, K> as Camel<N>]: P[N] } {
  const columns = Object.entries(fields).filter(([name]) => !others.some((other) => other === name));
  return Object.fromEntries(columns.map(([name, value]) => [camel(name), value])) as ReturnType<
    typeof columnsOf<P, K>
  >;
}

const camel = (name: string): string => name.replace(/_(.)/g, (_, next: string) => next.toUpperCase());
