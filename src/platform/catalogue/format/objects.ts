import { type Definitions, Format, type JsonSchema, Optional, type ReadContext } from './format';

/** The fields of an object of the catalogue. */
export type Fields = Record<string, Format<unknown> | Optional<unknown>>;

type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F];
type FieldValue<X> = X extends Format<infer T> | Optional<infer T> ? T : never;

/** The object that a set of fields describes; undefined: the file does not give the field. */
export type ObjectOf<F extends Fields> = { [K in Exclude<keyof F, OptionalKeys<F>>]: FieldValue<F[K]> } & {
  [K in OptionalKeys<F>]?: FieldValue<F[K]>;
};

/** The type of a format's values. */
export type Read<X> = X extends Format<infer T> ? T : never;

/** Checks a whole object after its fields. Invalid fields are undefined in `value`. */
export type ObjectCheck<T> = (value: Partial<T>, report: (field: string, message: string) => void) => void;

/** The path of a member of an object, `organizations[0].name`. */
export function memberPath(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fallbacks of the optional fields that have one. */
export function fallbacksOf<F extends Fields>(fields: F): Partial<ObjectOf<F>> {
  const known = Object.entries(fields).flatMap(([key, field]) =>
    field instanceof Optional && field.fallback !== undefined ? [[key, field.fallback]] : [],
  );
  return Object.fromEntries(known) as Partial<ObjectOf<F>>;
}

/** An object with only these fields: an unknown field is a fault, so that typos are found. */
export class ObjectFormat<F extends Fields> extends Format<ObjectOf<F>> {
  private readonly entries: [string, Format<unknown>, boolean][];

  constructor(
    private readonly name: string,
    readonly fields: F,
    private readonly check: ObjectCheck<ObjectOf<F>> = () => undefined,
    private readonly furtherSchema: JsonSchema = {},
  ) {
    super();
    this.entries = Object.entries(fields).map(([key, field]) =>
      field instanceof Optional ? [key, field.format, false] : [key, field, true],
    );
  }

  get fallbacks(): Partial<ObjectOf<F>> {
    return fallbacksOf(this.fields);
  }

  read(value: unknown, path: string, context: ReadContext): ObjectOf<F> {
    if (!isObject(value)) {
      context.faults.add(path, 'must be an object');
      return this.blank();
    }
    const result: Record<string, unknown> = {};
    for (const [key, format, required] of this.entries) {
      if (Object.hasOwn(value, key)) {
        result[key] = format.read(value[key], memberPath(path, key), context);
      } else if (required) {
        context.faults.add(memberPath(path, key), 'is missing');
        result[key] = format.blank();
      }
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(this.fields, key)) context.faults.add(memberPath(path, key), 'is not a known field');
    }
    this.check(result as Partial<ObjectOf<F>>, (field, message) =>
      context.faults.add(memberPath(path, field), message),
    );
    return result as ObjectOf<F>;
  }

  schema(definitions: Definitions): JsonSchema {
    if (!definitions.has(this.name)) {
      definitions.set(this.name, {});
      const properties: Record<string, JsonSchema> = {};
      for (const [key, format] of this.entries) {
        const field = this.fields[key];
        const fallback = field instanceof Optional ? field.fallback : undefined;
        properties[key] = { ...format.schema(definitions), default: fallback };
      }
      definitions.set(this.name, {
        type: 'object',
        properties,
        required: this.entries.filter(([, , required]) => required).map(([key]) => key),
        additionalProperties: false,
        ...this.furtherSchema,
      });
    }
    return { $ref: `#/$defs/${this.name}` };
  }

  override blank(): ObjectOf<F> {
    return Object.fromEntries(
      this.entries.filter(([, , required]) => required).map(([key, format]) => [key, format.blank()]),
    ) as ObjectOf<F>;
  }

  override shift(value: unknown, days: number): unknown {
    if (!isObject(value)) return value;
    const shifted = { ...value };
    for (const [key, format] of this.entries) {
      if (Object.hasOwn(value, key)) shifted[key] = format.shift(value[key], days);
    }
    return shifted;
  }
}

/**
 * An object with only these fields; `name` is its name in the JSON Schema. `check` is for rules about several fields;
 * `furtherSchema` repeats those that JSON Schema can express. Its keywords replace generated ones: use `allOf` beside these.
 */
export function object<F extends Fields>(
  name: string,
  fields: F,
  check?: ObjectCheck<ObjectOf<F>>,
  furtherSchema?: JsonSchema,
): ObjectFormat<F> {
  return new ObjectFormat(name, fields, check, furtherSchema);
}
