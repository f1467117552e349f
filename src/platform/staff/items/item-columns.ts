import type { Definitions, JsonSchema } from '#platform/catalogue';
import type { ItemKind } from './catalogue-item-kind';
import { formatOf } from './item-shapes';

/**
 * What a cell contains. An empty cell is an empty `text` and an empty list; for all others it is no value.
 * A `ref` is the id of an object, or its name; `refs` and `texts` are lists.
 */
export type CellType = 'text' | 'textOrNone' | 'flag' | 'number' | 'ref' | 'refs' | 'texts';

/** A column of a CSV file of items. */
export interface ItemColumn {
  readonly heading: string;
  /** The field, or the fields from outer to inner: `['venue', 'city']`. */
  readonly path: readonly string[];
  readonly type: CellType;
}

const REFERENCE = '#/$defs/Reference';

/** @param list if given, the columns of the objects in this list of an item, with `prefix` before their headings */
export function columnsOf(kind: ItemKind, list?: string, prefix = ''): ItemColumn[] {
  const definitions: Definitions = new Map();
  const root = formatOf(kind).schema(definitions).items as JsonSchema;
  const object = list === undefined ? root : propertiesOf(definitions, root)[list].items;
  const isHtml = ({ path }: ItemColumn) =>
    kind.html?.includes([...(list === undefined ? [] : [list]), ...path].join('.'));
  const columns = columnsIn(definitions, object as JsonSchema, prefix, []);
  return [...columns.filter((column) => !isHtml(column)), ...columns.filter(isHtml)];
}

const propertiesOf = (definitions: Definitions, { $ref }: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  definitions.get(($ref as string).replace('#/$defs/', ''))!.properties as Record<string, JsonSchema>;

/** Objects that may be null, and lists of objects, have no columns. */
function columnsIn(
  definitions: Definitions,
  object: JsonSchema,
  prefix: string,
  within: readonly string[],
): ItemColumn[] {
  return Object.entries(propertiesOf(definitions, object)).flatMap(([field, schema]) => {
    const [heading, path] = [prefix + field, [...within, field]];
    if (schema.$ref && schema.$ref !== REFERENCE) return columnsIn(definitions, schema, `${heading}_`, path);
    const type = cellTypeOf(schema);
    return type ? [{ heading, path, type }] : [];
  });
}

/** @returns null for a value that does not fit into a cell */
function cellTypeOf({ anyOf, ...schema }: JsonSchema): CellType | null {
  const { $ref, type, items } = (anyOf as JsonSchema[] | undefined)?.[0] ?? schema;
  if ($ref !== undefined) return $ref === REFERENCE ? 'ref' : null;
  switch ([type].flat()[0]) {
    case 'array':
      return (items as JsonSchema).$ref === REFERENCE ? 'refs' : (items as JsonSchema).$ref ? null : 'texts';
    case 'boolean':
      return 'flag';
    case 'integer':
      return 'number';
    case 'string':
      return anyOf || Array.isArray(type) ? 'textOrNone' : 'text';
    default:
      return null;
  }
}
