import { HttpClient } from '#libs/testing';
import { PASSWORD } from '#samples';
import type { Answer } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const refusal = (...messages: string[]) => ({ status: 'error', messages });
const NOT_FOUND = refusal('The requested resource was not found on the server.');
const INVALID_KEY = refusal('Please use a valid API Key.');
const INVALID_CALLBACK = refusal('Callback is invalid.');
const LOGIN_REQUIRED = refusal('Please log in to access your online benefits.');

const isScript = ({ headers }: Answer): boolean =>
  headers.get('content-type') === 'text/javascript; charset=utf-8';

describe('an answer by JSONP', () => {
  it('is the JSON answer, passed to the function', async () => {
    await t.given.fanclub();
    const plain = await t.api.get('/fanclub');
    const { code, text } = await t.api.get('/fanclub', { query: { callback: 'jQuery36_1.cb' } });
    expect(code).toBe(200);
    expect(text).toBe(`/**/ typeof jQuery36_1.cb === 'function' && jQuery36_1.cb(${plain.text});`);
  });

  it('can be loaded as a script by any page, and in no other way', async () => {
    await t.given.fanclub();
    const { headers } = await t.api.jsonp('/fanclub');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="f.txt"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    });
    const plain = await t.api.get('/fanclub');
    expect(plain.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(plain.headers.get('content-disposition')).toBeNull();
  });

  it('contains no text that a script or a page could run', async () => {
    const { name } = await t.given.fanclub({ name: 'A</script><!--\u2028\u2029"' });
    const { text, body } = await t.api.jsonp('/fanclub');
    expect(body.fanclub.name).toBe(name);
    expect(text).not.toMatch(/[<\u2028\u2029]/);
  });

  it('is a bare list where the JSON answer is one', async () => {
    const api = await loggedIn(t, await t.given.customer());
    expect((await api.jsonp('/subscriptions/queued')).body).toEqual([]);
  });

  it.each<[string, string, number, object]>([
    ['an unknown path', '/nowhere', 404, NOT_FOUND],
    ['an invalid path', '/%zz', 404, NOT_FOUND],
    ['a path of another method', '/login', 404, NOT_FOUND],
    ['a missing login', '/orders', 200, LOGIN_REQUIRED],
    ['an unknown id', '/events/1', 200, refusal('No event found')],
    ['an invalid key', '/fanclub?key=unknown', 200, INVALID_KEY],
  ])('may contain a refusal: %s', async (_, path, status, failure) => {
    await t.given.fanclub();
    const answer = await t.api.jsonp(path, path.includes('key=') ? { key: null } : {});
    expect([answer.code, answer.body]).toEqual([status, failure]);
  });

  it('may contain an internal error', async () => {
    await t.given.fanclub();
    await t.db.query('ALTER TABLE trusted_domains RENAME TO elsewhere');
    try {
      const { code, body } = await t.api.jsonp('/fanclub');
      expect([code, body]).toEqual([200, refusal('An error has occurred, please try again later.')]);
    } finally {
      await t.db.query('ALTER TABLE elsewhere RENAME TO trusted_domains');
    }
  });
});

