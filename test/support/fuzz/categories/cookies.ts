import fc from 'fast-check';
import type { Category, MakeProbe } from '../category';
import { probe } from '../probe';
import { CLOSED, ROUTES } from '../targets';
import type { World } from '../world';

const HEX = '0123456789abcdefABCDEF;=, "\\%+/';

function forgeries(world: World): string[] {
  const good = world.cookieOf('customer', 0);
  const [name, value] = split(good);
  const [, foreignValue] = split(world.foreign.cookie);
  const sealed = decodeURIComponent(value);
  return [
    ...[...value].flatMap((_, at) => tampered(name, value, at, HEX[at % HEX.length]) ?? []),
    ...[...value].flatMap((_, at) => tampered(name, value, at, '') ?? []),
    `${name}=${foreignValue}`,
    `${name}=`,
    `${name}`,
    `=${value}`,
    `${name}x=${value}`,
    `${name}=${value}${value}`,
    `${name}=${'x'.repeat(8_000)}`,
    `${name}="${value}"x`,
    `${name}=%zz`,
    `${name}=%`,
    `${name}=null`,
    `${name}=;`,
    `${name}=${encodeURIComponent(sealed.split(';')[0])}`,
    `${name}=${encodeURIComponent(sealed.split(';').reverse().join(';'))}`,
    `${name}=${encodeURIComponent(Buffer.from('{"token":"x"}').toString('base64'))}`,
    Array.from({ length: 100 }, (_, n) => `fanclub_session_${n + 10}=${value}`).join('; '),
    Array.from({ length: 50 }, (_, n) => `fanclub_session_${n + 10}=${value}`).join('; '),
    Array.from({ length: 100 }, (_, n) => `fanclub_session_${n + 10}=${n}`).join('; '),
    `__proto__=${value}; constructor=${value}`,
    '; ; ;=;==;',
    world.foreign.cookie,
  ];
}

function split(cookie: string): [name: string, value: string] {
  const at = cookie.indexOf('=');
  return [cookie.slice(0, at), cookie.slice(at + 1)];
}

/** The cookie with one other character; null if its value stays the same. */
function tampered(name: string, value: string, at: number, other: string): string | null {
  const changed = value.slice(0, at) + other + value.slice(at + 1);
  return decoded(changed) === decoded(value) ? null : `${name}=${changed}`;
}

/** Reads a cookie up to the semicolon, without surrounding spaces and quotes. */
function decoded(value: string): string {
  const read = value
    .split(';')[0]
    .trim()
    .replace(/^"(.*)"$/, '$1');
  try {
    return decodeURIComponent(read);
  } catch {
    return read;
  }
}

function presented(world: World, route: string, cookie: string): MakeProbe {
  return (n) => probe(world, route, n, { headers: { cookie }, mustFail: CLOSED.includes(route) });
}

/** Session cookies that the service did not issue. */
export const cookies: Category = {
  name: 'cookies',
  sizes: { quick: 300, full: 3_000 },
  cases: (world) => {
    const forged = forgeries(world);
    const [first] = forged;
    return [
      ...forged.flatMap((cookie) => CLOSED.map((route) => presented(world, route, cookie))),
      ...ROUTES.map((route) => presented(world, route, first)),
      // If a name occurs twice, either value may count.
      ...ROUTES.map((route): MakeProbe => (n) => {
        const good = world.cookieOf('customer', n);
        const twice = n % 2 === 0 ? `${first}; ${good}` : `${good}; ${first}`;
        return probe(world, route, n, { headers: { cookie: twice } });
      }),
    ];
  },
  more: (world) => {
    const [name, value] = split(world.cookieOf('customer', 0));
    return fc
      .tuple(fc.constantFrom(...CLOSED), fc.nat(), fc.constantFrom(...HEX))
      .map(([route, at, other]) =>
        presented(world, route, tampered(name, value, at % value.length, other) ?? `${name}=${value}x`),
      );
  },
};
