import { type DtoClass, type Others, shapeOf } from '#libs/validation';
import { schemaOfRules } from './rules';
import { type Mutable, refTo, type Schema, type Schemas } from './shapes';

/** What the document says of the body of an operation. `schemas` are complete, see {@link completeBody}. */
export function requestBody(type: DtoClass, schemas: Readonly<Schemas>): Schema {
  const { required, anyOf } = schemas[type.name];
  const schema = refTo(type.name);
  const encoding = encodingOf(type);
  return {
    required: required !== undefined || anyOf !== undefined,
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema, ...(encoding && { encoding }) },
    },
  };
}

/** In a form, the fields of an object have its name and brackets: `contact[email]=…`. Undefined for a body without objects. */
function encodingOf(type: DtoClass): Schema | undefined {
  const { fields, wrapper } = shapeOf(type);
  const nested = [...fields].flatMap(([name, inner]) => (inner ? [name] : []));
  const names = wrapper === null ? nested : [...nested, wrapper];
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, { style: 'deepObject', explode: true }]));
}

/**
 * Completes the schema of a body, which `@nestjs/swagger` has made, by what only `#libs/validation` knows: fields whose names the
 * class does not know, alternatives, and the object that may contain the other fields. A class that `@nestjs/swagger` does not know
 * is described by its rules.
 */
export function completeBody(type: DtoClass, schemas: Schemas): void {
  if (!schemas[type.name]) schemaOfRules(type, schemas);
  const { fields, others, wrapper } = shapeOf(type);
  for (const nested of fields.values()) if (nested) completeBody(nested, schemas);
  const schema = schemas[type.name];
  if (!schema || isComplete(schema)) return;
  if (others) schemas[type.name] = withOthers(schema, others);
  if (wrapper !== null) {
    const name = type.name.replace(/Body$/, 'Fields');
    schemas[name] = schemas[type.name];
    schemas[type.name] = wrapped(wrapper, refTo(name), schemas[name].required !== undefined);
  }
}

const isComplete = ({ anyOf, allOf, patternProperties }: Mutable): boolean =>
  (anyOf ?? allOf ?? patternProperties) !== undefined;

/** The fields, or an object with the fields; both if none is required. */
function wrapped(name: string, fields: Schema, isRequired: boolean): Mutable {
  const wrapper = { type: 'object', properties: { [name]: fields } };
  if (!isRequired) return { allOf: [fields, wrapper] };
  return { anyOf: [fields, { title: `Inside ${name}`, required: [name], ...wrapper }] };
}

function withOthers(schema: Mutable, others: Others): Mutable {
  const { examples, pattern, schema: each, requiredUnless } = others;
  const named = Object.fromEntries(examples.map((name) => [name, each]));
  const byPattern = { patternProperties: { [pattern.source]: each } };
  if (requiredUnless === null) {
    return { ...schema, properties: { ...(schema.properties as object), ...named }, ...byPattern };
  }
  const { properties = {}, required = [] } = schema as { properties?: Mutable; required?: string[] };
  const shared = Object.entries(properties).filter(([name]) => !requiredUnless.includes(name));
  const withField = (names: readonly string[], own: Mutable): Mutable => ({
    title: `With ${names.join(' and ')}`,
    type: 'object',
    required: [...required, ...names],
    properties: { ...own, ...Object.fromEntries(shared) },
  });
  const instead = Object.fromEntries(requiredUnless.map((name) => [name, properties[name]]));
  return {
    anyOf: [
      ...(requiredUnless.length > 0 ? [withField(requiredUnless, instead)] : []),
      ...examples.map((name) => withField([name], { [name]: each })),
      {
        title: `With another name that matches ${pattern.source}`,
        type: 'object',
        ...(required.length > 0 && { required }),
        properties: {
          // Not the fields of another alternative.
          ...Object.fromEntries(requiredUnless.map((name) => [name, false])),
          ...Object.fromEntries(shared),
        },
        ...byPattern,
        minProperties: required.length + 1,
      },
    ],
  };
}
