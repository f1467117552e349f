import { request as httpRequest } from 'node:http';
import { HttpClient } from '#libs/testing';
import { testApp } from '../support/start-test-app';

const t = testApp();

const refusal = (message: string) => ({ status: 'error', messages: [message] });
/** A field of nested lists; the body around it adds one level. */
const lists = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const fields = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, n])));
const FORM = 'application/x-www-form-urlencoded';
const UNEXPECTED = 'An error has occurred, please try again later.';

describe('a body', () => {
  it.each([
    ['truncated JSON', '{"email":', 'application/json', 'Request body is not valid JSON.'],
    ['an array', '[]', 'application/json', 'Request body must be a JSON object.'],
    ['null', 'null', 'application/json', 'Request body must be a JSON object.'],
    ['a string', '"x"', 'application/json', 'Request body must be a JSON object.'],
    [
      'invalid UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      'application/json',
      'Request body is not valid JSON.',
    ],
    ['plain text', 'email=a', 'text/plain', 'Request body must be JSON.'],
    ['XML', '<a/>', 'application/xml', 'Request body must be JSON.'],
    ['an invalid media type', 'email=a', 'garbage', 'Request body must be JSON.'],
    ['21 levels', lists(20), 'application/json', 'Request body is nested too deeply.'],
    ['2,000 levels', lists(2_000), 'application/json', 'Request body is nested too deeply.'],
    ['30,000 levels', lists(30_000), 'application/json', 'Request body is nested too deeply.'],
    ['more than 64 KiB', `{"a":"${'x'.repeat(70_000)}"}`, 'application/json', 'Request is too large.'],
    ['more than 64 KiB of a form', 'x'.repeat(70_000), FORM, 'Request is too large.'],
    ['1,001 fields', fields(1_001), 'application/json', 'Request body has too many fields.'],
    ['1,001 fields of a form', 'a=1&'.repeat(1_001), FORM, 'Request body has too many fields.'],
    ['a form of 21 levels', `a${'[b]'.repeat(20)}=1`, FORM, 'Request body is nested too deeply.'],
    ['a form with an invalid escape', 'email=50%&a=b', FORM, 'Request body is not a valid form.'],
    ['a form whose escapes are not UTF-8', 'email=%ff', FORM, 'Request body is not a valid form.'],
    ['a form that is not UTF-8', Buffer.from([0x61, 0x3d, 0xff]), FORM, 'Request body is not a valid form.'],
    ['files', '--x--', 'multipart/form-data; boundary=x', 'Request body must be JSON.'],
    ['a list in Latin-1', '[]', 'application/json; charset=iso-8859-1', 'Request body must be JSON.'],
    [
      'JSON with a Latin-1 letter',
      Buffer.from('{"a":"\xe9"}', 'latin1'),
      'application/json; charset=iso-8859-1',
      'Request body must be JSON.',
    ],
    ['truncated JSON as plain text', '{"email":', 'text/plain', 'Request body must be JSON.'],
    ['a list as plain text', '[]', 'text/plain', 'Request body must be JSON.'],
    ['JSON of 21 levels as plain text', lists(20), 'text/plain', 'Request body is nested too deeply.'],
    ['JSON of 1,001 fields as a form', fields(1_001), FORM, 'Request body has too many fields.'],
    ['JSON of 70 KiB as plain text', `{"a":"${'x'.repeat(70_000)}"}`, 'text/plain', 'Request is too large.'],
    [
      'JSON of no UTF-8 as plain text',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      'text/plain',
      'Request body must be JSON.',
    ],
    [
      'files that hold JSON',
      '--x\r\n\r\n{}\r\n--x--',
      'multipart/form-data; boundary=x',
      'Request body must be JSON.',
    ],
    ['a form in Latin-1', 'a=b', `${FORM}; charset="ISO-8859-1"`, 'Request body must be JSON.'],
  ])('%s is refused with its reason, not as an internal error', async (_, body, type, message) => {
    const answer = await t.api.post('/login', body, { headers: { 'content-type': type } });
    expect([answer.code, answer.body]).toEqual([200, refusal(message)]);
  });

  it.each([
    ['truncated JSON', '{"email":', 'application/json'],
    ['an invalid form', 'email=%', FORM],
    ['plain text', 'email=a', 'text/plain'],
    ['an invalid media type', 'email=a', 'garbage'],
    ['more than 64 KiB', 'x'.repeat(70_000), 'application/json'],
  ])('with a fault is reported only after the key has been found valid: %s', async (_, body, type) => {
    await t.given.fanclub();
    const answer = await t.api.post('/login', body, { key: 'wrong', headers: { 'content-type': type } });
    expect(answer.body).toEqual(refusal('Please use a valid API Key.'));
  });

  it('of more than 64 KiB in chunks is read no further, and ends the connection', async () => {
    const { key } = await t.given.fanclub();
    const { status, text, connection } = await chunked(`/api/v1/login?key=${key}`, 'x'.repeat(10_000), 20);
    expect([status, JSON.parse(text), connection]).toEqual([200, refusal('Request is too large.'), 'close']);
  });

  it.each(['application/json', FORM, `${FORM}; charset=UTF-8`, 'text/plain', 'garbage', null])(
    'may be empty, with type %s',
    async (type) => {
      const headers = type === null ? {} : { 'content-type': type };
      const { key } = await t.given.fanclub();
      const { text } = await new HttpClient(t.origin).post(`/api/v1/login?key=${key}`, '', { headers });
      expect(JSON.parse(text)).toEqual(refusal('Email and password combination is incorrect.'));
    },
  );

  it('may be missing', async () => {
    const { key } = await t.given.fanclub();
    const { text } = await new HttpClient(t.origin).post(`/api/v1/contacts?key=${key}`);
    expect(JSON.parse(text)).toEqual(refusal('Contact parameter is required.'));
  });

  it('may have 20 levels', async () => {
    const { body } = await t.api.post('/login', lists(19));
    expect(body.messages).toEqual(['Email and password combination is incorrect.']);
  });

  it('may have 1,000 fields', async () => {
    for (const answer of [t.api.post('/login', fields(1_000)), t.api.form('/login', 'a=1&'.repeat(1_000))]) {
      expect((await answer).body.messages).toEqual(['Email and password combination is incorrect.']);
    }
  });

  it('cannot set a prototype', async () => {
    const { body } = await t.api.post('/login', '{"__proto__":{"email":"a@b.test"}}');
    expect(body.messages).toEqual(['Email and password combination is incorrect.']);
  });
});

