import type { Customer } from '#domains/accounts/customer.entity';
import { API_ROUTES, OTHER_ROUTES } from '../contract/routes';
import { HttpClient } from '#libs/testing';
import type { Answer } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { FOREIGN, TRUSTED } from '../support/provenances';
import { testApp } from '../support/start-test-app';

const t = testApp();

const OWN = 'https://api.example.test';
const LISTED = [
  TRUSTED,
  'http://localhost:8080',
  'https://xn--bcher-kva.example:8443',
  'http://127.0.0.1:5173',
];

/** Origin headers, and whether they are trusted. */
const ORIGINS: readonly [origin: string, trusted: boolean][] = [
  ...[...LISTED, OWN].map((origin) => [origin, true] as [string, boolean]),
  ['HTTPS://WWW.CLUB.EXAMPLE', true],
  ['https://www.club.example:443', true],
  ...[
    'null',
    '*',
    FOREIGN,
    'http://www.club.example',
    'https://club.example',
    'https://www.club.example.',
    'https://www.club.example:80',
    'https://www.club.example:8443',
    'https://www.club.example/',
    'https://www.club.example/page',
    'https://www.club.example?',
    'https://www.club.example#',
    'https://user@www.club.example',
    'https://user:secret@www.club.example',
    'https://www.club.example@evil.example',
    'https://www.club.example.evil.example',
    'https://evilwww.club.example',
    'https://evil.www.club.example',
    'https://www%2Eclub.example',
    'https:\\\\www.club.example',
    '//www.club.example',
    'www.club.example',
    'https://bücher.example:8443',
    'https://xn--bcher-kva.example',
    'http://localhost',
    'http://localhost:8081',
    'https://localhost:8080',
    'http://2130706433:5173',
    'http://127.1:5173',
    'http://[::1]:8080',
    'ftp://www.club.example',
    'file://',
    'chrome-extension://abcdefgh',
    'blob:https://www.club.example/0c9e',
    `${TRUSTED}, ${TRUSTED}`,
    `${TRUSTED} ${FOREIGN}`,
    `https://${'a'.repeat(8000)}.example`,
  ].map((origin) => [origin, false] as [string, boolean]),
];

let ada: Customer;
beforeEach(async () => {
  for (const origin of LISTED) await t.given.trustedDomain({ origin });
  ada = await t.given.customer();
});

const corsHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

/** The headers of an answer that a page may read. */
const readableFor = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Retry-After, X-Request-Id',
});

/** The headers of a granted preflight. */
const permissionFor = (origin: string): Record<string, string> => ({
  ...readableFor(origin),
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Content-Type, Authorization, Accept-Language, X-Requested-With, Cache-Control, Pragma',
  'access-control-max-age': '600',
});

const varies = ({ headers }: Answer): string[] => (headers.get('vary') ?? '').toLowerCase().split(/ *, */);

/** Sends the preflight of a request that a form could not send. */
const preflight = (path: string, origin: string, options: { key?: string | null; method?: string } = {}) =>
  t.api.request('OPTIONS', path, {
    key: options.key,
    headers: {
      origin,
      'access-control-request-method': options.method ?? 'POST',
      'access-control-request-headers': 'content-type',
    },
  });

it('the tested origins are at least 40, all different', () => {
  expect(ORIGINS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(ORIGINS.map(([origin]) => origin)).size).toBe(ORIGINS.length);
});

const named = ORIGINS.map(([origin, trusted]) => [origin.slice(0, 60), origin, trusted] as const);

describe.each(named)('%j', (_, origin, trusted) => {
  it(`${trusted ? 'may' : 'may not'} send the request, by the preflight with 200, and read the answer`, async () => {
    const preflighted = await preflight('/login', origin);
    expect([preflighted.code, preflighted.text]).toEqual([200, '']);
    expect(corsHeaders(preflighted)).toEqual(trusted ? permissionFor(origin) : {});
    expect(varies(preflighted)).toContain('origin');
    const browser = await loggedIn(t, ada);
    const expected = trusted ? readableFor(origin) : {};
    const account = await browser.get('/account', { headers: { origin } });
    expect(account.body.customer?.id ?? null).toBe(trusted ? ada.id : null);
    const refused = await browser.post('/contests/1/enter', undefined, { headers: { origin } });
    const nowhere = await browser.get('/nowhere', { headers: { origin } });
    expect([refused.body.status, nowhere.code]).toEqual(['error', 404]);
    for (const answer of [account, refused, nowhere]) {
      expect(corsHeaders(answer)).toEqual(expected);
      expect(varies(answer)).toContain('origin');
    }
  });
});

