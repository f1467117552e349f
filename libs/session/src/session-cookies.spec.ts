import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { newToken } from '#libs/token';
import { registerSessions, SessionCookies, sessionCookieName, type SessionCookiesOptions } from './index';

const old = randomBytes(32);
const young = randomBytes(32);
const opened: FastifyInstance[] = [];

interface Seen {
  token: string | null;
  present: boolean;
}

/** A server whose /set sets cookies of tenants 1 and 2, and whose /read returns what it reads from the request's cookies. */
async function serve(
  keys: Buffer[],
  options: SessionCookiesOptions = { prefix: 'club', mode: 'lax' },
  lifetime = 3600,
): Promise<FastifyInstance> {
  const server = fastify();
  opened.push(server);
  await registerSessions(server, { keys, lifetime });
  const cookies = new SessionCookies(options);
  server.get<{ Querystring: { token: string } }>('/set', async (request, reply) => {
    reply.header('set-cookie', 'theirs=1');
    cookies.set(reply, 1, request.query.token, 60);
    cookies.set(reply, 2, request.query.token, 60);
    return {};
  });
  server.get('/clear', async (_request, reply) => {
    cookies.clear(reply, 1);
    return {};
  });
  server.get('/renew', async (request, reply) => {
    cookies.renew(request, reply, 1, lifetime);
    return {};
  });
  server.get('/read', async (request): Promise<Seen> => ({
    token: cookies.read(request, 1),
    present: cookies.hasCookie(request, 1),
  }));
  return server;
}

async function setCookies(server: FastifyInstance, token: string): Promise<string[]> {
  const answer = await server.inject({ url: '/set', query: { token } });
  return answer.headers['set-cookie'] as string[];
}

/** The sealed value, without the percent-encoding of the header. */
async function seal(server: FastifyInstance, token: string): Promise<string> {
  const [, cookie = ''] = await setCookies(server, token);
  return decodeURIComponent(cookie.slice('club_1='.length, cookie.indexOf('; ')));
}

async function read(server: FastifyInstance, cookie: string): Promise<Seen> {
  const answer = await server.inject({ url: '/read', headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const sent = (value: string): string => `club_1=${encodeURIComponent(value)}`;

afterAll(async () => {
  await Promise.all(opened.map((server) => server.close()));
});

describe('SessionCookies', () => {
  const token = newToken();
  let server: FastifyInstance;
  let sealed: string;

  beforeAll(async () => {
    server = await serve([old]);
    sealed = await seal(server, token);
  });

  it('reads back the token that was set, from the cookie of that tenant only', async () => {
    expect(await read(server, sent(sealed))).toEqual({ token, present: true });
    const other = await read(
      server,
      sent(sealed).replace('club_1', sessionCookieName({ prefix: 'club' }, 2)),
    );
    expect(other).toEqual({ token: null, present: false });
    expect(await read(server, 'unrelated=1')).toEqual({ token: null, present: false });
  });

  it('does not show the token in the cookie', () => {
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain(token);
    expect(sealed).not.toContain(token);
  });

  it('reads no token from a cookie with any character replaced, dropped or added, but reports the cookie', async () => {
    const character = fc.constantFrom('', 'A', 'q', '0', '+', '/', '=', ';', '-', 'é', '%');
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), character, fc.boolean(), async (at, other, insert) => {
        const changed = sealed.slice(0, at) + other + sealed.slice(insert ? at : at + 1);
        fc.pre(changed !== sealed);
        expect(await read(server, sent(changed))).toEqual({ token: null, present: true });
      }),
      { numRuns: 500 },
    );
  });

  it('treats a cookie of which any bit was flipped as absent', async () => {
    const [cipher = '', nonce = ''] = sealed.split(';').map((part) => Buffer.from(part, 'base64'));
    for (const bytes of [cipher, nonce] as Buffer[]) {
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const byte = bytes[bit >> 3] ?? 0;
        bytes[bit >> 3] = byte ^ (1 << (bit & 7));
        const flipped = [cipher, nonce].map((part) => part.toString('base64')).join(';');
        expect((await read(server, sent(flipped))).token).toBeNull();
        bytes[bit >> 3] = byte;
      }
    }
  });

  it('treats any other value as absent', async () => {
    const garbage = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.base64String({ minLength: 4 }),
      fc.constantFrom(`${sealed}${';'.repeat(600)}`, 'A'.repeat(5000), ';', ';;', 'null', '{}'),
    );
    await fc.assert(
      fc.asyncProperty(garbage, async (value) => {
        expect((await read(server, sent(value))).token).toBeNull();
      }),
    );
  });

  it('treats an empty cookie as absent', async () => {
    expect(await read(server, 'club_1=')).toEqual({ token: null, present: false });
  });

  it('treats a correctly sealed cookie without a session token as absent', async () => {
    expect((await read(server, sent(await seal(server, 'not a token')))).token).toBeNull();
  });

  it('treats a cookie older than the lifetime as absent', async () => {
    const brief = await serve([old], undefined, 60);
    const value = await seal(brief, token);
    expect((await read(brief, sent(value))).token).toBe(token);
    const later = Date.now() + 62_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    try {
      expect((await read(brief, sent(value))).token).toBeNull();
    } finally {
      clock.mockRestore();
    }
  });

  it('opens cookies sealed with an older key, and seals with the newest', async () => {
    const rotated = await serve([young, old]);
    const dropped = await serve([young]);
    expect((await read(rotated, sent(sealed))).token).toBe(token);
    expect((await read(dropped, sent(sealed))).token).toBeNull();
    expect((await read(dropped, sent(await seal(rotated, token)))).token).toBe(token);
  });

  it('renews only a cookie sealed with an older key, with the same content and end', async () => {
    const rotated = await serve([young, old]);
    const renew = async (value: string) => {
      const answer = await rotated.inject({ url: '/renew', headers: { cookie: sent(value) } });
      return [answer.headers['set-cookie'] ?? []].flat();
    };
    const since = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(since + 600_000);
    try {
      const [renewed, ...others] = await renew(sealed);
      expect(others).toEqual([]);
      const [, value, end] =
        /^club_1=([^;]+); Path=\/; Expires=([^;]+); HttpOnly; SameSite=Lax$/.exec(renewed) ?? [];
      expect(Math.abs(Date.parse(end) - since - 3_600_000)).toBeLessThan(60_000);
      const renewedValue = decodeURIComponent(value);
      expect((await read(await serve([young]), sent(renewedValue))).token).toBe(token);
      expect(await renew(renewedValue)).toEqual([]);
      clock.mockReturnValue(since + 3_610_000);
      expect((await read(rotated, sent(renewedValue))).token).toBeNull();
    } finally {
      clock.mockRestore();
    }
    for (const value of [
      await seal(rotated, token),
      await seal(await serve([randomBytes(32)]), token),
      'x',
      '',
    ])
      expect(await renew(value)).toEqual([]);
  });

  it('ignores cookies with similar names', async () => {
    const names = ['club_', 'club_0', 'club_01', 'club_x', 'club_1e3', 'clubs_1', 'club_99999999999999999'];
    const value = encodeURIComponent(sealed);
    const seen = await read(server, names.map((name) => `${name}=${value}`).join('; '));
    expect(seen).toEqual({ token: null, present: false });
  });
});

