import { remembered } from './remembered';

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
