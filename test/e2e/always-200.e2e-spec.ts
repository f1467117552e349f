import { METHODS } from 'node:http';
import { sendRaw } from '#libs/testing';
import { EventsService } from '../../src/domains/events/events.service';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

const t = testApp({ HEADERS_TIMEOUT_SECONDS: '1', REQUEST_TIMEOUT_SECONDS: '2' });

const UNEXPECTED = 'An error has occurred, please try again later.';
const NOT_FOUND = 'The requested resource was not found on the server.';
const refusal = (message: string) => ({ status: 'error', messages: [message] });

const PROTECTIVE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'strict-transport-security': 'max-age=31536000',
};

describe('an unknown path', () => {
  it.each([
    ['another method', 'DELETE', '/account'],
    ['another method', 'PUT', '/account'],
    ['another method', 'PATCH', '/account'],
    ['GET where only POST is known', 'GET', '/accounts'],
    ['POST where only GET is known', 'POST', '/fanclub'],
    ['TRACE', 'TRACE', '/fanclub'],
    ['a path in capitals', 'GET', '/FANCLUB'],
    ['two slashes', 'GET', '//fanclub'],
    ['two slashes at the end', 'GET', '/fanclub//'],
    ['a path that cannot be decoded', 'GET', '/%zz'],
    ['an id that cannot be decoded', 'GET', '/orders/%zz'],
    ['overlong UTF-8', 'GET', '/orders/%c0%af'],
    ['a path that leaves the API', 'GET', '/../api/v2/fanclub'],
  ])('is %s', async (_, method, path) => {
    const answer = await t.api.request(method, path);
    expect([answer.code, answer.body]).toEqual([404, refusal(NOT_FOUND)]);
  });

  it.each([
    ['an invalid key', { key: 'wrong' }],
    ['an unreadable body', { body: '{"a":' }],
    [
      'too many parameters',
      { query: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`p${n}`, n])) },
    ],
  ])('is reported before %s', async (_, options) => {
    const answer = await t.api.request('POST', '/nowhere', options);
    expect([answer.code, answer.body]).toEqual([404, refusal(NOT_FOUND)]);
  });
});

describe('an invalid id', () => {
  const IDS = ['abc', '0', '-1', '1e3', '1.5', '9223372036854775808', '%00', '%20', '٣', '1'.repeat(15_000)];

  it.each([
    ['/orders/', 'No order found'],
    ['/subscriptions/', 'No subscription found'],
    ['/contests/', 'No contest found'],
    ['/events/', 'No event found'],
  ])('in %s gets the answer of an unknown id', async (path, message) => {
    const api = await loggedIn(t, await t.given.customer());
    for (const id of IDS) {
      const answer = await api.get(`${path}${id}`);
      expect([id, answer.code, answer.body]).toEqual([id, 200, refusal(message)]);
    }
  });
});

describe('a query', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `p${n}=1`).join('&');

  it.each([
    ['more than 4 KiB', `/fanclub?q=${'x'.repeat(4_200)}`, 'Request is too large.'],
    ['more than 50 parameters', `/fanclub?${many(50)}`, 'Request has too many parameters.'],
  ])('of %s is refused', async (_, path, message) => {
    const answer = await t.api.get(path);
    expect([answer.code, answer.body]).toEqual([200, refusal(message)]);
  });

  it('of 50 parameters is accepted', async () => {
    expect((await t.api.get(`/fanclub?${many(49)}`)).body.status).toBe('ok');
  });

  it('that is too large is reported after an invalid key', async () => {
    const { body } = await t.api.get(`/fanclub?${many(60)}`, { key: 'wrong' });
    expect(body).toEqual(refusal('Please use a valid API Key.'));
  });
});

describe('a parameter that is repeated, nested or blank', () => {
  it.each([
    'limit=1&limit=2',
    'limit[]=1',
    'limit[a][b]=1',
    'limit=',
    'order=asc&order=desc',
    'page=&page=2',
  ])('counts as not given: %s', async (query) => {
    const plain = await t.api.get('/events');
    const odd = await t.api.get(`/events?${query}`);
    expect([odd.code, odd.body]).toEqual([200, plain.body]);
  });

  it('is not accepted as a key', async () => {
    const { key } = await t.given.fanclub();
    for (const query of [`key=${key}&key=${key}`, `key[]=${key}`, 'key=']) {
      const { code, body } = await t.api.get(`/fanclub?${query}`, { key: null });
      expect([code, body]).toEqual([200, refusal('Please use a valid API Key.')]);
    }
  });
});

