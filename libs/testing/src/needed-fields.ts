/** A JSON schema of the document; `false` matches nothing. */
export type Schema = boolean | SchemaObject;

interface SchemaObject {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/**
 * The part of a body's schema that says which fields are needed. The types of values are left out, because the
 * service also accepts `null` or a number where the document has a text.
 * @param resolve the schema that a `$ref` refers to
 */
export function neededFields(schema: Schema, resolve: (ref: string) => Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  if (schema.$ref !== undefined) return neededFields(resolve(schema.$ref), resolve);
  const { required, minProperties, properties, anyOf, allOf, patternProperties = {} } = schema;
  const fields = Object.entries(properties ?? {}).flatMap(([name, inner]): [string, Schema][] => {
    const needed = neededFields(inner, resolve);
    return needed === false || Object.keys(needed).length > 0 ? [[name, needed]] : [];
  });
  return {
    ...(required && { required }),
    ...(minProperties !== undefined && { minProperties }),
    ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
    ...(allOf && { allOf: allOf.map((one) => neededFields(one, resolve)) }),
    ...(anyOf && { anyOf: anyOf.map((one) => neededFields(one, resolve)) }),
    ...(Object.keys(patternProperties).length > 0 && { patternProperties: namesOnly(patternProperties) }),
  };
}

const namesOnly = (patterns: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.keys(patterns).map((pattern) => [pattern, true]));
