import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient } from './http-client';
import { sendRaw } from './send-raw';
import { type Exchange, assertWireRules, wireFaults } from './wire-rules';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  vary: 'Origin',
  'x-request-id': 'trace-0123456789',
};
const SCRIPT = { ...HEADERS, 'content-type': 'text/javascript; charset=utf-8' };
const REFUSAL = { status: 'error', messages: ['No event found'] };
const NOT_FOUND = { status: 'error', messages: ['The requested resource was not found on the server.'] };

/** A valid response to GET /events, with changes; an object as `text` is serialized. */
function answer({
  text = { status: 'ok', events: [] },
  ...changes
}: Partial<Omit<Exchange, 'text'>> & { text?: unknown }) {
  const printed = typeof text === 'string' ? text : JSON.stringify(text);
  return { method: 'GET', path: '/api/v1/events', status: 200, headers: HEADERS, ...changes, text: printed };
}

const refusal = (message: string) => ({ text: { status: 'error', messages: [message] } });

describe('wireFaults accepts', () => {
  it.each<[string, Parameters<typeof answer>[0]]>([
    ['a success', {}],
    ['a success that is a sentence', { text: { status: 'ok', messages: ['Welcome'] } }],
    ['a refusal', { text: REFUSAL }],
    ['a refusal by field', { text: { ...REFUSAL, errors: { first_name: ["can't be blank"] } } }],
    ['an unknown path', { path: '/api/v1/nowhere', status: 404, text: NOT_FOUND }],
    ['HEAD', { method: 'HEAD', status: 404, text: '' }],
    ['the bare list', { path: '/api/v1/subscriptions/queued?key=k', text: [] }],
    ['a script', { headers: SCRIPT, text: `/**/ typeof a.b === 'function' && a.b({"status":"ok"});` }],
    ['the methods of a path', { method: 'OPTIONS', headers: { ...HEADERS, allow: 'GET' }, text: '' }],
    ['a preflight', { method: 'OPTIONS', sent: { 'access-control-request-method': 'POST' }, text: '' }],
    ['another page', { path: '/fanclubs/1/login', status: 422, headers: {}, text: '<html>' }],
    ['a longer path', { path: '/api/v12', status: 500, headers: {}, text: '' }],
    ['data that look like internals', { text: { status: 'ok', name: 'DELETE FROM a\n  at b (c.js:1:1)' } }],
    ['an error of the HTTP server itself', { status: 431, headers: { connection: 'close' }, text: '' }],
  ])('%s', (_, changes) => expect(wireFaults(answer(changes))).toEqual([]));
});

