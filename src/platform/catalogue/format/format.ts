import { Faults } from '../faults';

/** A JSON Schema (draft 2020-12), or a part of one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The state of one pass over a catalogue: the faults found, and the ids and keys that the file uses. A second pass over
 * the same file takes `again()`, which neither reports faults nor claims keys.
 */
export class Reading {
  private readonly claims = new Map<string, Set<string | number>>();

  constructor(
    readonly faults: Faults,
    private readonly claiming = true,
  ) {}

  /** Records that the file uses a key; a second use is a fault. */
  claim(kind: string, key: string | number, path: string): void {
    if (!this.claiming) return;
    const used = this.claimed(kind);
    if (used.has(key)) this.faults.add(path, 'is given twice in this file');
    used.add(key);
  }

  /** The keys of one kind that the file uses; for the kind of a table, the ids that it gives to rows of it. */
  claimed(kind: string): Set<string | number> {
    let used = this.claims.get(kind);
    if (!used) this.claims.set(kind, (used = new Set()));
    return used;
  }

  /** The kinds of keys that the file uses. */
  kinds(): IterableIterator<string> {
    return this.claims.keys();
  }

  /** For a second pass, when the faults are known already. */
  again(): Reading {
    return new Reading(new Faults(), false);
  }
}

/** The `$defs` of the JSON Schema, collected while it is made. */
export type Definitions = Map<string, JsonSchema>;

/**
 * One part of the format of a catalogue. The check of a value, the JSON Schema and the moving of dates come from it, so
 * that they cannot disagree. Not zod: decision 19.
 */
export abstract class Format<T> {
  /**
   * The value as the rest of the program uses it. A fault is reported to `reading`, and the value becomes undefined (an
   * object or a list becomes empty), so that later faults are found too. Only checks see such values: a catalogue with a
   * fault is never written.
   */
  abstract read(value: unknown, path: string, reading: Reading): T;

  /** The JSON Schema of this part; named parts go to `definitions`. */
  abstract schema(definitions: Definitions): JsonSchema;

  /** The value of a required part that is missing or at fault. */
  blank(): T {
    return undefined as T;
  }

  /** Moves every instant and date, except birthdates, by whole days; malformed values stay as they are. */
  shift(value: unknown, _days: number): unknown {
    return value;
  }
}

/** A field that may be left out. A new object then gets `fallback`; undefined: that depends on other fields. */
export class Optional<T> {
  constructor(
    readonly format: Format<T>,
    readonly fallback?: T,
  ) {}
}

/** A field that may be left out. */
export function optional<T>(format: Format<T>, fallback?: T): Optional<T> {
  return new Optional(format, fallback);
}

/** A field that may be left out or null; null means none. */
export function orNull<T>(format: Format<T>): Optional<T | null> {
  return new Optional<T | null>(nullable(format), null);
}

/** The same, or null. */
export function nullable<T>(format: Format<T>): Format<T | null> {
  return new Nullable(format);
}

class Nullable<T> extends Format<T | null> {
  constructor(private readonly format: Format<T>) {
    super();
  }

  read(value: unknown, path: string, reading: Reading): T | null {
    return value === null ? null : this.format.read(value, path, reading);
  }

  schema(definitions: Definitions): JsonSchema {
    const inner = this.format.schema(definitions);
    return typeof inner.type === 'string' && inner.enum === undefined
      ? { ...inner, type: [inner.type, 'null'] }
      : { anyOf: [inner, { type: 'null' }] };
  }

  override blank(): T | null {
    return this.format.blank();
  }

  override shift(value: unknown, days: number): unknown {
    return value === null ? null : this.format.shift(value, days);
  }
}
