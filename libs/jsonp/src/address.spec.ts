import fc from 'fast-check';
import { readAddress } from './address';

const read = (url: string, method = 'GET') => readAddress(method, url, '/api/v1');

describe('a path', () => {
  it.each([
    ['/api/v1/account.json', '/api/v1/account'],
    ['/api/v1/account.json/', '/api/v1/account'],
    ['/api/v1/events/12.json?key=a.json', '/api/v1/events/12?key=a.json'],
    ['/api/v1/events/12.json.json', '/api/v1/events/12.json'],
    ['/api/v1/account/connect/deauthorize_social.json', '/api/v1/account/connect/deauthorize_social'],
  ])('%s becomes %s', (url, path) => {
    for (const method of ['GET', 'POST', 'HEAD']) expect(read(url, method).url).toBe(path);
  });

  it.each([
    '/api/v1/account',
    '/api/v1/account/',
    '/api/v1/account.xml',
    '/api/v1/account.JSON',
    '/api/v1/accountjson',
    '/api/v1/.json',
    '/api/v1/events/.json',
    '/api/v1/account.json//',
    '/api/v1/account.json/x',
    '/api/v1.json',
    '/api/v1x/account.json',
    '/fanclubs/1/login.json',
    '/healthz.json',
    'http://elsewhere/api/v1/account.json',
    '*',
    '',
  ])('%s stays unchanged', (url) => expect(read(url).url).toBe(url));
});

describe('JSONP', () => {
  it.each([
    ['callback=cb', { callback: 'cb', isWrite: false }],
    ['key=k&callback=a.b&_=1', { callback: 'a.b', isWrite: false }],
    ['callback=a%2Eb', { callback: 'a.b', isWrite: false }],
    ['c%61llback=cb', { callback: 'cb', isWrite: false }],
    ['callback=', { callback: null, isWrite: false }],
    ['callback', { callback: null, isWrite: false }],
    ['callback=a()', { callback: null, isWrite: false }],
    ['callback=a&callback=b', { callback: null, isWrite: false }],
    ['callback=a&callback=a', { callback: null, isWrite: false }],
    ['callback=a%', { callback: null, isWrite: false }],
  ])('is requested by %s', (query, jsonp) => {
    expect(read(`/api/v1/account?${query}`)).toEqual({
      method: 'GET',
      url: `/api/v1/account?${query}`,
      jsonp,
    });
  });

  it.each(['POST', 'post', 'Post'])('stands for a POST with _method=%s', (word) => {
    for (const [name, callback] of [
      ['cb', 'cb'],
      ['', null],
    ]) {
      expect(read(`/api/v1/login.json?_method=${word}&callback=${name}`)).toEqual({
        method: 'POST',
        url: `/api/v1/login?_method=${word}&callback=${name}`,
        jsonp: { callback, isWrite: true },
      });
    }
  });

  it.each(['', 'GET', 'DELETE', 'PUT', 'POSTS', 'POST&_method=POST', 'POST,'])(
    'stands for a GET with _method=%s',
    (word) => {
      const { method, jsonp } = read(`/api/v1/login?callback=cb&_method=${word}`);
      expect([method, jsonp?.isWrite]).toEqual(['GET', false]);
    },
  );

  it.each([
    ['GET', '/api/v1/login?_method=POST'],
    ['GET', '/api/v1/login?Callback=cb&_method=POST'],
    ['GET', '/api/v1/login?callback[]=cb&_method=POST'],
    ['GET', '/api/v1?callback=cb&_method=POST'],
    ['GET', '/fanclubs/1/login?callback=cb&_method=POST'],
    ['GET', '/healthz?callback=cb&_method=POST'],
    ['POST', '/api/v1/login?callback=cb'],
    ['POST', '/api/v1/login?callback=cb&_method=POST'],
    ['HEAD', '/api/v1/login?Callback=cb'],
    ['OPTIONS', '/api/v1/login?callback=cb&_method=POST'],
    ['DELETE', '/api/v1/login?callback=cb&_method=POST'],
  ])('is not requested by %s %s', (method, url) => {
    expect(readAddress(method, url, '/api/v1')).toEqual({ method, url, jsonp: null });
  });

  it('can be requested by HEAD as by GET, but not to write', () => {
    const url = '/api/v1/account?callback=cb&_method=POST';
    const jsonp = { callback: 'cb', isWrite: false };
    expect(readAddress('HEAD', url, '/api/v1')).toEqual({ method: 'HEAD', url, jsonp });
  });
});

describe('any address', () => {
  const piece = fc.constantFrom(
    'callback',
    '_method',
    'POST',
    '=',
    '&',
    '?',
    '/',
    '.json',
    '%',
    '%2e',
    '#',
    'cb',
    ';',
    '\0',
  );
  const url = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => `/api/v1/${pieces.join('')}`),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  );
  const method = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', '');

  it('is read without an error, keeps its query, and becomes a POST only if it is a GET with a callback', () => {
    fc.assert(
      fc.property(method, url, (sent, given) => {
        const address = readAddress(sent, given, '/api/v1');
        const queryOf = (text: string) => text.slice(text.indexOf('?') + 1 || text.length);
        expect(queryOf(address.url)).toBe(queryOf(given));
        if (address.method !== sent) {
          expect([sent, address.method, address.jsonp?.isWrite]).toEqual(['GET', 'POST', true]);
          expect(new URLSearchParams(queryOf(given)).has('callback')).toBe(true);
        }
        if (address.url !== given) expect(given).toMatch(/^\/api\/v1\/.*\.json/s);
      }),
      { numRuns: 1000 },
    );
  });
});
