import { Faults } from '../faults';

/** A JSON Schema (draft 2020-12), or a part of one. Undefined keywords are absent. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The state of one pass over a catalogue: the faults, and the ids and keys that the file uses. `again()` returns the state for a
 * second pass, which neither reports faults nor claims keys.
 */
export class ReadContext {
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

  /** The keys of one kind that the file uses. If the kind is a table, the ids of its rows in the file. */
  claimed(kind: string): Set<string | number> {
    let used = this.claims.get(kind);
    if (!used) this.claims.set(kind, (used = new Set()));
    return used;
  }

  /** The kinds of keys that the file uses. */
  kinds(): IterableIterator<string> {
    return this.claims.keys();
  }

  /** The state for a second pass; see {@link ReadContext}. */
  again(): ReadContext {
    return new ReadContext(new Faults(), false);
  }
}

/** The `$defs` of the JSON Schema. */
export type Definitions = Map<string, JsonSchema>;

/**
 * One part of the format of a catalogue. The validation, the JSON Schema and the shifting of dates are derived from it, so that
 * they agree. Decision 18 explains why zod is not used.
 */
export abstract class Format<T> {
  /**
   * Parses a value. If it is invalid, the fault is reported to `context`, and the result is undefined (or an empty object or
   * list), so that further faults are found. After a fault, values are only checked and never written.
   */
  abstract read(value: unknown, path: string, context: ReadContext): T;

  /** The JSON Schema of this part. Named parts are added to `definitions`. */
  abstract schema(definitions: Definitions): JsonSchema;

  /** The value of a required part that is missing or invalid. */
  blank(): T {
    return undefined as T;
  }

  /** Shifts every instant and date, except birthdates, by whole days. Malformed values stay unchanged. */
  shift(value: unknown, _days: number): unknown {
    return value;
  }
}

/** A field that may be absent. New objects then get `fallback`; undefined if it depends on other fields. */
export class Optional<T> {
  constructor(
    readonly format: Format<T>,
    readonly fallback?: T,
  ) {}
}

/** A field that may be absent. */
export function optional<T>(format: Format<T>, fallback?: T): Optional<T> {
  return new Optional(format, fallback);
}

/** A field that may be absent or null; null means none. */
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

  read(value: unknown, path: string, context: ReadContext): T | null {
    return value === null ? null : this.format.read(value, path, context);
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
