import { prefersHtml } from './accept.rules';

it.each<[boolean, string, string | undefined]>([
  [true, 'Chromium', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'],
  [true, 'Firefox', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  [true, 'lynx', 'text/html, text/plain, text/sgml, text/css, */*;q=0.01'],
  [true, 'a client that accepts any text', 'text/*'],
  [true, 'upper case', 'TEXT/HTML'],
  [false, 'curl', '*/*'],
  [false, 'no header', undefined],
  [false, 'an empty header', ''],
  [false, 'axios', 'application/json, text/plain, */*'],
  [false, 'a program that also reads pages', 'application/json, text/html;q=0.9'],
  [false, 'equal quality', 'text/html, application/json'],
  [false, 'a client that refuses HTML', 'text/html;q=0, */*;q=0'],
  [false, 'an image', 'image/avif,image/webp,*/*;q=0.8'],
  [false, 'nonsense', 'text/html;q=x, ;;, ,'],
])('whether HTML is preferred is %s for %s', (expected, _, accept) => {
  expect(prefersHtml(accept)).toBe(expected);
});
