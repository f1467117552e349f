import { Seldom } from './seldom';

const at = (minutes: number): Date => new Date(minutes * 60_000);

describe('a hint', () => {
  it('is given once in ten minutes, and then again', () => {
    const seldom = new Seldom();
    const times = [0, 1, 9.9, 10, 11].map((minute) => seldom.first('a', at(minute)));
    expect(times).toEqual([true, false, false, true, false]);
  });

  it('does not keep another one back', () => {
    const seldom = new Seldom();
    expect([seldom.first('a', at(0)), seldom.first('b', at(0))]).toEqual([true, true]);
  });

  it('is one of a hundred in ten minutes at most, whatever clients send', () => {
    const seldom = new Seldom();
    const given = Array.from({ length: 500 }, (_, n) => seldom.first(`origin ${n}`, at(n / 100)));
    expect(given.filter(Boolean)).toHaveLength(100);
    expect(seldom.first('a', at(11))).toBe(true);
  });
});
