import { FONT_NAMES, FONTS, escapedHtml } from './fonts';

it.each(FONT_NAMES)(
  'the font %s loads nothing, ends with a generic family, and fits into an attribute',
  (name) => {
    expect(FONTS[name]).toMatch(/^[\w ,'-]+,(sans-serif|serif|monospace)$/);
  },
);

it('a text is escaped for HTML', () => {
  expect(escapedHtml(`<a href="x">'&`)).toBe('&#60;a href=&#34;x&#34;&#62;&#39;&#38;');
});
