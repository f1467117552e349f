import fc from 'fast-check';
import { slug } from './text';

describe('slug', () => {
  it.each([
    ['Another Plan', 'another-plan'],
    ['Gold', 'gold'],
    ['VIP Meet & Greet', 'vip-meet-greet'],
    ['  10% Off!! (2026) ', '10-off-2026'],
    ['Café Olé', 'cafe-ole'],
    ['FooBar', 'foobar'],
    ["The Artist's Circle", 'the-artist-s-circle'],
    ['snake_case', 'snake-case'],
    ['', ''],
    ['!!!', ''],
  ])('of %j is %j', (name, expected) => {
    expect(slug(name)).toBe(expected);
  });

  it('of any text is lower-case words joined by single hyphens, and a slug is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(slug(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slug(slug(name))).toBe(slug(name));
      }),
    );
  });
});
