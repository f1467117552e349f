import fc from 'fast-check';
import { commitmentOf, keyOf, listHashOf, rankingOf, scoreOf, winnersOf } from './draw';

/** The vector of the format: every implementation must reach these values. */
const SEED = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');
const ENTRIES = [11, 12, 15, 20, 31];

describe('fanclub-draw-v1', () => {
  it('reaches the values of its test vector', () => {
    const listHash = listHashOf(7, ENTRIES);
    const key = keyOf(SEED, listHash, '');
    expect(commitmentOf(7, SEED)).toBe('2338b5408c081385d3f3a1f8006c068507ea3811ef7769299e656adacb79f022');
    expect(listHash).toBe('1fa1bd62b5b6ffe4086ea2d1fbcf96ebca29dcfdd672a3ff3de03fa4efa0f9e8');
    expect(key.toString('hex')).toBe('446a4a31e0487247223bd0f8bbd3fe1907a03357cf1851d0eccecb470441e0ad');
    const ranking = rankingOf(7, SEED, ENTRIES, '');
    expect(ranking.map((entry) => [entry, scoreOf(key, entry).slice(0, 8)])).toEqual([
      [20, '32f3550f'],
      [31, '6f8e8216'],
      [11, '7f6ffc7c'],
      [15, 'e0b0616d'],
      [12, 'ee998f42'],
    ]);
  });

  it('does not depend on the order in which the entries are read', () => {
    const shuffled = fc.shuffledSubarray(ENTRIES, { minLength: ENTRIES.length });
    fc.assert(
      fc.property(shuffled, fc.string(), (entries, beacon) => {
        expect(listHashOf(7, entries)).toBe(listHashOf(7, ENTRIES));
        expect(rankingOf(7, SEED, entries, beacon)).toEqual(rankingOf(7, SEED, ENTRIES, beacon));
      }),
      { numRuns: 50 },
    );
  });

  it('depends on the contest, the seed, the beacon, and each entry', () => {
    const others = [
      listHashOf(7, ENTRIES),
      listHashOf(8, ENTRIES),
      listHashOf(7, [11, 12, 15, 20]),
      listHashOf(7, [11, 12, 15, 20, 32]),
      // The ids of another list have the same digits.
      listHashOf(7, [1, 112, 15, 20, 31]),
    ];
    const keys = [
      keyOf(SEED, others[0], ''),
      keyOf(SEED, others[0], 'Lotto 22 Nov'),
      keyOf(SEED, others[1], ''),
      keyOf(Buffer.from(SEED).reverse(), others[0], ''),
    ].map((key) => key.toString('hex'));
    expect(new Set(others).size).toBe(others.length);
    expect(new Set(keys).size).toBe(keys.length);
    expect(commitmentOf(8, SEED)).not.toBe(commitmentOf(7, SEED));
  });

  it.each([[[11, 11]], [[0]], [[-3]], [[1.5]], [[Number.NaN]], [[2 ** 60]]])(
    'refuses the entries %j',
    (entries) => expect(() => listHashOf(7, entries)).toThrow(RangeError),
  );

  it('refuses a seed of another length', () => {
    expect(() => commitmentOf(7, SEED.subarray(1))).toThrow(RangeError);
  });

  it('gives the first ranks to the first prize, and the next ones to the next', () => {
    const prizes = [
      { name: 'Meet & Greet', winners: 1 },
      { name: 'Front row', winners: 3 },
      { name: 'Poster', winners: 2 },
    ];
    expect(winnersOf([20, 31, 11, 15, 12], prizes)).toEqual([[20], [31, 11, 15], [12]]);
  });
});
