import { CookieJar } from './cookie-jar';

describe('CookieJar', () => {
  it('sends the stored cookies, with the newest value for each name', () => {
    const jar = new CookieJar();
    expect(jar.header()).toBeNull();
    jar.store(['a=1; Path=/; HttpOnly', 'b=x=y; Secure']);
    jar.store(['a=2']);
    expect(jar.header()).toBe('a=2; b=x=y');
    expect(jar.get('b')).toBe('x=y');
  });

  it.each([
    ['Max-Age=0', false],
    ['Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', true],
    ['Expires=Thu, 01 Jan 1970 00:00:00 GMT', false],
    ['Expires=Fri, 01 Jan 2999 00:00:00 GMT', true],
    ['SameSite=Lax', true],
  ])('with %s keeps the cookie: %s', (attributes, lives) => {
    const jar = new CookieJar();
    jar.set('a', 'before');
    jar.store([`a=1; ${attributes}`]);
    expect(jar.names).toEqual(lives ? ['a'] : []);
  });
});
