import { remembered, rememberedBy } from './remembered';

describe('a function that remembers', () => {
  it('makes the same thing of the same object once, and of an equal one again', () => {
    const make = jest.fn(({ n }: { n: number }) => ({ twice: 2 * n }));
    const twice = remembered(make);
    const one = { n: 1 };
    expect(twice(one)).toBe(twice(one));
    expect(twice({ n: 1 })).toEqual({ twice: 2 });
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('makes it anew with something else', () => {
    const joined = remembered(({ n }: { n: number }, unit: string) => `${n} ${unit}`);
    const five = { n: 5 };
    expect([joined(five, 'km'), joined(five, 'mi'), joined(five, 'km')]).toEqual(['5 km', '5 mi', '5 km']);
  });
});

describe('a function that remembers by a key', () => {
  const five = { n: 5 };

  it('makes each thing once, whichever was made last', () => {
    const make = jest.fn(({ n }: { n: number }, unit: { name: string }) => `${n} ${unit.name}`);
    const joined = rememberedBy(make, ({ name }) => name);
    const units = ['km', 'mi', 'km', 'mi'].map((name) => joined(five, { name }));
    expect(units).toEqual(['5 km', '5 mi', '5 km', '5 mi']);
    expect(joined({ n: 6 }, { name: 'km' })).toBe('6 km');
    expect(make).toHaveBeenCalledTimes(3);
  });

  it('remembers only so many', () => {
    const make = jest.fn(({ n }: { n: number }, unit: number) => `${n} ${unit}`);
    const joined = rememberedBy(make, String);
    for (let unit = 0; unit <= 16; unit += 1) joined(five, unit);
    make.mockClear();
    for (const unit of [16, 0]) joined(five, unit);
    expect(make.mock.calls).toEqual([[five, 0]]);
  });

  it('stays right, and small, when there are more than it was meant for', () => {
    const joined = rememberedBy(({ n }: { n: number }, unit: number) => `${n} ${unit}`, String);
    for (const unit of [...Array(1_000).keys(), 0, 1, 2]) expect(joined(five, unit)).toBe(`5 ${unit}`);
  });
});
