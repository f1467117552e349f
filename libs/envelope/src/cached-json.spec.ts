import { cachedJson } from './cached-json';

describe('cachedJson', () => {
  const five = { n: 5 };

  it('makes the JSON once for each row object, also if two are equal', () => {
    const shape = jest.fn(({ n }: { n: number }) => ({ twice: 2 * n }));
    const json = cachedJson(shape);
    expect(json(five)).toBe(json(five));
    expect(json({ n: 5 }).text).toBe('{"twice":10}');
    expect(shape).toHaveBeenCalledTimes(2);
  });

  it('makes each variant once, in any order', () => {
    const shape = jest.fn(({ n }: { n: number }, unit: { name: string }) => [n, unit.name]);
    const json = cachedJson(shape);
    const texts = ['km', 'mi', 'km', 'mi'].map((name) => json(five, { name }).text);
    expect(texts).toEqual(['[5,"km"]', '[5,"mi"]', '[5,"km"]', '[5,"mi"]']);
    expect(json({ n: 6 }, { name: 'km' }).text).toBe('[6,"km"]');
    expect(shape).toHaveBeenCalledTimes(3);
  });

  it('distinguishes variants by their values, also if these contain commas', () => {
    const json = cachedJson((_row: object, variant: { a: string; b: string }) => ({ ...variant }));
    json(five, { a: 'x,y', b: 'z' });
    expect(json(five, { a: 'x', b: 'y,z' }).text).toBe('{"a":"x","b":"y,z"}');
  });

  it('keeps at most 16 variants of a row, and stays correct with more', () => {
    const shape = jest.fn(({ n }: { n: number }, unit: number) => [n, unit]);
    const json = cachedJson(shape);
    for (let unit = 0; unit <= 16; unit += 1) json(five, unit);
    shape.mockClear();
    expect([16, 0].map((unit) => json(five, unit).text)).toEqual(['[5,16]', '[5,0]']);
    expect(shape.mock.calls).toEqual([[five, 0]]);
  });
});
