import fc from 'fast-check';
import { firstBeyond, turnsOf } from './turns.rules';

const at = (milliseconds: number): Date => new Date(milliseconds);

describe('turnsOf', () => {
  it('has each instant and the millisecond after it, ascending and once', () => {
    expect(turnsOf([[at(7), null, at(3)], [], [at(4), at(7)]])).toEqual([3, 4, 5, 7, 8]);
  });

  it('leaves out what never comes', () => {
    expect(turnsOf([[at(7), at(NaN), Infinity as unknown as Date, at(3)]])).toEqual([3, 4, 7, 8]);
  });
});

describe('firstBeyond', () => {
  it('is what looking through all of them finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 })),
        fc.integer({ min: -1, max: 51 }),
        (some, value) => {
          const ascending = [...some].sort((one, other) => one - other);
          expect(firstBeyond(ascending, value)).toBe(ascending.find((one) => one > value) ?? Infinity);
        },
      ),
    );
  });
});