describe('a body that begins with { and parses as JSON', () => {
  const TYPES = [
    null,
    '',
    'garbage',
    'text/plain',
    'text/plain;charset=UTF-8',
    FORM,
    `${FORM}; charset=UTF-8`,
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=iso-8859-1',
    'application/vnd.api+json',
  ];
  const post = async (body: string | Buffer, type: string | null) => {
    const { key } = await t.given.fanclub();
    const http = new HttpClient(t.origin);
    return http.post<{ messages: string[] }>(`/api/v1/contacts?key=${key}`, body, {
      headers: type === null ? {} : { 'content-type': type },
    });
  };
  const READ = ['Email does not appear to be valid'];

  it.each(TYPES)('is JSON with any Content-Type: %j', async (type) => {
    expect((await post('{"contact":{"email":"no"}}', type)).json.messages).toEqual(READ);
  });

  it.each([
    ['white space', ' \t\r\n{"contact":{"email":"no"}}\n'],
    ['a byte order mark', '\ufeff{"contact":{"email":"no"}}'],
    ['characters that a form would split and decode', '{"contact":{"email":"50%&a=b+c"}}'],
  ])('is JSON with %s', async (_, body) => {
    for (const type of [null, 'text/plain', FORM, 'application/json']) {
      expect((await post(body, type)).json.messages).toEqual(READ);
    }
  });

  it('cannot set a prototype with any Content-Type', async () => {
    const body = '{"__proto__":{"contact":{"email":"no"}}}';
    expect((await post(body, 'text/plain')).json.messages).toEqual(['Contact parameter is required.']);
  });

  it('is distinguished from a form that begins with { and is not JSON', async () => {
    expect((await post('{a=1&contact[email]=no', FORM)).json.messages).toEqual(READ);
    expect((await post('{"a":1&contact[email]=no', FORM)).json.messages).toEqual(READ);
  });

  it('is refused by the origin check, not by the media type, when a foreign page sends it', async () => {
    const { key } = await t.given.fanclub();
    const headers = { 'content-type': 'text/plain', origin: 'https://evil.example' };
    const { json } = await new HttpClient(t.origin).post<object>(
      `/api/v1/login?key=${key}`,
      '{"email":"a"}',
      {
        headers,
      },
    );
    expect(json).toEqual(refusal('This website is not allowed to use this API.'));
  });
});

describe('an internal error', () => {
  it('is answered with the fixed text and without its cause', async () => {
    await t.given.fanclub();
    await t.db.query('ALTER TABLE trusted_domains RENAME TO elsewhere');
    try {
      const { code, body, text } = await t.api.get('/fanclub');
      expect([code, body]).toEqual([200, refusal(UNEXPECTED)]);
      expect(text).not.toMatch(/relation|trusted_domains|\.ts/);
    } finally {
      await t.db.query('ALTER TABLE elsewhere RENAME TO trusted_domains');
    }
  });
});

describe('every answer', () => {
  it.each(['/fanclub', '/nowhere', '/%zz'])('carries the protective headers: %s', async (path) => {
    const { headers } = await t.api.get(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('vary')).toContain('Origin');
    expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
  });

  it('gets a new request id if the sender is not a trusted proxy', async () => {
    const named = await t.api.get('/fanclub', { headers: { 'x-request-id': 'trace-0123456789' } });
    expect(named.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  describe('behind a trusted proxy', () => {
    const behind = testApp({ TRUST_PROXY: '127.0.0.1' });

    it('keeps the request id of the proxy if it is well-formed, else gets a new one', async () => {
      const named = await behind.api.get('/fanclub', { headers: { 'x-request-id': 'trace-0123456789' } });
      expect(named.headers.get('x-request-id')).toBe('trace-0123456789');
      const odd = await behind.api.get('/fanclub', { headers: { 'x-request-id': 'a b"c' } });
      expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });
  });
});

/** Posts a text repeatedly without announcing the total length. */
function chunked(path: string, text: string, times: number) {
  return new Promise<{ status?: number; text: string; connection?: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const outgoing = httpRequest(t.origin + path, { method: 'POST', headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode,
          text: Buffer.concat(chunks).toString(),
          connection: incoming.headers.connection,
        }),
      );
    });
    outgoing.on('error', reject);
    for (let n = 0; n < times; n += 1) outgoing.write(text);
    outgoing.end();
  });
}
