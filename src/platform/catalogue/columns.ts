type Camel<K extends string> = K extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : K;

const names = new Map<string, string>();

/** The property of an entity for a field of the file: `first_name` becomes `firstName`. */
function camel(field: string): string {
  let name = names.get(field);
  if (name === undefined) {
    name = field.replace(/_([a-z\d])/g, (_, first: string) => first.toUpperCase());
    names.set(field, name);
  }
  return name;
}

/**
 * The fields of an object in the file, under the names of the entity's columns. Omits fields that the file does not give.
 *
 * @param except fields that are not columns
 * @param fields the declared fields, if other parts add more to the object
 */
export function columns<P extends object, X extends string = never>(
  part: P,
  except: readonly X[] = [],
  fields: object = part,
): { [K in Exclude<keyof P & string, X> as Camel<K>]: P[K] } {
  const given = Object.entries(part).filter(
    ([field, value]) =>
      value !== undefined && field in fields && !(except as readonly string[]).includes(field),
  );
  return Object.fromEntries(given.map(([field, value]: [string, unknown]) => [camel(field), value])) as never;
}

/** The same, with a prefix: `name` becomes `venueName`. */
export function prefixedColumns<P extends object, Prefix extends string>(
  prefix: Prefix,
  part: P,
): { [K in keyof P & string as Camel<`${Prefix}_${K}`>]: P[K] } {
  const prefixed = Object.entries(part).map(([field, value]) => [`${prefix}_${field}`, value as unknown]);
  return columns(Object.fromEntries(prefixed) as object) as never;
}
