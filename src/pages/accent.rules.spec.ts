import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accentOf, accentStyle, BACKGROUNDS } from './accent.rules';

/** WCAG 2.2, "contrast ratio" and "relative luminance", written down from there and apart from the code under test. */
function ratio(one: string, other: string): number {
  const luminance = (color: string): number =>
    [0.2126, 0.7152, 0.0722]
      .map((weight, at) => {
        const part = parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16) / 255;
        return weight * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
      })
      .reduce((sum, part) => sum + part);
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the contrast of an accent', () => {
  it('is 4.5 to 1 or more for every colour, in both schemes, at rest and under the pointer', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const accent = accentOf(color);
        const pairs: [string, string][] = [
          [accent.fill, accent.onFill],
          [accent.fillHover, accent.onFill],
        ];
        for (const scheme of ['light', 'dark'] as const) {
          for (const ground of BACKGROUNDS[scheme]) {
            pairs.push([accent[scheme].link, ground], [accent[scheme].linkHover, ground]);
          }
        }
        expect(Math.min(...pairs.map(([one, other]) => ratio(one, other)))).toBeGreaterThanOrEqual(4.5);
      }),
      {
        numRuns: 3_000,
        examples: ['#000000', '#ffffff', '#777777', '#767676', '#ff0000', '#ffff00'].map((c) => [c]),
      },
    );
  });

  it('is measured against the backgrounds of the style sheet', () => {
    const css = readFileSync(join(__dirname, 'views/style.css'), 'utf8');
    const colors = (name: string) =>
      [...css.matchAll(new RegExp(`--${name}: (#\\w+);`, 'g'))].map(([, color]) => color);
    expect([colors('card')[0], colors('page')[0]]).toEqual(BACKGROUNDS.light);
    expect([colors('card')[1], colors('page')[1]]).toEqual(BACKGROUNDS.dark);
  });
});

it('a readable colour stays unchanged', () => {
  expect(accentOf('#7A1F5C').light.link).toBe('#7a1f5c');
  expect(accentOf('#ffd400').dark.link).toBe('#ffd400');
});

it('buttons keep every colour, with black or white text', () => {
  expect(accentOf('#ffd400')).toMatchObject({ fill: '#ffd400', onFill: '#000000' });
  expect(accentOf('#7a1f5c')).toMatchObject({ fill: '#7a1f5c', onFill: '#ffffff' });
});

it('the style sheet contains only colours', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      expect(accentStyle(color).replace(/#[0-9a-f]{6}/g, '#')).toBe(
        ':root{--fill:#;--fill-strong:#;--on-fill:#;--accent:#;--accent-strong:#}' +
          '@media (prefers-color-scheme:dark){:root{--accent:#;--accent-strong:#}}',
      );
    }),
    { numRuns: 200 },
  );
});
