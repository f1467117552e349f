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

/** The value of a field's column; `unknown`, which fits no field, if the entity has no such column. */
type ValueOf<E, Column extends string> = Column extends keyof E ? E[Column] : unknown;

/**
 * The fields of a row for an exported file, from the columns of the same names; the inverse of {@link columns}.
 *
 * @param fields the declared fields
 * @param except fields that are not columns
 */
export function fieldsOf<F extends object, E extends object, X extends string = never>(
  fields: F,
  row: E,
  except: readonly X[] = [],
): { [K in Exclude<keyof F & string, X>]: ValueOf<E, Camel<K>> } {
  return prefixedFieldsOf('', fields, row, except) as never;
}

/** The inverse of {@link prefixedColumns}: `venueName` becomes `name`. */
export function prefixedFieldsOf<
  Prefix extends string,
  F extends object,
  E extends object,
  X extends string = never,
>(
  prefix: Prefix,
  fields: F,
  row: E,
  except: readonly X[] = [],
): { [K in Exclude<keyof F & string, X>]: ValueOf<E, Camel<`${Prefix}_${K}`>> } {
  const names = Object.keys(fields).filter((field) => !(except as readonly string[]).includes(field));
  const values = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    names.map((field) => [field, values[camel(prefix === '' ? field : `${prefix}_${field}`)]]),
  ) as never;
}

/** The fault of a file that has a time of confirmation although `confirmed` is false. */
export const NOT_CONFIRMED = 'must be absent if confirmed is false';

/**
 * The column value for a flag that the database stores as a time: null for false; for true the time that the file gives, or else
 * `now`. Undefined, which leaves the column unchanged, if the file does not give the flag, or if the flag is true, a time is
 * stored already, and the file gives none.
 */
export function timeOfFlag(
  flag: boolean | undefined,
  stored: Date | null | undefined,
  now: Date,
  given?: Date,
): Date | null | undefined {
  if (flag === false) return null;
  if (flag && given) return given;
  return flag && !stored ? now : undefined;
}