describe('a preflight', () => {
  it.each([null, '', 'wrong', 'x'.repeat(200)])(
    'without a valid key echoes any origin, with credentials: %j',
    async (key) => {
      for (const origin of [TRUSTED, FOREIGN, 'null']) {
        const answer = await preflight('/login', origin, { key });
        expect([answer.code, answer.text]).toEqual([200, '']);
        expect(corsHeaders(answer)).toEqual(permissionFor(origin));
        expect(varies(answer)).toContain('origin');
      }
    },
  );

  it('has no body, so a key in the body is checked by the request that follows', async () => {
    const { key } = await t.given.fanclub();
    expect(corsHeaders(await preflight('/login', FOREIGN, { key: null }))).toEqual(permissionFor(FOREIGN));
    const allowed = async (origin: string) =>
      corsHeaders(await t.api.form('/login', { key }, { key: null, headers: { origin } }))[
        'access-control-allow-origin'
      ];
    expect([await allowed(TRUSTED), await allowed(FOREIGN)]).toEqual([TRUSTED, undefined]);
  });

  it('with another fan club’s key gets the permissions of that fan club', async () => {
    const other = await t.given.fanclub({});
    expect(corsHeaders(await preflight('/login', TRUSTED, { key: other.key }))).toEqual({});
  });

  it('with a revoked key is answered like one without a valid key', async () => {
    const { key } = await t.given.fanclubKey({ revokedAt: t.clock.now() });
    expect(corsHeaders(await preflight('/login', TRUSTED, { key }))).toEqual(permissionFor(TRUSTED));
  });

  it('is answered for every path', async () => {
    for (const [method, path] of API_ROUTES) {
      const at = path.replace(':id', '1').replace(':provider', 'social');
      const permitted = async (origin: string) => {
        const answer = await preflight(at, origin, { method });
        return [answer.code, corsHeaders(answer)['access-control-allow-origin']];
      };
      expect([at, await permitted(TRUSTED), await permitted(FOREIGN)]).toEqual([
        at,
        [200, TRUSTED],
        [200, undefined],
      ]);
    }
  });

  it('does not let a browser send the key of an organization', async () => {
    const answer = await preflight('/search', TRUSTED, { method: 'GET' });
    expect(corsHeaders(answer)['access-control-allow-headers']).not.toMatch(/api-key/i);
  });

  it('without origin gets no permission', async () => {
    const headers = { 'access-control-request-method': 'GET' };
    const answer = await t.api.request('OPTIONS', '/account', { headers });
    expect([answer.code, corsHeaders(answer)]).toEqual([200, {}]);
  });

  it('sets no cookie and reads none', async () => {
    const browser = await loggedIn(t, ada);
    const headers = { origin: TRUSTED, 'access-control-request-method': 'GET' };
    expect((await browser.request('OPTIONS', '/logout', { headers })).headers.getSetCookie()).toEqual([]);
    expect((await browser.get('/account')).body.customer.id).toBe(ada.id);
  });
});

describe('an answer', () => {
  const INVALID = '{"status":"error","messages":["Please use a valid API Key."]}';

  it('without a valid key can be read by any page, from every path', async () => {
    const browser = await loggedIn(t, ada);
    for (const [method, path] of API_ROUTES) {
      for (const origin of [FOREIGN, TRUSTED, OWN, 'null']) {
        for (const key of [null, 'wrong']) {
          const at = path.replace(':id', '1');
          const answer = await browser.request(method, at, { key, headers: { origin } });
          expect([at, corsHeaders(answer)]).toEqual([at, readableFor(origin)]);
          expect(varies(answer)).toContain('origin');
          // A constant: the same for every cookie, and it sets none.
          expect([answer.code, answer.text, answer.headers.getSetCookie()]).toEqual([200, INVALID, []]);
        }
      }
    }
    expect((await browser.get('/account')).body.customer.id).toBe(ada.id);
  });

  it('with a valid key cannot be read by an untrusted page', async () => {
    const answer = await (await loggedIn(t, ada)).get('/account', { headers: { origin: FOREIGN } });
    expect([answer.body.status, corsHeaders(answer)]).toEqual(['ok', {}]);
  });
});

