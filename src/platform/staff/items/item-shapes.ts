import { type Definitions, type Format, type JsonSchema, Optional } from '#platform/catalogue';
import { ID, listOf, named, refTo, type Schema, TEXT } from '#platform/reference';
import type { ItemKind } from './catalogue-item-kind';

type Properties = Readonly<Record<string, Schema>>;

/** An object that documents have under its own name, with further fields. */
interface Larger {
  readonly name: string;
  readonly more: Properties;
}

/** How the objects of the catalogue are described for one purpose. */
interface Form {
  /** The name of an object in documents. The classes of the public API have the names of the catalogue, too. */
  nameOf(this: void, name: string): string;
  /** A reference to another object. */
  readonly reference: Schema;
  requiredOf(this: void, object: JsonSchema, fields: Properties): readonly string[];
}

const READ: Form = {
  nameOf: (name) => `${name}Record`,
  reference: ID,
  requiredOf: (_, fields) => Object.keys(fields),
};

const SENT: Form = {
  nameOf: (name) => `${name}Fields`,
  reference: { anyOf: [ID, { type: 'string', minLength: 1 }] },
  requiredOf: ({ required }) => required as readonly string[],
};

/**
 * An item of a kind as it is read: all fields of the catalogue, with ids as references.
 * @param larger an object that has further fields, and its name
 */
export function itemShape(kind: ItemKind, larger: Partial<Larger> = {}): Schema {
  return formatShape(formatOf(kind), { ...larger, more: { ...linkedOf(kind), ...larger.more } });
}

/** An item of a kind in the answers of its own routes, with its notes if it has any. */
export const answeredShape = (kind: ItemKind): Schema =>
  itemShape(kind, { more: kind.notes ? { notes: listOf(TEXT) } : {} });

/** The fields of a new item of a kind, as they are sent. */
export const newItemShape = (kind: ItemKind): Schema =>
  shapeIn(formatOf(kind), SENT, { more: linkedOf(kind) });

/** The fields of an item that a change sends. Those that it leaves out stay as they are. */
export const itemChangeShape = (kind: ItemKind): Schema => changeShape(formatOf(kind), linkedOf(kind));

/** An object of the catalogue as it is read, or the member of a list. It has all its fields, and no others but `more`. */
export const formatShape = (format: Format<unknown>, larger: Partial<Larger> = {}): Schema =>
  shapeIn(format, READ, larger);

/** The fields of an object of the catalogue that a change sends. */
export function changeShape(format: Format<unknown>, more: Properties = {}): Schema {
  const form = { ...SENT, requiredOf: () => [] };
  return shapeIn(format, SENT, { more, rootForm: form, nameOfRoot: (name) => `${name}Change` });
}

/** The format of a kind's list in the catalogue. */
export function formatOf({ part, field }: ItemKind): Format<unknown> {
  const list = part.fields[field];
  return list instanceof Optional ? list.format : list;
}

const linkedOf = ({ linked }: ItemKind): Properties => (linked ? { [linked.field]: listOf(ID) } : {});

interface Root extends Partial<Larger> {
  readonly rootForm?: Form;
  readonly nameOfRoot?: (name: string) => string;
}

function shapeIn(
  format: Format<unknown>,
  form: Form,
  { name: own, more = {}, rootForm = form, nameOfRoot = form.nameOf }: Root,
): Schema {
  const definitions: Definitions = new Map();
  const { items, ...schema } = format.schema(definitions);
  const root = ((items ?? schema) as { readonly $ref: string }).$ref.replace('#/$defs/', '');
  for (const [name, object] of definitions) {
    if (name !== 'Reference' && name !== root) named(form.nameOf(name), () => objectIn(form, object));
  }
  return named(own ?? nameOfRoot(root), () =>
    objectIn(rootForm, definitions.get(root)!, more, form === SENT),
  );
}

/** @param withoutId the id is in the path */
function objectIn(form: Form, object: JsonSchema, more: Properties = {}, withoutId = false): Schema {
  const { id, ...others } = withReferences(form, object.properties) as Properties;
  const fields = { ...(id && !withoutId && { id }), ...others, ...more };
  const required = form.requiredOf(object, fields);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    properties: fields,
  };
}

/** The schema with references to components. Defaults are left out: a field that is read has its value. */
function withReferences(form: Form, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withReferences(form, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, default: fallback, ...others } = schema as { $ref?: string; default?: unknown };
  const name = $ref?.replace('#/$defs/', '');
  if (name === 'Reference') return form.reference;
  if (name !== undefined) return refTo(form.nameOf(name));
  const entries = Object.entries(others).map(([key, inner]) => [key, withReferences(form, inner)]);
  return {
    ...(Object.fromEntries(entries) as object),
    ...(form === SENT && fallback !== undefined && { default: fallback }),
  };
}
