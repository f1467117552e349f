import { RateLimitedHints } from './rate-limited-hints';

const at = (minutes: number): Date => new Date(minutes * 60_000);

describe('a hint', () => {
  it('is logged once in ten minutes', () => {
    const limit = new RateLimitedHints();
    const times = [0, 1, 9.9, 10, 11].map((minute) => limit.admits('a', at(minute)));
    expect(times).toEqual([true, false, false, true, false]);
  });

  it('does not suppress another one', () => {
    const limit = new RateLimitedHints();
    expect([limit.admits('a', at(0)), limit.admits('b', at(0))]).toEqual([true, true]);
  });

  it('is not logged after a hundred others in ten minutes', () => {
    const limit = new RateLimitedHints();
    const given = Array.from({ length: 500 }, (_, n) => limit.admits(`origin ${n}`, at(n / 100)));
    expect(given.filter(Boolean)).toHaveLength(100);
    expect(limit.admits('a', at(11))).toBe(true);
  });
});
