import { type Definitions, Format, type JsonSchema, type ReadContext } from './format';
import { memberPath } from './objects';

interface ListRules<T> {
  /** The unique key of an item; undefined for none. */
  distinct?: (item: T) => string | number | undefined;
  /** The field where a repeated key is reported; by default the item itself. */
  at?: string;
  maxItems?: number;
}

class ListFormat<T> extends Format<T[]> {
  constructor(
    private readonly item: Format<T>,
    private readonly rules: ListRules<T>,
  ) {
    super();
  }

  read(value: unknown, path: string, context: ReadContext): T[] {
    if (!Array.isArray(value)) {
      context.faults.add(path, 'must be a list');
      return [];
    }
    const { distinct, at, maxItems = Infinity } = this.rules;
    if (value.length > maxItems) context.faults.add(path, `must not have more than ${maxItems} items`);
    const items = value.map((item, index) => this.item.read(item, `${path}[${index}]`, context));
    if (!distinct) return items;
    const seen = new Set<string | number>();
    items.forEach((item, index) => {
      const key = distinct(item);
      if (key === undefined) return;
      const itemPath = `${path}[${index}]`;
      if (seen.has(key)) {
        context.faults.add(at ? memberPath(itemPath, at) : itemPath, 'is given twice in this list');
      }
      seen.add(key);
    });
    return items;
  }

  schema(definitions: Definitions): JsonSchema {
    return { type: 'array', items: this.item.schema(definitions), maxItems: this.rules.maxItems };
  }

  override blank(): T[] {
    return [];
  }

  override shift(value: unknown, days: number): unknown {
    return Array.isArray(value) ? value.map((item) => this.item.shift(item, days)) : value;
  }
}

/** A list of items of one format. */
export function list<T>(item: Format<T>, rules: ListRules<T> = {}): Format<T[]> {
  return new ListFormat(item, rules);
}

/** A list of distinct values. */
export function setOf<T extends string | number>(item: Format<T>, rules: ListRules<T> = {}): Format<T[]> {
  return new ListFormat(item, { distinct: (value) => value, ...rules });
}

/** A list of objects in which the field `key` is unique. */
export function keyed<T, K extends keyof T & string>(item: Format<T>, key: K): Format<T[]> {
  return new ListFormat(item, {
    at: key,
    distinct: (value) => {
      const own: unknown = value[key];
      return typeof own === 'string' || typeof own === 'number' ? own : undefined;
    },
  });
}
