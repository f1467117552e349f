import { Faults } from '../faults';

/** A JSON Schema (draft 2020-12), or a part of one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * What one reading of a catalogue carries along: where faults go, and which ids and keys the file has used up.
 * The same file may be read twice; the second reading is given `again()`, which neither reports nor claims.
 */
export class Reading {
  private readonly claims = new Map<string, Set<string | number>>();

  constructor(
    readonly faults: Faults,
    private readonly claiming = true,
  ) {}

  /** Notes that the file uses a key, and reports it if the file has used it before. */
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

  /** For reading a part again whose faults are known. */
  again(): Reading {
    return new Reading(new Faults(), false);
  }
}

/** Named parts of the JSON Schema, met while it is made. */
export type Definitions = Map<string, JsonSchema>;

/**
 * One part of the format of a catalogue: from it come the check of a value, the JSON Schema and the moving of dates,
 * so that they cannot disagree.
 */
export abstract class Format<T> {
  /**
   * The value as the rest of the program uses it. What is wrong is reported to `reading`, and then read as undefined
   * (an object or a list: as an empty one), so that the faults behind it are found as well. A catalogue with a fault is
   * never written, so only checks meet such a value.
   */
  abstract read(value: unknown, path: string, reading: Reading): T;

  /** The JSON Schema of this part; named parts go to `definitions`. */
  abstract schema(definitions: Definitions): JsonSchema;

  /** What stands for a required part that is missing. */
  blank(): T {
    return undefined as T;
  }

  /** The value with every instant and date (but birthdates) moved by whole days; what is malformed stays as it is. */
  shift(value: unknown, _days: number): unknown {
    return value;
  }
}

/** A field that may be left out; `fallback` is what a new object then gets, undefined where that depends on others. */
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

/** A field that may be left out, or be null to say that there is none. */
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
