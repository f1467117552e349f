import * as fc from 'fast-check';
import { textBlocks } from './html-text';

const paragraph = (text: string) => ({ text, items: null });
const list = (...items: string[]) => ({ text: null, items });

describe('the text of HTML', () => {
  it.each<[string | null, object[]]>([
    [null, []],
    ['', []],
    ['plain', [paragraph('plain')]],
    ['<p>One</p>\n<p>Two</p>', [paragraph('One'), paragraph('Two')]],
    [
      '<p>One <b>bold</b> and\n  <a href="https://x.example">linked</a>.</p>',
      [paragraph('One bold and linked.')],
    ],
    ['line<br>line<BR/>line', [paragraph('line'), paragraph('line'), paragraph('line')]],
    ['<ul><li>One</li><li>Two</li></ul>', [list('One', 'Two')]],
    [
      '<p>Get:</p><ol><li><p>One</p></li><li>Two</ol>after',
      [paragraph('Get:'), list('One', 'Two'), paragraph('after')],
    ],
    [
      '<ul><li>Codes</li></ul><p>Only online</p><ul><li>Tapes</li></ul>',
      [list('Codes'), paragraph('Only online'), list('Tapes')],
    ],
    ['<p> &nbsp; </p>', []],
    ['a < b, 3 > 2 & c', [paragraph('a < b, 3 > 2 & c')]],
  ])('of %j', (html, blocks) => {
    expect(textBlocks(html)).toEqual(blocks);
  });

  it.each([
    ['&lt;p&gt; &amp;amp; &quot;&apos;', `<p> &amp; "'`],
    ['Gr&ouml;&szlig;e &ndash; 5&nbsp;&euro;&hellip;', 'Größe – 5 €…'],
    ['&yuml;&yacute;&Agrave;&frac12;&sup2;', 'ÿýÀ½²'],
    ['&#8211; &#x2F; &#X1F600; &#0; &#xD800; &#1114112;', '– / 😀 \ufffd \ufffd \ufffd'],
    ['&unknown; &amp', '&unknown; &amp'],
  ])('reads the entities of %s', (html, text) => {
    expect(textBlocks(html)).toEqual([paragraph(text)]);
  });

  it.each([
    '<script>alert(1)</script>seen',
    'seen<style>p { color: red }</style>',
    '<!-- hidden <p>too</p> -->seen',
    'seen<script>never closed',
    'seen<!-- never closed',
    'seen<img src=x onerror=alert(1)>',
    '<iframe src="https://x.example"></iframe>seen',
  ])('contains no hidden parts: %s', (html) => {
    expect(textBlocks(html)).toEqual([paragraph('seen')]);
  });

  it('is the same text if there is no markup', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !/[<&]/.test(text)),
        (text) => {
          const read = textBlocks(text).map((block) => block.text);
          expect(read.join('')).toBe(text.replace(/\s+/g, ' ').trim());
        },
      ),
    );
  });

  it.each(['<', '<a ', '<a "', '<!--', '<script', '&#', '<li>'])(
    'is read in linear time: %s, 50,000 times',
    (piece) => {
      const start = performance.now();
      textBlocks(piece.repeat(50_000));
      expect(performance.now() - start).toBeLessThan(1_000);
    },
  );
});
