import { cleaned, cleanHtml } from './clean-html';

it.each([
  ['<p>Doors <b>19:00</b></p>', '<p>Doors <b>19:00</b></p>'],
  ['<script>alert(1)</script>Hi', 'Hi'],
  ['<img src="x" onerror="alert(1)">', '<img src="x" />'],
  ['<img src="http://tracker.example/x.gif">', '<img />'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<form action="/x"><input name="password"></form>', ''],
  ['<svg><a xlink:href="javascript:alert(1)">x</a></svg>', '<a>x</a>'],
  ['<style>p{}</style><p style="position:fixed">x</p>', '<p>x</p>'],
  ['Rock & Roll', 'Rock & Roll'],
  ['&lt;b&gt; &amp; Co.', '&lt;b&gt; &amp; Co.'],
  ['5 < 6 & 7', '5 &lt; 6 &amp; 7'],
])('cleans %s', (html, clean) => expect(cleaned(html)).toBe(clean));

it('cleans only the named fields, also in lists', () => {
  const item = {
    title: '<b>A</b>',
    text: '<script></script>',
    links: [{ note: '<i onclick="x">n</i>' }, { note: null }],
  };
  expect(cleanHtml(item, ['text', 'links.note', 'missing.field'])).toEqual({
    title: '<b>A</b>',
    text: '',
    links: [{ note: '<i>n</i>' }, { note: null }],
  });
});

it('adds no field that is not given', () => {
  expect(Object.keys(cleanHtml({ title: 'Oslo' }, ['description', 'links.code_instructions']))).toEqual([
    'title',
  ]);
});
