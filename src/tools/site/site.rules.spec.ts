import { apiOfSite, canonicalRedirect, fileOf, siteName, sitePolicy } from './site.rules';

describe('the file of a URL', () => {
  it.each([
    ['/', '/index.html'],
    ['/?from=mail', '/index.html'],
    ['/app.js', '/app.js'],
    ['/pages/not-found.js?v=2', '/pages/not-found.js'],
    ['/art/comet.svg', '/art/comet.svg'],
  ])('%s is %s', (url, file) => expect(fileOf(url)).toBe(file));

  it.each([
    '/../settings.js',
    '/pages/../../../package.json',
    '/%2e%2e/settings.js',
    '/..%2f..%2f.env.js',
    '/pages\\..\\app.js',
    '//etc/passwd.js',
    '/.env',
    '/README.md',
    '/pages/',
    '/pages',
    '/app.js/',
    '/app.js%00.svg',
    '/index',
    'http://localhost/app.js',
    '',
  ])('%j is none', (url) => expect(fileOf(url)).toBeNull());
});

it('the policy allows calls to the API only, and nothing of other hosts', () => {
  expect(sitePolicy('http://localhost:3000/club')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src http://localhost:3000; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  );
});

describe('a request under another name', () => {
  const own = 'http://localhost:3001';
  it.each([
    ['127.0.0.1:3001', '/a?b', own, `${own}/a?b`],
    ['[::1]:3001', '/', own, `${own}/`],
    ['localhost:3001', '/', own, null],
    ['evil.example:3001', '/', own, null],
    [undefined, '/', own, null],
    ['127.0.0.1:3001', '//evil.example', own, `${own}//evil.example`],
    ['127.0.0.1:3001', 'http://evil.example/', own, null],
    ['192.168.1.5:3001', '/', 'http://fans.example:3001', null],
  ])('%s%s of %s is redirected to %s', (host, url, origin, target) => {
    expect(canonicalRedirect(host, url, origin)).toBe(target);
  });
});

describe('the addresses of the site and of its API', () => {
  const listening = 'http://127.0.0.1:4000';
  it.each([
    ['127.0.0.1', 3000, 'http://localhost:3000', false, 'localhost', 'http://localhost:3000'],
    ['127.0.0.1', 0, 'http://localhost:0', false, 'localhost', 'http://localhost:4000'],
    ['127.0.0.1', 3000, 'http://localhost:8080/club', true, 'localhost', 'http://localhost:8080/club'],
    ['127.0.0.1', 3000, 'https://api.example', true, '127.0.0.1', 'http://127.0.0.1:4000'],
    ['::1', 3000, 'https://api.example', true, '[::1]', 'http://[::1]:4000'],
    ['0.0.0.0', 3000, 'http://192.168.1.5:3000', true, '192.168.1.5', 'http://192.168.1.5:3000'],
  ])('with HOST=%s, PORT=%i and %s', (host, port, publicUrl, publicUrlGiven, name, api) => {
    const config = { host, port, publicUrl, publicUrlGiven };
    expect([siteName(config), apiOfSite(config, listening)]).toEqual([name, api]);
  });
});