describe('the attributes of session cookies', () => {
  it.each<[Omit<SessionCookiesOptions, 'prefix'>, string]>([
    [{ mode: 'lax' }, 'HttpOnly; SameSite=Lax'],
    [{ mode: 'lax', secure: true }, 'HttpOnly; Secure; SameSite=Lax'],
    [{ mode: 'cross-site' }, 'HttpOnly; Secure; Partitioned; SameSite=None'],
    [{ mode: 'cross-site', secure: false }, 'HttpOnly; Secure; Partitioned; SameSite=None'],
  ])('with %j are %s, when set and when cleared', async (options, attributes) => {
    const server = await serve([old], { prefix: 'club', ...options });
    const [, set = ''] = await setCookies(server, newToken());
    const cleared = await server.inject('/clear');
    const name = options.secure ? '__Host-club_1' : 'club_1';
    expect(set.replace(`${name}=`, '').replace(/^[^;]+; /, '')).toBe(`Max-Age=60; Path=/; ${attributes}`);
    expect(cleared.headers['set-cookie']).toBe(
      `${name}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`,
    );
  });

  it('are set in addition to other cookies of the reply', async () => {
    const server = await serve([old]);
    const names = (await setCookies(server, newToken())).map((cookie) => cookie.split('=')[0]);
    expect(names).toEqual(['theirs', 'club_1', 'club_2']);
  });
});

describe('over HTTPS', () => {
  const token = newToken();
  const cookieOf = async (server: FastifyInstance, url: string, cookie = ''): Promise<string[]> => {
    const { headers } = await server.inject({ url, query: { token }, headers: { cookie } });
    return [headers['set-cookie'] ?? []].flat();
  };
  let plain: FastifyInstance;
  let secure: FastifyInstance;
  let former: string;
  let present: string;

  beforeAll(async () => {
    plain = await serve([old]);
    secure = await serve([old], { prefix: 'club', mode: 'lax', secure: true });
    former = (await cookieOf(plain, '/set'))[1].split(';')[0];
    present = (await cookieOf(secure, '/set'))[1].split(';')[0];
  });

  it('the name begins with __Host-, and a cookie of the plain name is read only if the one with __Host- is missing', async () => {
    expect(present).toMatch(/^__Host-club_1=/);
    expect(await read(secure, present)).toEqual({ token, present: true });
    expect(await read(secure, former)).toEqual({ token, present: true });
    expect(await read(secure, `${former}; __Host-club_1=x`)).toEqual({ token: null, present: true });
    expect(await read(plain, present)).toEqual({ token: null, present: false });
  });

  it('a cookie moved to the other name does not open', async () => {
    expect((await read(secure, present.replace('__Host-', ''))).token).toBeNull();
    expect((await read(secure, `__Host-${former}`)).token).toBeNull();
  });

  it('a cookie of the plain name is issued again under the new one, and cleared', async () => {
    const [renewed, cleared, ...others] = await cookieOf(secure, '/renew', former);
    expect(renewed).toMatch(/^__Host-club_1=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
    expect((await read(secure, renewed.split(';')[0])).token).toBe(token);
    expect(cleared).toMatch(/^club_1=; Max-Age=0; /);
    expect(others).toEqual([]);
    expect(await cookieOf(secure, '/renew', present)).toEqual([]);
  });

  it('both names are cleared, the plain one only if it was sent', async () => {
    const names = async (cookie: string) =>
      (await cookieOf(secure, '/clear', cookie)).map((line) => line.split('=')[0]);
    expect(await names(former)).toEqual(['__Host-club_1', 'club_1']);
    expect(await names(present)).toEqual(['__Host-club_1']);
  });
});

describe('registerSessions', () => {
  it.each([[[]], [[randomBytes(31)]], [[young, randomBytes(33)]], [[randomBytes(31), young]]])(
    'refuses keys of a wrong number or length, even beside a valid one',
    async (keys) => {
      await expect(serve(keys)).rejects.toBeInstanceOf(RangeError);
    },
  );
});
