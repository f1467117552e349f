/** Approximate bytes of an object's or list's header on a 64-bit machine. */
const HEADER = 32;
/** Bytes of a reference or a small number. */
const SLOT = 8;
/** Bytes of a date, which caches its fields. */
const DATE = 96;
/** Bytes of a map or set without the entries of its hash table. */
const TABLE = 72;
/** Capacity of the smallest hash table; each larger one has twice the capacity. */
const SMALLEST_TABLE = 4;

/** With one such character, for instance a typographic quote, every character of the text takes two bytes. */
const BEYOND_LATIN_1 = /[^\u0000-\u00ff]/;

/**
 * Approximate bytes of a tree of plain objects, lists, maps, texts, dates and buffers. Shared objects count once. Names of fields do
 * not count, because objects of one shape share them.
 */
export function roughSize(value: unknown): number {
  return SLOT + sizeOf(value, new Set());
}

function sizeOf(value: unknown, seen: Set<object>): number {
  if (typeof value === 'string') return HEADER + value.length * (BEYOND_LATIN_1.test(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
  seen.add(value);
  if (value instanceof Date) return DATE;
  if (ArrayBuffer.isView(value)) return HEADER + value.byteLength;
  const parts = partsOf(value);
  let bytes = ownSize(value, parts.length);
  for (const part of parts) bytes += sizeOf(part, seen);
  return bytes;
}

function partsOf(value: object): unknown[] {
  if (value instanceof Map) return [...value.keys(), ...value.values()] as unknown[];
  if (value instanceof Set) return [...(value as Set<unknown>)];
  return Object.values(value as Record<string, unknown>);
}

/** Bytes of an object itself, without its referenced parts. */
function ownSize(value: object, parts: number): number {
  if (value instanceof Map) return tableSize(value.size, 2);
  if (value instanceof Set) return tableSize(value.size, 1);
  return HEADER + SLOT * parts;
}

/** A hash table has for each entry its parts, a reference to the next entry, and half a reference for its bucket. */
function tableSize(entries: number, parts: number): number {
  let room = SMALLEST_TABLE;
  while (room < entries) room *= 2;
  return TABLE + SLOT * room * (parts + 1.5);
}
