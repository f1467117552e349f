/** Bytes of an object's or list's own book-keeping, about, on a 64-bit machine. */
const HEADER = 32;
/** Bytes of a reference or a small number. */
const SLOT = 8;
/** Bytes of a date, which remembers its parts. */
const DATE = 96;

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
  let bytes = HEADER;
  for (const part of partsOf(value)) bytes += SLOT + sizeOf(part, seen);
  return bytes;
}

function partsOf(value: object): Iterable<unknown> {
  if (value instanceof Map) return mapParts(value);
  if (value instanceof Set) return value as Set<unknown>;
  return Object.values(value as Record<string, unknown>);
}

const mapParts = (map: Map<unknown, unknown>): unknown[] => [...map.keys(), ...map.values()];
