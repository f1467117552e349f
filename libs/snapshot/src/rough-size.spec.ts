import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { roughSize } from './rough-size';

describe('roughSize', () => {
  const text = 'x'.repeat(1000);

  it('grows with the texts in a tree, wherever they stand', () => {
    const small = roughSize({ a: ['', { b: '' }], c: new Map([['k', '']]), d: new Set(['']) });
    const big = roughSize({ a: [text, { b: text }], c: new Map([['k', text]]), d: new Set([text]) });
    expect(big - small).toBe(4000);
  });

  it('counts once what is referred to twice, and ends for what refers to itself', () => {
    const shared = { text };
    const round: { self?: object; text: string } = { text };
    round.self = round;
    expect(roughSize([shared, shared])).toBeLessThan(roughSize([{ text }, { text }]) - 900);
    expect(roughSize(round)).toBeLessThan(1200);
  });

  it('counts the bytes of buffers, and something for everything', () => {
    expect(roughSize(Buffer.alloc(5000))).toBeGreaterThanOrEqual(5000);
    for (const value of [null, 1, true, new Date(), '', {}]) expect(roughSize(value)).toBeGreaterThan(0);
  });

  it.each<[string, (n: number) => unknown]>([
    ['plain texts', (n) => [read(`${n} ${'<p>Doors open early.</p>'.repeat(20)}`)]],
    [
      'texts with a character beyond Latin-1',
      (n) => [read(`${n} ${'<p>Doors “open” early.</p>'.repeat(20)}`)],
    ],
    ['texts with accents', (n) => [read(`${n} ${'Entrées déjà réservées'.repeat(20)}`)]],
    [
      'rows of short texts',
      (n) => ({ name: read(`a${n}`), city: read(`b${n}`), zip: read(`${n}`), state: null }),
    ],
    [
      'rows of numbers, flags and dates',
      (n) => ({ id: n, at: new Date(n), until: new Date(n + 1), isOpen: true }),
    ],
    [
      'lists in rows',
      (n) => ({ tags: [read(`a${n}`), read(`b${n}`)], codes: [], of: [{ id: n }, { id: n + 1 }] }),
    ],
    [
      'maps and sets',
      (n) => ({ keys: new Set([`k${n}`]), byId: new Map([1, 2, 3, 4].map((id) => [id, { id }])) }),
    ],
    ['buffers', (n) => Buffer.alloc(2000, n)],
  ])('tells what %s take from the memory, within a factor of 1.5', (_, make) => {
    const before = live();
    const values = Array.from({ length: COUNT }, (_, n) => make(n));
    const taken = live() - before;
    const told = values.reduce<number>((sum, value) => sum + roughSize(value), 0);
    expect(told / taken).toBeGreaterThan(1 / 1.5);
    expect(told / taken).toBeLessThan(1.5);
  });
});

const COUNT = 20_000;

/** A text as it comes from the database. */
const read = (text: string): string => Buffer.from(text).toString();

/** Bytes that live, after a garbage collection. */
function live(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