describe('a malformed request', () => {
  const host = 'Host: api.example.test\r\n';
  const withKey = async () => `/api/v1/fanclub?key=${(await t.given.fanclub()).key}`;

  it.each([
    ['a broken request line', 'NONSENSE\r\n\r\n', 400],
    ['a header without a colon', `GET /api/v1/fanclub HTTP/1.1\r\n${host}Nonsense\r\n\r\n`, 400],
    [
      'two lengths of one body',
      `POST /api/v1/login HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'headers of more than 16 KiB',
      `GET /api/v1/fanclub HTTP/1.1\r\n${host}X-Large: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
    ],
    ['headers that never end', `GET /api/v1/fanclub HTTP/1.1\r\n${host}`, 408],
    [
      'a body that does not come to an end',
      `POST /api/v1/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      408,
    ],
  ])('keeps the status of the protocol, and its connection ends: %s', async (_, request, status) => {
    const answer = await sendRaw(t.origin, request);
    expect([answer.status, answer.body]).toEqual([status, '']);
    expect(answer.headers).toMatchObject({ ...PROTECTIVE, connection: 'close', 'content-length': '0' });
  });

  it('without a Host header gets 400 from Node', async () => {
    const answer = await sendRaw(t.origin, 'GET /api/v1/fanclub HTTP/1.1\r\n\r\n');
    expect([answer.status, answer.headers.connection]).toEqual([400, 'close']);
  });

  it.each([
    ['a request of the API', 'GET /api/v1/fanclub', 'Host: x\r\nHost: y\r\n'],
    ['of one name', 'GET /api/v1/fanclub', 'Host: x\r\nHost: x\r\n'],
    ['in any letter case', 'GET /api/v1/fanclub', 'host: x\r\nHOST: y\r\n'],
    ['an unknown path', 'GET /nowhere', 'Host: x\r\nHost: y\r\n'],
    ['a path that cannot be decoded', 'GET /api/v1/%zz', 'Host: x\r\nHost: y\r\n'],
    ['a hosted page', 'GET /fanclubs/1/login', 'Host: x\r\nHost: y\r\n'],
    ['a health check', 'GET /healthz', 'Host: x\r\nHost: y\r\n'],
    ['a request with a body', 'POST /api/v1/login', 'Host: x\r\nHost: y\r\nContent-Length: 9\r\n'],
  ])('with two Host headers gets 400: %s', async (_, start, hosts) => {
    const answer = await sendRaw(t.origin, `${start} HTTP/1.1\r\n${hosts}\r\n`);
    expect([answer.status, answer.body]).toEqual([400, '']);
    expect(answer.headers).toMatchObject({ ...PROTECTIVE, connection: 'close', 'content-length': '0' });
  });

  it('does not affect other requests', async () => {
    const good = `GET ${await withKey()} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    const [, answer] = await Promise.all([sendRaw(t.origin, 'NONSENSE\r\n\r\n'), sendRaw(t.origin, good)]);
    expect([answer.status, JSON.parse(answer.body).status]).toEqual([200, 'ok']);
  });

  it('is distinguished from a valid request that arrives in pieces', async () => {
    const [start, end] = [`GET ${await withKey()} HT`, `TP/1.1\r\n${host}Connection: close\r\n\r\n`];
    expect((await sendRaw(t.origin, start, end)).status).toBe(200);
  });
});

describe('an unusual request', () => {
  it.each([
    ['has an unknown Expect header', 'GET', 'Expect: the-unexpected\r\n'],
    ['asks to upgrade to another protocol', 'GET', 'Connection: upgrade\r\nUpgrade: websocket\r\n'],
  ])('is answered when it %s', async (_, method, headers) => {
    const { key } = await t.given.fanclub();
    const start = `${method} /api/v1/fanclub?key=${key} HTTP/1.1\r\nHost: x\r\n`;
    const answer = await sendRaw(t.origin, `${start}${headers}Connection: close\r\n\r\n`);
    expect([answer.status, JSON.parse(answer.body).status]).toEqual([200, 'ok']);
  });

  const withMethod = (target: string) =>
    sendRaw(t.origin, `${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

  // Fastify itself refuses a QUERY without a content type, which fetch and most clients cannot send.
  const TARGETS = [
    'OPTIONS *',
    'OPTIONS /api/v1/nowhere',
    'OPTIONS /nowhere',
    'QUERY /api/v1/fanclub',
    'QUERY /api/v1/nowhere',
    'PROPFIND /api/v1/fanclub',
  ];
  const isKnown = (target: string): boolean => METHODS.includes(target.split(' ')[0]);

  it.each(TARGETS.filter(isKnown))('gets 404 with the headers of every answer: %s', async (target) => {
    const answer = await withMethod(target);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([404, refusal(NOT_FOUND)]);
    expect(answer.headers).toMatchObject(PROTECTIVE);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  // Node's parser decides which methods HTTP has: 20.19.0 does not know QUERY.
  it.each(['NONSENSE /api/v1/fanclub', ...TARGETS.filter((target) => !isKnown(target))])(
    'gets 400 when Node does not know its method: %s',
    async (target) => expect((await withMethod(target)).status).toBe(400),
  );
});

describe('every answer', () => {
  it.each([
    ['a success', 'GET', '/fanclub', undefined],
    ['a refusal', 'GET', '/fanclub?key=a&key=b', undefined],
    ['an unknown path', 'GET', '/nowhere', undefined],
    ['a path that cannot be decoded', 'GET', '/%zz', undefined],
    ['a body without a type', 'POST', '/login', 'nonsense'],
    ['another method', 'DELETE', '/fanclub', undefined],
  ])('carries the protective headers and names its request: %s', async (_, method, path, type) => {
    const answer = await t.api.request(method, path, {
      ...(type && { body: 'x', headers: { 'content-type': type } }),
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject(PROTECTIVE);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    for (const telltale of ['server', 'x-powered-by', 'etag', 'last-modified']) {
      expect(answer.headers.get(telltale)).toBeNull();
    }
  });
});

describe('an internal error', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each<[string, () => unknown]>([
    ['thrown in a handler', () => Promise.reject(new TypeError('x is not a function'))],
    [
      'thrown synchronously',
      () => {
        throw new RangeError('out of range');
      },
    ],
    ['of an answer that cannot be serialized', () => Promise.resolve({ events: 1n })],
  ])('%s gets the fixed text, and the next request is answered', async (_, fault) => {
    const broken = jest.spyOn(t.app.get(EventsService), 'list').mockImplementation(fault as never);
    const answer = await t.api.get('/events');
    expect([answer.code, answer.body]).toEqual([200, refusal(UNEXPECTED)]);
    expect(broken).toHaveBeenCalledTimes(1);
    broken.mockRestore();
    expect((await t.api.get('/events')).body.status).toBe('ok');
  });
});