describe('an invalid callback', () => {
  const NAMES = ['', 'a b', 'alert(1)//', '<script>', 'a..b', 'a.b.c.d.e.f', 'x'.repeat(129), 'ä', 'a\u2028'];

  it.each(NAMES)('is refused in JSON, and not repeated: %j', async (callback) => {
    await t.given.fanclub();
    const answer = await t.api.get('/fanclub', { query: { callback } });
    expect([answer.code, answer.body, isScript(answer)]).toEqual([200, INVALID_CALLBACK, false]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('includes a callback that is given twice', async () => {
    await t.given.fanclub();
    expect((await t.api.get('/fanclub?callback=a&callback=a')).body).toEqual(INVALID_CALLBACK);
  });

  it('is reported after an unknown path and an invalid key, and before all else', async () => {
    await t.given.fanclub();
    const callback = '<a>';
    const messages = async (path: string, key?: string) =>
      (await t.api.get(path, { query: { callback, ...(key && { key }) } })).body;
    expect(await messages('/nowhere', 'unknown')).toEqual(NOT_FOUND);
    expect(await messages('/orders', 'unknown')).toEqual(INVALID_KEY);
    expect(await messages('/orders')).toEqual(INVALID_CALLBACK);
    expect(await messages('/login?_method=POST&email=%zz')).toEqual(INVALID_CALLBACK);
  });

  it('writes nothing', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    const query = { callback: 'a b', _method: 'POST', email: 'ada@x.example', password: PASSWORD };
    const { body, headers } = await t.api.get('/login', { query });
    expect([body, headers.get('set-cookie')]).toEqual([INVALID_CALLBACK, null]);
  });
});

describe('a JSONP write', () => {
  it.each(['POST', 'post', 'Post'])(
    'runs the POST endpoint with the query as its body: _method=%s',
    async (word) => {
      await t.given.customer({ email: 'ada@x.example' });
      const query = { callback: 'cb', _method: word, email: 'ada@x.example', password: PASSWORD };
      const { text } = await t.api.get('/login', { query });
      expect(text).toMatch(/^\/\*\*\/ typeof cb === 'function' && cb\({"status":"ok","customer":{/);
      expect((await t.api.get('/account')).body.customer.email).toBe('ada@x.example');
    },
  );

  it('reads brackets, and stores no protocol parameter as a custom field', async () => {
    await t.given.fanclub();
    const contact = { email: 'ada@x.example', city: 'Oslo' };
    const { body } = await t.api.jsonpPost('/contacts', { contact, _: 1_650_000_000_000, t: 1 });
    expect(body.status).toBe('ok');
    expect(await t.db.query('SELECT custom_fields FROM contacts')).toEqual([
      { custom_fields: { city: 'Oslo' } },
    ]);
  });

  it('reports errors of its query', async () => {
    const { key } = await t.given.fanclub();
    for (const [query, message] of [
      ['email=%zz', 'Request body is not a valid form.'],
      [`a${'[b]'.repeat(20)}=1`, 'Request body is nested too deeply.'],
    ]) {
      const path = `/api/v1/login?key=${key}&callback=cb&_method=POST&${query}`;
      expect((await new HttpClient(t.origin).get(path)).text).toContain(
        `cb(${JSON.stringify(refusal(message))})`,
      );
    }
  });

  it('needs a callback, and a path with a POST endpoint', async () => {
    await t.given.fanclub();
    const plain = await t.api.get('/login', { query: { _method: 'POST', email: 'a', password: 'b' } });
    expect([plain.code, plain.body, isScript(plain)]).toEqual([404, NOT_FOUND, false]);
    expect((await t.api.get('/fanclub?_method=POST')).body.status).toBe('ok');
    const answer = await t.api.jsonpPost('/fanclub');
    expect([answer.code, answer.body]).toEqual([404, NOT_FOUND]);
  });

  it.each(['GET', 'PUT', 'DELETE', ''])('does not happen with _method=%s', async (word) => {
    await t.given.fanclub();
    expect((await t.api.jsonp('/fanclub', { query: { _method: word } })).body.status).toBe('ok');
    expect((await t.api.jsonp('/login', { query: { _method: word } })).code).toBe(404);
  });

  it('is not the same as a POST with a callback', async () => {
    await t.given.fanclub();
    const answer = await t.api.post('/login', {}, { query: { callback: 'cb' } });
    expect([answer.body.status, isScript(answer)]).toEqual(['error', false]);
  });
});

describe('a script request', () => {
  const CLUB = 'https://www.club.example';
  const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64)';
  const FOREIGN = 'https://evil.example/';
  const CROSS = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script', 'user-agent': BROWSER };

  const PROVEN: [string, Record<string, string>][] = [
    ['a trusted page', { ...CROSS, referer: `${CLUB}/join?a#b` }],
    ['a trusted page in an old browser', { referer: `${CLUB}/`, 'user-agent': BROWSER }],
    ['one of our own pages', { ...CROSS, 'sec-fetch-site': 'same-origin' }],
    ['a program', { 'user-agent': 'curl/8.0' }],
  ];
  const UNPROVEN: [string, Record<string, string>][] = [
    ['a foreign page', { ...CROSS, referer: FOREIGN }],
    ['a page without Referer', CROSS],
    ['a foreign page in an old browser', { referer: FOREIGN, 'user-agent': BROWSER }],
    ['a page without Referer in an old browser', { 'user-agent': BROWSER }],
    ['a sandboxed page', { origin: 'null' }],
    ['the address bar', { 'sec-fetch-site': 'none', 'user-agent': BROWSER }],
    ['a picture on a trusted page', { ...CROSS, 'sec-fetch-dest': 'image', referer: `${CLUB}/` }],
  ];

  const ada = async () => {
    const customer = await t.given.customer({ email: 'ada@x.example', firstName: 'Ada' });
    await t.given.trustedDomain({ origin: CLUB });
    return loggedIn(t, customer);
  };
  const firstName = async () =>
    (await t.db.query<{ first_name: string }[]>('SELECT first_name FROM customers'))[0].first_name;

  it.each(PROVEN)('from %s reads and writes with the session', async (_, headers) => {
    const api = await ada();
    expect((await api.jsonp('/account', { headers })).body.customer.email).toBe('ada@x.example');
    const { body } = await api.jsonpPost('/account', { first_name: 'Augusta' }, { headers });
    expect([body.status, await firstName()]).toEqual(['ok', 'Augusta']);
    const credentials = { email: 'ada@x.example', password: PASSWORD };
    const login = await api.jsonpPost('/login', credentials, { headers });
    expect([login.body.status, login.cookies.length]).toEqual(['ok', 1]);
  });

  it.each(UNPROVEN)('from %s reads public data, and writes nothing', async (_, headers) => {
    const api = await ada();
    const NOT_ALLOWED = refusal('This website is not allowed to use this API.');
    expect((await api.jsonp('/account', { headers })).body).toEqual({ status: 'ok', customer: null });
    expect((await api.jsonp('/orders', { headers })).body).toEqual(LOGIN_REQUIRED);
    expect((await api.jsonp('/fanclub', { headers })).body.status).toBe('ok');
    for (const [path, fields] of [
      ['/account', { first_name: 'Eve' }],
      ['/login', { email: 'ada@x.example', password: PASSWORD }],
      ['/contacts', { contact: { email: 'eve@x.example' } }],
    ] as const) {
      const { body, headers: answered } = await api.jsonpPost(path, fields, { headers });
      expect([body, answered.getSetCookie()]).toEqual([NOT_ALLOWED, []]);
    }
    expect([await firstName(), await t.db.query('SELECT FROM contacts')]).toEqual(['Ada', []]);
    // Logging out without a cookie ends nothing.
    await api.jsonp('/logout', { headers });
    expect((await api.get('/account')).body.customer.email).toBe('ada@x.example');
  });
});

describe('without JSONP', () => {
  it.each(['/search', '/account/search', '/se%61rch', '/search.json', '/search/'])(
    '%s answers in JSON, and ignores the callback',
    async (path) => {
      const { organizationId } = await t.given.fanclub();
      const headers = { 'api-key': await t.given.organizationKey({ organizationId }) };
      for (const callback of ['cb', '<a>']) {
        const answer = await t.api.get(path, { headers, query: { callback } });
        expect([answer.body, isScript(answer)]).toEqual([{ status: 'ok', customer: null }, false]);
      }
    },
  );

  it.each(['deauthorize_social', 'deauthorize_social.json', 'de%61uthorize_social'])(
    '%s, which the provider calls, is an unknown path for scripts',
    async (path) => {
      await t.given.loginProvider();
      const answer = await t.api.jsonpPost(`/account/connect/${path}`, { signed_request: 'a.b' });
      expect([answer.code, answer.body]).toEqual([404, NOT_FOUND]);
    },
  );

  it('hosted pages and health checks ignore the callback', async () => {
    const { id } = await t.given.fanclub();
    const { http } = new Pages(t.origin);
    for (const query of ['callback=cb', 'callback=cb&_method=POST', 'callback=%3Ca%3E']) {
      const page = await http.get(`/fanclubs/${id}/login?${query}`);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const health = await http.get(`/healthz?${query}`);
      expect([health.status, health.text]).toEqual([200, expect.stringMatching(/^{"status":"alive",/)]);
    }
    expect((await http.get(`/fanclubs/${id}/login.json`)).status).toBe(404);
  });
});
