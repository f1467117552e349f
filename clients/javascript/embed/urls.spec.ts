import { isSafeAttribute, isSafeUrl } from './urls.ts';

describe('an address', () => {
  it.each([
    'https://tickets.example/1?a=b',
    'http://localhost:3000/',
    'mailto:fans@tincomets.example',
    'tel:+15551234',
    '/join',
    '//cdn.example/a',
    '#rules',
    'a:b'.replace('a:', './a:'),
    '',
  ])('%p is safe', (address) => expect(isSafeUrl(address)).toBe(true));

  it.each([
    'javascript:alert(1)',
    ' \u0001JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:a',
    'blob:https://page.example/1',
    'file:///etc/hosts',
    'https://[',
  ])('%p is not safe', (address) => expect(isSafeUrl(address)).toBe(false));
});

it('an attribute is safe if its value is neither code nor an unsafe address', () => {
  expect(isSafeAttribute('title', 'javascript:alert(1)')).toBe(true);
  expect(isSafeAttribute('href', '/join')).toBe(true);
  for (const name of ['href', 'src', 'formaction', 'xlink:href']) {
    expect([name, isSafeAttribute(name, 'javascript:alert(1)')]).toEqual([name, false]);
  }
  for (const name of ['onclick', 'style', 'srcdoc'])
    expect([name, isSafeAttribute(name, 'a')]).toEqual([name, false]);
});
