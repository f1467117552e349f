import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FONT_NAMES } from '#libs/look';
import { lookStyle, SERVICE_STYLE } from './look.rules';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the style sheet of a fan club', () => {
  it('contains only colours and a list of fonts', () => {
    const names =
      '--page:#;--card:#;--ink:#;--quiet:#;--edge:#;--control:#;--accent:#;--accent-strong:#;--bad:#;--bad-tint:#';
    fc.assert(
      fc.property(anyColor, fc.constantFrom(...FONT_NAMES), (accentColor, font) => {
        const bare = lookStyle({ accentColor, font })!.replace(/#[0-9a-f]{6}/g, '#');
        expect(bare.replace(/--font:[\w ,'-]+;/, '--font;')).toBe(
          `:root{--font;--fill:#;--fill-strong:#;--on-fill:#;${names}}` +
            `@media (prefers-color-scheme:dark){:root{${names}}}`,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('has the font alone if there is no colour, and is absent without both', () => {
    expect(lookStyle({ accentColor: null, font: 'slab' })).toMatch(/^:root\{--font:Rockwell,[^;#]+serif\}$/);
    expect(lookStyle({ accentColor: null, font: null })).toBeNull();
  });
});

it('the style sheet of all pages has no colours of its own, and uses only variables that exist', () => {
  const css = readFileSync(join(__dirname, 'views/style.css'), 'utf8');
  const own = css.match(/#[0-9a-f]{3,8}\b/g) ?? [];
  // The plate behind a logo, and the text on it.
  expect(new Set(own)).toEqual(new Set(['#ffffff', '#1c1e23']));
  const used = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  const given = new Set([...SERVICE_STYLE.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  expect([...used].filter((name) => !given.has(name))).toEqual([]);
});
