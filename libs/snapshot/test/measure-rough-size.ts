// Tells what `roughSize` says of many values, divided by what they take of the memory; run with --expose-gc in a process of its
// own, where nobody else's garbage is collected meanwhile. Prints JSON: the ratio by the kind of value.
import { roughSize } from '../src/rough-size';

const COUNT = 20_000;

/** A text as it comes from the database. */
const read = (text: string): string => Buffer.from(text).toString();

const KINDS: Record<string, (n: number) => unknown> = {
  'plain texts': (n) => [read(`${n} ${'<p>Doors open early.</p>'.repeat(20)}`)],
  'texts with a character beyond Latin-1': (n) => [read(`${n} ${'<p>Doors “open” early.</p>'.repeat(20)}`)],
  'texts with accents': (n) => [read(`${n} ${'Entrées déjà réservées'.repeat(20)}`)],
  'rows of short texts': (n) => ({
    name: read(`a${n}`),
    city: read(`b${n}`),
    zip: read(`${n}`),
    state: null,
  }),
  'rows of numbers, flags and dates': (n) => ({
    id: n,
    at: new Date(n),
    until: new Date(n + 1),
    isOpen: true,
  }),
  'lists in rows': (n) => ({
    tags: [read(`a${n}`), read(`b${n}`)],
    codes: [],
    of: [{ id: n }, { id: n + 1 }],
  }),
  'maps and sets': (n) => ({
    keys: new Set([`k${n}`]),
    byId: new Map([1, 2, 3, 4].map((id) => [id, { id }])),
  }),
  buffers: (n) => Buffer.alloc(2000, n),
};

/** Bytes that live, after a garbage collection. */
function live(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function ratio(make: (n: number) => unknown): number {
  const before = live();
  const values = Array.from({ length: COUNT }, (_, n) => make(n));
  const taken = live() - before;
  return values.reduce<number>((sum, value) => sum + roughSize(value), 0) / taken;
}

process.stdout.write(
  JSON.stringify(Object.fromEntries(Object.entries(KINDS).map(([kind, make]) => [kind, ratio(make)]))),
);
