import * as fc from 'fast-check';
import { contrast, readableOn, textOn } from './contrast';
import { paletteOf } from './palette';

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
const EXTREMES = ['#000000', '#ffffff', '#777777', '#767676', '#ff0000', '#ffff00', '#0000ff'];

describe('the contrast of a palette', () => {
  it('is 4.5 to 1 or more for every text and colour, in both forms, at rest and under the pointer', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const palette = paletteOf(color);
        const pairs: [string, string][] = [
          [palette.fill, palette.onFill],
          [palette.fillHover, palette.onFill],
        ];
        for (const form of [palette.light, palette.dark]) {
          for (const ground of [form.card, form.page])
            for (const text of [form.ink, form.quiet, form.link, form.linkHover]) pairs.push([text, ground]);
          pairs.push([form.bad, form.card], [form.bad, form.badTint], [form.ink, form.badTint]);
        }
        expect(Math.min(...pairs.map(([one, other]) => ratio(one, other)))).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 1_500, examples: EXTREMES.map((color) => [color]) },
    );
  });

  it('is 3 to 1 or more for the borders of fields and buttons (WCAG 1.4.11)', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { light, dark } = paletteOf(color);
        for (const { control, link, card } of [light, dark])
          for (const border of [control, link]) expect(ratio(border, card)).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 300, examples: EXTREMES.map((color) => [color]) },
    );
  });
});

describe('the rule of contrast', () => {
  it('measures as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    fc.assert(
      fc.property(anyColor, anyColor, (one, other) =>
        expect(contrast(one, other)).toBeCloseTo(ratio(one, other), 9),
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['#ffe600', '#000000'],
    ['#14082b', '#ffffff'],
    ['#7a1f5c', '#ffffff'],
  ])('on %s it picks %s', (color, text) => expect(textOn(color)).toBe(text));

  it('keeps a readable colour as it is', () => {
    expect(paletteOf('#7A1F5C').light.link).toBe('#7a1f5c');
    expect(paletteOf('#ffd400').dark.link).toBe('#ffd400');
  });

  it('changes a colour by no more than needed', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (color, ground) => {
        const end = textOn(ground);
        const text = readableOn([ground], color, end);
        expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
        if (ratio(color, ground) >= 4.5) expect(text).toBe(color);
        // A step of one percent of lightness is the smallest change that the rule makes.
        else expect(ratio(text, ground)).toBeLessThan(5.4);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the hue', () => {
    const { light, dark } = paletteOf('#14082b');
    expect([light.link, dark.link]).toEqual(['#14082b', expect.stringMatching(/^#[89a].[67].[cde].$/)]);
    expect(paletteOf('#ffe600').light.link).toMatch(/^#[78].[67].00$/);
  });

  it('leaves buttons in every colour, with black or white text', () => {
    expect(paletteOf('#FFD400')).toMatchObject({ fill: '#ffd400', onFill: '#000000' });
    expect(paletteOf('#7a1f5c')).toMatchObject({ fill: '#7a1f5c', onFill: '#ffffff' });
  });
});
