import fc from 'fast-check';
import { parsedUrl } from '#libs/validation';
import type { Category, MakeProbe } from '../category';
import { probe } from '../probe';
import { CLOSED, ROUTES } from '../targets';
import { TRUSTED_SITE, type World } from '../world';

const { host, port, origin: SITE } = new URL(TRUSTED_SITE);
const bare = host.replace(`:${port}`, '');

/** Origins that resemble the trusted website. */
const ORIGINS: readonly string[] = [
  'null',
  '',
  'https://evil.example',
  `http://${host}`,
  `https://${bare}`,
  `https://${bare}:443`,
  `https://${bare}:80`,
  `https://${host}0`,
  `https://${host.slice(0, -1)}`,
  `https://www.${host}`,
  `https://${host}.evil.example`,
  `https://evil-${host}`,
  `https://evil${host}`,
  `https://${bare}.:${port}`,
  `https://${bare}.evil.example:${port}`,
  `https://${host}@evil.example`,
  `https://evil.example@${host}`,
  `https://user:password@${host}`,
  `https://${host}\\@evil.example`,
  `https://${host}%00.evil.example`,
  `https://${host}%2f`,
  `https://evil.example#${host}`,
  `https://evil.example?${host}`,
  `https:${host}`,
  `https:/${host}`,
  `https:///${host}`,
  `//${host}`,
  host,
  `ftp://${host}`,
  `ws://${host}`,
  `file://${host}`,
  `chrome-extension://${bare}`,
  'https://',
  'https://*',
  '*',
  'https://[::1]',
  'https://[',
  `https://${bare}:0`,
  `https://${bare}:99999`,
  `https://${bare}:${port}x`,
  `https://${host} https://evil.example`,
  `${SITE}, https://evil.example`,
  `${SITE},${SITE}`,
  `https://${bare.replace('l', '1')}:${port}`,
  `https://xn--${bare}:${port}`,
  `https://${bare.replace('c', 'ç')}:${port}`,
  `https://${'x'.repeat(63)}.example`,
  `https://${'x'.repeat(8_000)}.example`,
  `${SITE}${'/'.repeat(8_000)}`,
  'data:text/html,x',
  'javascript:alert(1)',
  'about:blank',
  'undefined',
  '[object Object]',
  "' OR 1=1 --",
  '__proto__',
];

/** Also invalid as a Referer, of which only the origin counts. */
const REFERERS: readonly string[] = [
  ...ORIGINS.filter((text) => !text.startsWith(`${SITE}/`)),
  `https://evil.example/${SITE}`,
  `https://evil.example/?from=${SITE}/`,
  `https://evil.example/#${SITE}/`,
  `https://${host}@evil.example/`,
  `https://${host}.evil.example/`,
  `http://${host}/`,
  '/account',
  '?',
];

function asked(world: World, route: string, headers: Readonly<Record<string, string>>): MakeProbe {
  return (n) => probe(world, route, n, { headers, foreign: true, mustFail: CLOSED.includes(route) });
}

/** Pages of websites that the fan club does not trust, with a visitor's cookie. */
export const origins: Category = {
  name: 'origins and referrers',
  sizes: { quick: 300, full: 2_500 },
  cases: (world) =>
    ROUTES.flatMap((route) => [
      ...ORIGINS.map((origin) => asked(world, route, { origin })),
      ...REFERERS.map((referer) => asked(world, route, { referer })),
      ...['cross-site', 'same-site'].map((site) => asked(world, route, { 'sec-fetch-site': site })),
      asked(world, route, {
        origin: 'https://evil.example',
        referer: `${SITE}/`,
        'sec-fetch-site': 'same-origin',
      }),
    ]),
  more: (world) =>
    fc
      .tuple(
        fc.constantFrom(...ROUTES),
        fc.constantFrom('origin', 'referer'),
        fc.nat(SITE.length - 1),
        fc.nat(2),
        fc.constantFrom(...'abxé.:@/\\?#-_0%'),
      )
      .filter(([, , at, dropped, added]) => isOther(at, dropped, added))
      .map(([route, name, at, dropped, added]) =>
        asked(world, route, { [name]: changed(at, dropped, added) }),
      ),
};

const changed = (at: number, dropped: number, added: string): string =>
  SITE.slice(0, at) + added + SITE.slice(at + dropped);

/** Whether even a lenient URL parser does not read it as the trusted website. */
function isOther(at: number, dropped: number, added: string): boolean {
  const text = changed(at, dropped, added);
  return text !== SITE && parsedUrl(text)?.origin !== SITE;
}
