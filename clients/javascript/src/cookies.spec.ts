import { CookieJar } from './cookies.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const SECOND = 1000;

const jarOf = (...headers: string[]) => {
  const jar = new CookieJar();
  jar.store(headers, NOW);
  return jar;
};

describe('a jar of cookies', () => {
  it('returns them by name, without their attributes', () => {
    const jar = jarOf('a=1; Path=/; HttpOnly', 'b = x=y ; Secure', 'a=2');
    expect(jar.header(NOW)).toBe('a=2; b=x=y');
  });

  it('is empty at first', () => expect(jarOf().header(NOW)).toBeNull());

  it.each([
    'a=; Max-Age=0',
    'a=1; max-age=-1',
    'a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'a=1; Max-Age=0; Expires=Thu, 01 Jan 2099 00:00:00 GMT',
  ])('drops a cookie by %s', (header) => {
    const jar = jarOf('a=1', 'b=2');
    jar.store([header], NOW);
    expect(jar.header(NOW)).toBe('b=2');
  });

  it.each([
    ['a=1; Max-Age=60', 60],
    ['a=1; Expires=Mon, 15 Jun 2026 12:01:00 GMT', 60],
    ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 60],
  ])('keeps %s for its time', (header, seconds) => {
    const jar = jarOf(header);
    expect(jar.header(NOW + (seconds - 1) * SECOND)).toBe('a=1');
    expect(jar.header(NOW + seconds * SECOND)).toBeNull();
  });
});
