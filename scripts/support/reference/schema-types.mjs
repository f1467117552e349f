import { Failure } from '../project.mjs';

/** Keywords that say something about values, not about types. */
const IGNORED = new Set(
  `description title summary default example examples format pattern deprecated readOnly writeOnly discriminator
   minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems
   minProperties`.split(/\s+/),
);
const TYPES = { number: 'number', integer: 'number', boolean: 'boolean', null: 'null' };

/** The type of objects without fields. */
export const NOTHING = 'Record<string, never>';

/** Translates schemas, and collects those of the components that are used. */
export class SchemaTypes {
  #used = new Set();

  constructor(document) {
    this.document = document;
  }

  /** What a `$ref` refers to; anything else unchanged. */
  resolved(value) {
    if (!value?.$ref) return value;
    const steps = value.$ref.replace(/^#\//, '').split('/');
    return this.resolved(steps.reduce((inner, step) => inner[step], this.document));
  }

  /** A schema with its `$ref` and its `allOf` merged into one object. */
  flat(schema) {
    const { allOf = [], ...own } = this.resolved(schema);
    return [own, ...allOf.map((one) => this.flat(one))].reduce((all, one) => ({
      ...all,
      ...one,
      ...(all.properties && one.properties && { properties: { ...all.properties, ...one.properties } }),
      ...(all.required && one.required && { required: [...all.required, ...one.required] }),
    }));
  }

  fieldNames(schema) {
    const { properties = {}, oneOf = [], anyOf = [] } = this.flat(schema);
    const inner = [...oneOf, ...anyOf].flatMap((one) => this.fieldNames(one));
    return [...new Set([...Object.keys(properties), ...inner])];
  }

  /** The text of a type. `at` is the place, for errors. */
  of(schema, at) {
    if (schema === false) return 'never';
    if (schema?.$ref) return this.#reference(schema.$ref, at);
    const {
      type,
      const: value,
      enum: values,
      oneOf,
      anyOf,
      allOf,
      items,
      prefixItems,
      properties,
      required,
      additionalProperties,
      patternProperties,
      propertyNames,
      maxProperties,
      ...rest
    } = Object(schema);
    const unknown = Object.keys(rest).find((name) => !IGNORED.has(name) && !name.startsWith('x-'));
    if (unknown) throw new Failure(`${at}: the keyword ${unknown} is unknown.`);
    if (value !== undefined) return JSON.stringify(value);
    if (values) return union(values.map((one) => JSON.stringify(one)));
    const variants = oneOf ?? anyOf;
    if (variants) return union(variants.map((one) => this.of(one, at)));
    if (allOf) return intersection(allOf.map((one) => this.of(one, at)));
    if (Array.isArray(type)) return union(type.map((one) => this.of({ ...schema, type: one }, at)));
    if (prefixItems) return this.#tuple({ prefixItems, items }, at);
    if (type === 'array') return `(${this.of(items, `${at}[]`)})[]`;
    if (type === 'object' && propertyNames?.$ref) {
      return `Partial<Record<${this.of(propertyNames, at)}, ${this.of(additionalProperties, at)}>>`;
    }
    if (type === 'object') {
      const isEmpty =
        maxProperties === 0 || (additionalProperties === false && !properties && !patternProperties);
      return isEmpty
        ? NOTHING
        : this.object({ properties, required, additionalProperties, patternProperties }, at);
    }
    if (type === 'string') return textType(schema.pattern);
    if (TYPES[type]) return TYPES[type];
    throw new Failure(`${at}: the schema has no type.`);
  }

  /** A list whose first items have types of their own. Shorter ones match too, unless `minItems` forbids it; we always set it. */
  #tuple({ prefixItems, items }, at) {
    const first = prefixItems.map((one, index) => this.of(one, `${at}[${index}]`));
    const others = items === false ? [] : [`...(${this.of(items, `${at}[]`)})[]`];
    return `[${[...first, ...others].join(', ')}]`;
  }

