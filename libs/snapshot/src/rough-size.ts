/** Bytes of an object's or list's own book-keeping, about, on a 64-bit machine. */
const HEADER = 32;
/** Bytes of a reference or a small number. */
const SLOT = 8;
/** Bytes of a date, which remembers its parts. */
const DATE = 96;
/** Bytes of a map or set besides its hash table's entries. */
const TABLE = 72;
/** Entries for which the smallest hash table has room; each larger one has room for twice as many. */
const SMALLEST_TABLE = 4;

/** One such character, a typographic quote for instance, and each of the text takes two bytes. */
const BEYOND_LATIN_1 = /[^\u0000-\u00ff]/;

/**
 * Bytes that a tree of plain objects, lists, maps, texts, dates and buffers occupies in memory, about. What is referred to
 * twice counts once; names of fields do not count, since objects of one shape share them.
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

/** Bytes of an object without what its parts occupy elsewhere. */
function ownSize(value: object, parts: number): number {
  if (value instanceof Map) return tableSize(value.size, 2);
  if (value instanceof Set) return tableSize(value.size, 1);
  return HEADER + SLOT * parts;
}

/** A hash table has for each entry its parts, a reference to the next entry, and half a reference to where to begin. */
function tableSize(entries: number, parts: number): number {
  let room = SMALLEST_TABLE;
  while (room < entries) room *= 2;
  return TABLE + SLOT * room * (parts + 1.5);
}
