import { type PrimarySample, provenUntil, withSample } from './replication.rules';

const sample = (at: number, position: number): PrimarySample => ({ at, position: BigInt(position) });

describe('provenUntil', () => {
  const samples = [sample(1_000, 50), sample(1_500, 70), sample(2_000, 70), sample(2_500, 90)];

  it.each([
    [49, -Infinity],
    [50, 1_000],
    [69, 1_000],
    [70, 2_000],
    [89, 2_000],
    [90, 2_500],
    [1_000, 2_500],
  ])('for a replica at %d is %d', (replayed, moment) => {
    expect(provenUntil(samples, BigInt(replayed))).toBe(moment);
  });

  it('is -Infinity without a position of the replica, and without samples', () => {
    expect([provenUntil(samples, null), provenUntil([], 100n)]).toEqual([-Infinity, -Infinity]);
  });
});

describe('withSample', () => {
  it('keeps samples that are not older than the maximum lag', () => {
    const samples = [sample(400, 1), sample(500, 2), sample(900, 3)];
    expect(withSample(samples, sample(1_500, 4), 1_000)).toEqual([
      sample(500, 2),
      sample(900, 3),
      sample(1_500, 4),
    ]);
  });
});
