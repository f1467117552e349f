import fc from 'fast-check';
import type { Category, MakeProbe } from '../category';
import { type Probe, probe } from '../probe';
import { ROUTES } from '../targets';
import type { World } from '../world';

const METHODS = [
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'QUERY',
  'SEARCH',
];
const POSTS = ROUTES.filter((route) => route.startsWith('POST '));
const GETS = ROUTES.filter((route) => route.startsWith('GET '));

const TYPES: readonly string[] = [
  '',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'application/jsonp',
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
  'application/json;charset="utf-8"',
  'application/json, text/plain',
  'APPLICATION/JSON',
  'application/json;',
  'application/json; boundary=x',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=koi8-r',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'image/png',
  '*/*',
  'garbage',
  '/',
  `application/json; x=${'y'.repeat(4_000)}`,
];

/** Form bodies that are hard to read as fields with brackets. */
const FORMS: readonly string[] = [
  'contact[email]=a%40x.example&contact=x',
  'contact=x&contact[email]=a%40x.example',
  'contact[][email]=a&contact[0]=b',
  'contact[email][]=a&contact[email][x]=b',
  'contact[__proto__][admin]=1',
  '__proto__[admin]=1&constructor[prototype][admin]=1',
  'contact[=1&contact]=2&contact[[email]]=3&[email]=4&[]=5',
  `contact${'[a]'.repeat(5_000)}=1`,
  'a=1&'.repeat(15_000),
  `${'a[]=1&'.repeat(10_000)}`,
  'email=%zz&password=%',
  'email=%ff%fe&password=%c0%af',
  'email=%00&password=%0d%0a',
  '=&=&==&&&',
  'customer[email]=a&customer[email]=b',
  'password_attributes[password]=1&password_attributes[password][x]=2',
  '{"email":"a"}',
  '\xff\xfe',
];

/** Other spellings of paths, from the root of the service. */
const PATHS: readonly string[] = [
  '/api/v1/%2e%2e/v1/account',
  '/api/v1/../v1/account',
  '/api/v1/./account',
  '/api/v1//account',
  '//api/v1/account',
  '/API/V1/ACCOUNT',
  '/api/v1/account%2fbenefits',
  '/api/v1/account%5cbenefits',
  '/api/v1/account%00',
  '/api/v1/account%20',
  '/api/v1/account;x=y',
  '/api/v1/account.json.json',
  '/api/v1/account.xml',
  '/api/v1/.json',
  '/api/v1/%c0%afaccount',
  '/api/v1/%e0%80%af',
  '/api/v1/%ff',
  '/api/v1/%zz',
  '/api/v1/%',
  '/api/v1/%u0041',
  '/api/v1/events/%31',
  '/api/v1/events/1%2f2',
  '/api/v1/events/..%2f..%2faccount',
  '/api/v1/events/%25%33%31',
  `/api/v1/events/${'9'.repeat(5_000)}`,
  `/api/v1${'/a'.repeat(2_000)}`,
  '/api/v1/__proto__',
  '/api/v1/constructor',
  '/api/v1/*',
  '/api/v1/:id',
  '/api/v2/account',
  '/api/v1',
  '/api/v1/',
  'http://evil.example/api/v1/account',
];

/** Queries that are not a list of names and values. */
const QUERIES: readonly string[] = [
  '?key',
  '?key=&key=',
  '?key[]=x',
  '?key[a]=x',
  '?__proto__[key]=x',
  '?__proto__=x&constructor=y',
  '?%',
  '?key=%zz',
  '?key=%ff',
  '?key=%00',
  '?&&&===&',
  '??key=?',
  '?key=x;key=y',
  '?limit=1&limit=2',
  '?limit[]=1',
  `?${'a=1&'.repeat(60)}`,
  `?a=${'x'.repeat(5_000)}`,
];

