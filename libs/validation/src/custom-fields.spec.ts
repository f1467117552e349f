import { customFieldsFault, isDeeper } from './custom-fields';

const lists = (levels: number): unknown => (levels === 0 ? 1 : [lists(levels - 1)]);
const objects = (levels: number): unknown => (levels === 0 ? 1 : { a: objects(levels - 1) });
const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));

describe('customFieldsFault', () => {
  it.each([
    {},
    { city: ' Oslo ', shows: 3, vip: false, note: null },
    { sizes: ['S', 'L'], address: { street: 'x', floors: [1, { door: 2 }] } },
    { 'любимая песня': 'x', 歌: 'y', '': 'z', '<b>': 1 },
    JSON.parse('{"constructor":"x","prototype":{"a":1},"toString":[1],"__proto__":"x"}') as object,
  ])('is null for %j', (fields) => expect(customFieldsFault(fields as Record<string, unknown>)).toBeNull());

  it('allows 50 fields', () => {
    expect(customFieldsFault(numbered(50))).toBeNull();
    expect(customFieldsFault(numbered(51))).toBe('are too many (maximum is 50)');
  });

  it('allows 16 KiB of JSON together', () => {
    const of = (bytes: number) => ({
      a: 'é'.repeat(100),
      b: 'x'.repeat(bytes - 200 - '{"a":"","b":""}'.length),
    });
    expect(Buffer.byteLength(JSON.stringify(of(16_384)))).toBe(16_384);
    expect(customFieldsFault(of(16_384))).toBeNull();
    expect(customFieldsFault(of(16_385))).toBe('are too large (maximum is 16 KiB together)');
  });

  it.each([lists, objects])('allows 5 levels', (nested) => {
    expect(customFieldsFault({ a: nested(5) })).toBeNull();
    expect(customFieldsFault({ a: nested(6) })).toBe('are nested too deeply (maximum is 5 levels)');
  });

  it.each([{ a: 'x\0' }, { a: ['\ud800'] }, { a: { 'x\0': 1 } }, { '\udfff': 1 }, { a: [Infinity] }])(
    'refuses values that cannot be stored: %j',
    (fields) => expect(customFieldsFault(fields as Record<string, unknown>)).toBe('are invalid'),
  );
});

describe('isDeeper', () => {
  it('counts any number of levels', () => {
    expect(isDeeper(1, 0)).toBe(false);
    expect([isDeeper(lists(3), 3), isDeeper(lists(4), 3)]).toEqual([false, true]);
  });
});