describe('wireFaults reports', () => {
  it.each<[string, Parameters<typeof answer>[0], string]>([
    ['another status', { status: 500, text: REFUSAL }, 'status 500 is neither'],
    ['201 Created', { status: 201 }, 'status 201 is neither'],
    ['a redirect', { status: 302, headers: { ...HEADERS, location: '/' } }, 'header location is sent'],
    ['204 without being a preflight', { method: 'OPTIONS', status: 204, text: '' }, 'status 204 is neither'],
    [
      'a preflight with 204',
      { method: 'OPTIONS', sent: { 'access-control-request-method': 'GET' }, status: 204, text: '' },
      'a preflight is answered with status 204',
    ],
    ['400 to a valid HTTP request', { status: 400 }, 'status 400 although the request is valid HTTP'],
    ['404 for a known path', { status: 404, text: REFUSAL }, 'status 404 with'],
    ['an unknown path with 200', { text: NOT_FOUND }, 'status 200 with'],
    ['404 with a success', { status: 404 }, 'a success with status 404'],
    ['HEAD with a body', { method: 'HEAD', text: 'x' }, 'HEAD is answered with a body'],
    [
      'HTML',
      { headers: { ...HEADERS, 'content-type': 'text/html' }, text: '<p>' },
      'content type "text/html"',
    ],
    ['nothing', { text: '' }, 'the body is not JSON'],
    ['null', { text: null }, 'the body is not an envelope'],
    ['a bare list elsewhere', { text: [] }, 'a bare list'],
    ['no status', { text: { events: [] } }, 'does not begin with its status'],
    ['its status at the end', { text: { events: [], status: 'ok' } }, 'does not begin with its status'],
    ['another outcome', { text: { status: 'failed' } }, `the envelope's status is "failed"`],
    [
      "the framework's own words",
      { text: { statusCode: 500, message: 'x' } },
      'does not begin with its status',
    ],
    ['a refusal without a message', { text: { status: 'error', messages: [] } }, 'without sentences'],
    [
      'a refusal with a text for messages',
      { text: { status: 'error', messages: 'No' } },
      'without sentences',
    ],
    ['a refusal with content', { text: { ...REFUSAL, customer: null } }, 'a refusal also has customer'],
    [
      'errors that are not lists',
      { text: { ...REFUSAL, errors: { email: 'no' } } },
      'errors that are not lists',
    ],
    ['a success with odd messages', { text: { status: 'ok', messages: [1] } }, 'not sentences'],
    [
      'a script that calls without a check',
      { headers: SCRIPT, text: 'a({"status":"ok"});' },
      'does not check whether the function exists',
    ],
    [
      'a script that tests one name and calls another',
      { headers: SCRIPT, text: `/**/ typeof a === 'function' && b({"status":"ok"});` },
      'does not check whether the function exists',
    ],
    ['a stack', refusal('x\n    at run (/app/a.js:1:2)'), 'a refusal shows a stack'],
    ['SQL', refusal('insert into customers (id) values'), 'a refusal shows an SQL text'],
    ["the database's words", refusal('null value violates constraint'), 'a refusal shows an SQL text'],
    ['a file', refusal('see /src/platform/access/access.guard.ts'), 'a refusal shows a file'],
    ['a version', refusal('fastify/5.12'), 'a refusal shows a version'],
    ['an error of JavaScript', refusal('TypeError: x'), 'a refusal shows an error of JavaScript'],
    ['a server that names itself', { headers: { ...HEADERS, server: 'x' } }, 'header server is sent'],
    ...Object.keys(HEADERS).map((name): [string, Parameters<typeof answer>[0], string] => [
      `no header ${name}`,
      { headers: { ...HEADERS, [name]: undefined } },
      name === 'content-type' ? 'content type "absent"' : `header ${name} is "absent"`,
    ]),
    ['a Vary about something else', { headers: { ...HEADERS, vary: 'X-Original' } }, 'header vary is'],
  ])('%s', (_, changes, fault) => {
    const faults = wireFaults(answer(changes));
    expect(faults.join('; ')).toContain(fault);
  });
});

describe('the clients', () => {
  let listener: RequestListener;
  let server: Server;
  let url: string;
  let client: HttpClient;

  beforeAll(async () => {
    server = createServer((request, response) => listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    client = new HttpClient(url);
  });

  afterAll(() => server.close());

  it('return a valid response', async () => {
    listener = (_, response) => response.writeHead(200, HEADERS).end('{"status":"ok"}');
    expect((await client.get('/logout?key=secret')).status).toBe(200);
  });

  it('check responses to raw bytes as well', async () => {
    const { origin } = new URL(url);
    const bytes = 'GET /api/v1/logout?key=secret HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const headers = { ...HEADERS, 'content-length': 15 };
    listener = (_, response) => response.writeHead(200, headers).end('{"status":"ok"}');
    expect((await sendRaw(origin, bytes)).status).toBe(200);
    listener = (_, response) => response.writeHead(503, HEADERS).end(JSON.stringify(REFUSAL));
    await expect(sendRaw(origin, bytes)).rejects.toThrow(
      'GET /api/v1/logout violates the wire rules: status 503',
    );
  });

  it('fail on an invalid response, and name rule, method and path without the key', async () => {
    listener = (_, response) => response.writeHead(503, HEADERS).end(JSON.stringify(REFUSAL));
    await expect(client.get('/logout?key=secret')).rejects.toThrow(
      /^GET \/api\/v1\/logout violates the wire rules: status 503 is neither 200 nor 404\.$/,
    );
  });
});

it('wireFaults reports every violation', () => {
  expect(() => assertWireRules(answer({ status: 500, headers: {} }))).toThrow(
    /cache-control.+nosniff|cache-control.+x-request-id.+status 500/,
  );
});
