// Prints, as JSON, the ratio of `roughSize` to the real memory for each kind of value. Run with --expose-gc in a separate process,
// where no other garbage is collected.
import { setImmediate as turn } from 'node:timers/promises';
import { roughSize } from '../src/rough-size';

const COUNT = 20_000;
/** Bytes by which the memory of an idle process fluctuates. */
const SETTLED = 10_000;

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
  'maps of many': (n) => new Map(Array.from({ length: 100 }, (_, id) => [id, n])),
  buffers: (n) => Buffer.alloc(2000, n),
};

/**
 * Bytes of live objects. A garbage collection frees buffers concurrently or at the next one, so collections are repeated until
 * nothing changes.
 */
async function live(): Promise<number> {
  for (let before = Infinity; ;) {
    globalThis.gc?.();
    await turn();
    const { heapUsed, external } = process.memoryUsage();
    if (Math.abs(heapUsed + external - before) < SETTLED) return heapUsed + external;
    before = heapUsed + external;
  }
}

async function ratio(make: (n: number) => unknown): Promise<number> {
  const before = await live();
  const values = Array.from({ length: COUNT }, (_, n) => make(n));
  const taken = (await live()) - before;
  return values.reduce<number>((sum, value) => sum + roughSize(value), 0) / taken;
}

async function measure(): Promise<void> {
  const ratios: Record<string, number> = {};
  for (const [kind, make] of Object.entries(KINDS)) ratios[kind] = await ratio(make);
  process.stdout.write(JSON.stringify(ratios));
}

void measure();
