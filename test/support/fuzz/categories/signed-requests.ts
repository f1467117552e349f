import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { signRequest } from '#libs/signed-request';
import type { Category, MakeProbe } from '../category';
import { bodyWith, probe } from '../probe';
import { slotsOf } from '../slots';
import type { World } from '../world';

const FIELDS = slotsOf('signed');
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/ %\0é';

/** Forged or malformed requests, all of which must be refused. */
function forgeries(world: World): string[] {
  const good = world.claimOf(0);
  const [signature, payload] = good.split('.') as [string, string];
  const now = Math.floor(Date.now() / 1_000);
  const text = (content: string) => {
    const encoded = Buffer.from(content).toString('base64url');
    return `${createHmac('sha256', 'app-secret').update(encoded).digest('base64url')}.${encoded}`;
  };
  const replaced = [...good].map((_, at) => {
    const other = ALPHABET[(at * 7) % ALPHABET.length];
    return good.slice(0, at) + (other === good[at] ? '~' : other) + good.slice(at + 1);
  });
  const dropped = [...good].map((_, at) => good.slice(0, at) + good.slice(at + 1));
  return [
    ...replaced,
    ...dropped,
    ...[signature, payload, `.${payload}`, `${signature}.`, '.', '..', `${good}.x`, `.${good}`, `${good}.`],
    ...[`${payload}.${signature}`, `${signature}.${signature}`, good.toUpperCase(), ` ${good}`, `${good}\n`],
    world.claimOf(0, { secret: world.foreign.secret }),
    world.claimOf(0, { secret: world.key }),
    ...['none', 'HMAC-SHA1', 'HMAC-SHA512', 'RS256', '', null, ['HMAC-SHA256']].map((algorithm) =>
      world.claimOf(0, { algorithm }),
    ),
    // Reports may be a day old. Half a minute allows for the clocks of two processes and a busy machine.
    ...[now - 86_430, now - 86_400 * 365, 0, -1, now + 330, now + 3_601, 2 ** 53, 1e300].map((at) =>
      world.claimOf(0, { issued_at: at }),
    ),
    ...[String(now), now + 0.5, null, true, [now], {}].map((at) => world.claimOf(0, { issued_at: at })),
    ...['', ' ', null, true, [], {}, ['uid0'], 1.5, -1, 2 ** 60, 'uid0\0', '\ud800', 'x'.repeat(300)].map(
      (uid) => world.claimOf(0, { user_id: uid }),
    ),
    ...['null', '[]', '7', '"uid0"', '', '{', '{}', '{"__proto__":{"user_id":"uid0"}}', '\ufeff{}'].map(text),
    signRequest({ issued_at: now, user_id: 'uid0', filler: 'x'.repeat(9_000) }, 'app-secret'),
  ];
}

function presented(world: World, { route, name }: (typeof FIELDS)[number], request: string): MakeProbe {
  return (n) => probe(world, route, n, { body: bodyWith(world, route, n, name, request), mustFail: true });
}

/** Signed requests with an invalid signature or content. */
export const signedRequests: Category = {
  name: 'signed requests',
  sizes: { quick: 600, full: 6_000 },
  cases: (world) => {
    const texts = forgeries(world).filter((text) => text.trim() !== '');
    return FIELDS.flatMap((field) => texts.map((text) => presented(world, field, text)));
  },
  more: (world) =>
    fc
      .tuple(fc.constantFrom(...FIELDS), fc.nat(3), fc.nat(), fc.nat(), fc.constantFrom(...ALPHABET))
      .map(([field, uid, at, length, other]) => {
        const good = world.claimOf(uid);
        const place = at % good.length;
        const changed = good.slice(0, place) + other + good.slice(place + 1 + (length % 3));
        return presented(world, field, changed === good ? `${good}~` : changed);
      }),
};
