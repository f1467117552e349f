import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runTypescript } from '../../testing/src/run-typescript';
import { roughSize } from './rough-size';

const MEASURE = join(__dirname, '../test/measure-rough-size.ts');

describe('roughSize', () => {
  const text = 'x'.repeat(1000);

  it('grows with the texts anywhere in a tree', () => {
    const small = roughSize({ a: ['', { b: '' }], c: new Map([['k', '']]), d: new Set(['']) });
    const big = roughSize({ a: [text, { b: text }], c: new Map([['k', text]]), d: new Set([text]) });
    expect(big - small).toBe(4000);
  });

  it('counts shared objects once, and supports cycles', () => {
    const shared = { text };
    const round: { self?: object; text: string } = { text };
    round.self = round;
    expect(roughSize([shared, shared])).toBeLessThan(roughSize([{ text }, { text }]) - 900);
    expect(roughSize(round)).toBeLessThan(1200);
  });

  it('counts the bytes of buffers, and is positive for every value', () => {
    expect(roughSize(Buffer.alloc(5000))).toBeGreaterThanOrEqual(5000);
    for (const value of [null, 1, true, new Date(), '', {}]) expect(roughSize(value)).toBeGreaterThan(0);
  });

  it('equals the real memory within a factor of 1.5', () => {
    const program = ['--expose-gc', ...runTypescript(), MEASURE];
    const told = JSON.parse(execFileSync(process.execPath, program, { encoding: 'utf8' })) as object;
    expect(Object.keys(told)).toHaveLength(9);
    for (const [kind, ratio] of Object.entries(told)) {
      expect([kind, ratio > 1 / 1.5, ratio < 1.5, ratio]).toEqual([kind, true, true, ratio]);
    }
  });
});