  object({ properties = {}, required = [], additionalProperties: others, patternProperties = {} }, at) {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${comment(schema)}${JSON.stringify(name)}${mark}: ${this.of(schema, `${at}.${name}`)};`;
    });
    for (const [pattern, schema] of Object.entries({ ...(others && { '': others }), ...patternProperties })) {
      const type = this.of(schema, `${at}.*`);
      // The fields that can be absent must match as well.
      const all = fields.length > 0 ? union([type, 'undefined']) : type;
      fields.push(`[field: ${nameType(pattern, at)}]: ${all};`);
    }
    if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
    throw new Failure(`${at}: the object has neither fields nor a type of fields.`);
  }

  /** The used schemas, in alphabetical order. */
  declarations() {
    const texts = new Map();
    // A declaration can use further schemas, which the iteration then reaches too.
    for (const name of this.#used) {
      const schema = this.document.components.schemas[name];
      texts.set(name, `${comment(schema)}export type ${name} = ${this.#declared(schema, name)};`);
    }
    return [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  }

  /** The type of a named schema. One that names its base has only the fields in which it differs. */
  #declared({ 'x-extends': $ref, ...schema }, name) {
    if (!$ref) return this.of(schema, name);
    const base = this.#reference($ref, name);
    const { properties: inherited } = this.resolved({ $ref });
    const missing = Object.keys(inherited).find((field) => !(field in schema.properties));
    if (missing) throw new Failure(`${name}: it lacks the field ${missing} of ${base}.`);
    const own = Object.entries(schema.properties).filter(
      ([field, type]) => JSON.stringify(type) !== JSON.stringify(inherited[field]),
    );
    return intersection([base, this.of({ ...schema, properties: Object.fromEntries(own) }, name)]);
  }

  #reference(ref, at) {
    const name = /^#\/components\/schemas\/([A-Za-z]\w*)$/.exec(ref)?.[1];
    if (!name || !this.resolved({ $ref: ref })) throw new Failure(`${at}: ${ref} is no schema.`);
    this.#used.add(name);
    return name;
  }
}

/** The type of a text. Words with which its pattern begins are part of it, so that they tell apart the variants of an answer. */
function textType(pattern = '') {
  const [, words] = /^\^((?:[A-Za-z]+ )+)\(/.exec(pattern) ?? [];
  return words ? `\`${words}\${string}\`` : 'string';
}

/** The type of the names that match a pattern. Three kinds are known: any name, a prefix with a number, and a word with a suffix. */
function nameType(pattern, at) {
  if (['', '^', '.*'].includes(pattern)) return 'string';
  const [, prefix] = /^\^(\w+)\\d\+\$$/.exec(pattern) ?? [];
  if (prefix) return `\`${prefix}\${number}\``;
  const [, isOptional, suffix] = /^\^(\()?\[a-z\]\[a-z0-9_\]\*_(?:\)\?)?(\w+)\$$/.exec(pattern) ?? [];
  if (!suffix) throw new Failure(`${at}: names with the pattern ${pattern} have no type.`);
  return `\`\${string}${isOptional ? '' : '_'}${suffix}\``;
}

export const union = (types) => [...new Set(types)].join(' | ');
/** Of one type or more. */
export const intersection = (types) =>
  types.length === 1 ? types[0] : types.map((type) => `(${type})`).join(' & ');

/** The documentation of a schema or an operation as a comment, or an empty text. */
export function comment({ summary, description, operationId }) {
  const title = operationId ? `${summary ?? ''} (\`${operationId}\`)`.trim() : summary;
  const text = [title, description].filter(Boolean).join('\n\n').replaceAll('*/', '* /');
  if (!text) return '';
  return text.includes('\n') ? `/**\n${text.replace(/^/gm, ' * ')}\n */\n` : `/** ${text} */\n`;
}