describe('the origin of site_url', () => {
  it('is trusted', async () => {
    const club = await t.given.fanclub({ siteUrl: 'https://lanterns.example:8443/fans/' });
    const member = await t.given.customer({ fanclubId: club.id });
    const browser = await loggedIn(t, member);
    const ask = (origin: string) => browser.get('/account', { key: club.key, headers: { origin } });
    const answer = await ask('https://lanterns.example:8443');
    expect([answer.body.customer.id, corsHeaders(answer)['access-control-allow-origin']]).toEqual([
      member.id,
      'https://lanterns.example:8443',
    ]);
    for (const origin of ['https://lanterns.example', 'http://lanterns.example:8443']) {
      expect([(await ask(origin)).body.customer, corsHeaders(await ask(origin))]).toEqual([null, {}]);
    }
  });
});

describe('an OPTIONS request that is not a preflight', () => {
  it.each([
    ['/account', 'GET, HEAD, POST, OPTIONS'],
    ['/logout', 'GET, OPTIONS'],
    ['/login', 'POST, OPTIONS'],
    ['/contests/7/enter/', 'POST, OPTIONS'],
    ['/account/connect/deauthorize_social', 'POST, OPTIONS'],
  ])('names the methods of %s', async (path, allow) => {
    for (const headers of [{}, { origin: TRUSTED }, { origin: FOREIGN }] as Record<string, string>[]) {
      const answer = await t.api.request('OPTIONS', path, { headers, key: null });
      expect([answer.code, answer.text, answer.headers.get('allow')]).toEqual([200, '', allow]);
    }
  });

  it('gets 404 where other methods get 404', async () => {
    for (const headers of [{}, { origin: TRUSTED }] as Record<string, string>[]) {
      const answer = await t.api.request('OPTIONS', '/nowhere', { headers });
      expect([answer.code, answer.body.messages]).toEqual([
        404,
        ['The requested resource was not found on the server.'],
      ]);
    }
  });
});

describe('a path outside the API', () => {
  // The API document may be read from any website.
  const paths = OTHER_ROUTES.filter(
    ([method, path]) => method === 'GET' && path !== '*' && path !== '/openapi.json',
  ).map(([, path]) => path);

  it('has no CORS headers', async () => {
    const { id, key } = await t.given.fanclub();
    for (const path of paths) await expectNone(id, key, path);
  });

  async function expectNone(id: number, key: string, path: string): Promise<void> {
    const http = new HttpClient(t.origin);
    const at = `${path.replace(':fanclubId', String(id)).replace(':id', '1')}?key=${key}`;
    const ask = { origin: TRUSTED, 'access-control-request-method': 'GET' };
    for (const [method, headers] of [
      ['GET', { origin: TRUSTED }],
      ['OPTIONS', ask],
    ] as const) {
      const answer = await http.request(method, at, { headers });
      const found = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      expect([path, found]).toEqual([path, []]);
      if (method === 'OPTIONS') expect(answer.status).toBe(404);
    }
  }
});

it('every answer names the headers that it varies on', async () => {
  const browser = await loggedIn(t, ada);
  const answers = [
    ...(await Promise.all(
      API_ROUTES.map(([method, path]) => browser.request(method, path.replace(':id', '1'))),
    )),
    await browser.get('/nowhere'),
    await browser.get('/%zz'),
    await browser.get('/account', { key: 'wrong' }),
    await browser.post('/login', '{'),
    await browser.post('/login', `{"a":"${'x'.repeat(70_000)}"}`),
    await browser.request('OPTIONS', '/account'),
    await browser.request('HEAD', '/account'),
    await browser.request('OPTIONS', '/nowhere'),
    await browser.request('OPTIONS', '/nowhere', { headers: { origin: TRUSTED } }),
    await browser.request('OPTIONS', '/nowhere', { headers: { origin: FOREIGN } }),
    await preflight('/nowhere', TRUSTED),
    await preflight('/nowhere', FOREIGN),
    await browser.get('/nowhere', { headers: { origin: TRUSTED } }),
  ];
  for (const answer of answers) {
    expect(varies(answer)).toEqual(['origin', 'referer', 'sec-fetch-site', 'cookie']);
  }
});