/** Requests that an HTTP client would not send. The service closes the connection after them. */
const RAW: readonly string[] = [
  'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /logout HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n',
  'POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}',
  'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}',
  'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n{}',
  'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n{}',
  'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length : 2\r\n\r\n{}',
  'GET /account HTTP/1.1\r\nConnection: close\r\n\r\n',
  'GET /account HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
  'GET /account HTTP/1.1\nHost: x\nConnection: close\n\n',
  'GET /account HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /account HTTP/0.9\r\n\r\n',
  'GET /account\r\n\r\n',
  'get /account HTTP/1.1\r\nHost: x\r\n\r\n',
  'GARBAGE /account HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /account  HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET\t/account HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /\u00ffccount HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /acc\0unt HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n folded: y\r\n\r\n',
  'GET /account HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n',
  'GET /account HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n',
  'GET /account HTTP/1.1\r\nHost: x\r\nX\0: y\r\n\r\n',
  'GET /account HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n',
  `GET /account HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  `GET /account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'X: y\r\n'.repeat(2_000)}\r\n`,
  `GET /account?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET /account HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n',
  'GET /account HTTP/1.1\r\nHost: x\r\nConnection: close, upgrade\r\nUpgrade: h2c\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\nGARBAGE\r\n\r\n',
];

function rawProbe(text: string): MakeProbe {
  const raw = text.replace(
    /^(GET|POST|get|GARBAGE)(\s+)\//,
    (_, method, space) => `${method}${space}/api/v1/`,
  );
  const made: Probe = {
    route: 'no request',
    method: 'GET',
    path: '/api/v1/',
    headers: {},
    raw,
    mustFail: true,
  };
  return () => made;
}

function spelled(world: World, route: string, path: string): MakeProbe {
  return (n) => ({ ...probe(world, route, n), path: path.includes('?') ? path : `${path}?key=${world.key}` });
}

function typed(world: World, route: string, type: string, body?: string): MakeProbe {
  return (n) =>
    probe(world, route, n, { headers: { 'content-type': type }, ...(body !== undefined && { body }) });
}

/** Input for the HTTP server, the router and the body parsers. */
export const httpLevel: Category = {
  name: 'HTTP level',
  sizes: { quick: 260, full: 7_500 },
  cases: (world) => [
    ...ROUTES.flatMap((route) =>
      METHODS.map((method): MakeProbe => (n) => ({ ...probe(world, route, n), method })),
    ),
    ...POSTS.flatMap((route) => TYPES.map((type) => typed(world, route, type))),
    ...POSTS.flatMap((route) =>
      FORMS.map((form) => typed(world, route, 'application/x-www-form-urlencoded', form)),
    ),
    ...PATHS.flatMap((path) => ['GET /account', 'POST /login'].map((route) => spelled(world, route, path))),
    ...GETS.flatMap((route) =>
      QUERIES.map((query): MakeProbe => (n) => {
        const good = probe(world, route, n);
        return { ...good, path: good.path.replace(/\?.*/, query) };
      }),
    ),
    ...RAW.map(rawProbe),
  ],
  more: (world) => {
    const pieces = [
      ...'/.%;:@?&=+~*!',
      '%2f',
      '%2e',
      '%00',
      '%zz',
      '..',
      'account',
      'events',
      '1',
      '.json',
      'é',
    ];
    const path = fc
      .array(fc.constantFrom(...pieces), { maxLength: 8 })
      .map((parts) => `/api/v1/${parts.join('').replaceAll('é', '%c3%a9')}`);
    const form = fc
      .array(fc.constantFrom('contact', 'email', '[', ']', '[]', '=', '&', '%', '%00', 'a', '1', '__proto__'))
      .map((parts) => parts.join(''));
    return fc.oneof(
      fc.tuple(fc.constantFrom(...ROUTES), path).map(([route, text]) => spelled(world, route, text)),
      fc
        .tuple(fc.constantFrom(...POSTS), form)
        .map(([route, text]) => typed(world, route, 'application/x-www-form-urlencoded', text)),
    );
  },
};
