import fc from 'fast-check';
import type { Category, MakeProbe } from '../category';
import { probe } from '../probe';
import { ROUTES } from '../targets';
import type { World } from '../world';

/** Invalid function names (contract 1.5). */
const NO_NAMES: readonly string[] = [
  '',
  ' ',
  'alert(1)',
  'alert(1);//',
  'alert`1`',
  'a;alert(1)',
  'a,alert(1)',
  'a\nalert(1)',
  'a\u2028alert(1)',
  'a/**/',
  '/**/a',
  '//',
  '<script>alert(1)</script>',
  '</script><script>',
  '<!--',
  '-->',
  '<svg/onload=alert(1)>',
  'CWS\x07\x0e000',
  'CWSMIKI0hCD0Up0IZUnnnnnnnnnnnnnnnnnnnUU5nnnnnn3Snn7iiudIbEAt333swW0ssG03sDDtDDDt0333333Gt333swwv3wwwFPOHtoHHvwHHFhH3D0Up0IZUnnnn'.repeat(
    2,
  ),
  'FWS\x01',
  '%PDF-1.4',
  '\ufeffa',
  '\0a',
  'a\0',
  ' a',
  'a ',
  '1a',
  'a-b',
  'a b',
  '.a',
  'a.',
  'a..b',
  'a.1',
  'a.b.c.d.e.f',
  'a[0]',
  "a['b']",
  'a["b"]',
  'a[b](c)[d]',
  'a()',
  '(a)',
  '{}',
  '[]',
  'a=b',
  'a=>b',
  '!a',
  '-a',
  'a+b',
  'a?b:c',
  'a\\u0062',
  '\\u0061',
  '`a`',
  "'a'",
  '"a"',
  'ä',
  'аlert',
  'ａ',
  'a\u200d',
  'a\u0301',
  '𝒜',
  '\ud835',
  'a#b',
  'a@b',
  'a%0a',
  'a&b=c;',
  '&callback=b',
  'x'.repeat(129),
  `${'a.'.repeat(2_000)}a`,
  `${'x'.repeat(3_000)}(`,
  "');alert(1);//",
  '{{constructor}}',
  '${alert(1)}',
];

/** Unusual but valid function names. */
const NAMES: readonly string[] = [
  'a',
  '_',
  '$',
  'jQuery32108934829042_1617181920212',
  'window.opener.location.replace',
  'a.b.c.d.e',
  '__proto__',
  'constructor.constructor',
  'null',
  'function',
  'alert',
  'x'.repeat(128),
];

/** Routes without JSONP: a callback is an unknown parameter there. */
const WITHOUT = ['/search', '/account/search', '/account/connect/deauthorize_:provider'];
const hasJsonp = (route: string) => !WITHOUT.includes(route.split(' ')[1]);
const READS = ROUTES.filter((route) => route.startsWith('GET ') && hasJsonp(route));
const WRITES = ROUTES.filter((route) => route.startsWith('POST ') && hasJsonp(route));

/** Headers that do not prove a request of a trusted page. */
const PROOFLESS: readonly Readonly<Record<string, string>>[] = [
  { 'user-agent': 'Mozilla/5.0' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { referer: 'https://evil.example/' },
  { origin: 'https://evil.example' },
  { origin: 'null', 'user-agent': 'Mozilla/5.0' },
];

/** Texts that are too common to search for them in the answer. */
const unseen = (callback: string) => (callback.length > 3 ? { unseen: callback } : {});

function read(world: World, route: string, callback: string): MakeProbe {
  return (n) => probe(world, route, n, { query: { callback }, mustFail: true, ...unseen(callback) });
}

/** A write by script, with the route's good body as the query. */
function write(
  world: World,
  route: string,
  callback: string,
  { headers, mustFail }: { headers?: Readonly<Record<string, string>>; mustFail?: boolean },
): MakeProbe {
  return (n) => {
    const good = probe(world, route, n);
    const fields = Object.entries(JSON.parse(String(good.body ?? '{}')) as object).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const query = Object.fromEntries([
      ...fields,
      ['callback', callback],
      ['_method', n % 2 ? 'POST' : 'post'],
    ]);
    return probe(world, route, n, { method: 'GET', query, headers, mustFail });
  };
}

/** Invalid names of callbacks, and writes by script from untrusted pages. */
export const callbacks: Category = {
  name: 'JSONP callbacks',
  sizes: { quick: 300, full: 3_000 },
  cases: (world) => [
    ...READS.flatMap((route) => NO_NAMES.map((name) => read(world, route, name))),
    ...READS.flatMap((route) =>
      NAMES.map(
        (callback): MakeProbe =>
          (n) =>
            probe(world, route, n, { query: { callback } }),
      ),
    ),
    ...WRITES.flatMap((route) => [
      ...NO_NAMES.map((name) => write(world, route, name, { mustFail: true })),
      ...NAMES.map((name) => write(world, route, name, {})),
      ...PROOFLESS.map((headers) => write(world, route, 'cb', { headers, mustFail: true })),
    ]),
  ],
  more: (world) =>
    fc
      .tuple(
        fc.constantFrom(...READS),
        fc.constantFrom(...NAMES),
        fc.nat(),
        fc.constantFrom(...'()[]{};,\'"`<>/\\ \n\r\t!-+*=?:&|%#@~^', '\u2028', '\0', '..', 'é'),
      )
      .map(([route, name, at, odd]) => {
        const place = at % (name.length + 1);
        return read(world, route, name.slice(0, place) + odd + name.slice(place));
      }),
};
