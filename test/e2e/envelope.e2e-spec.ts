import { testApp } from '../support/start-test-app';

const t = testApp();

const refusal = (message: string) => ({ status: 'error', messages: [message] });
/** A field of lists within each other; the body around it is one level more. */
const lists = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const UNEXPECTED = 'An error has occurred, please try again later.';

describe('a body that cannot be read', () => {
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
    ['what is no media type', '{}', 'garbage', 'Request body must be JSON.'],
    ['21 levels', lists(20), 'application/json', 'Request body is nested too deeply.'],
    ['2,000 levels', lists(2_000), 'application/json', 'Request body is nested too deeply.'],
    ['30,000 levels', lists(30_000), 'application/json', 'Request body is nested too deeply.'],
    ['more than 64 KiB', `{"a":"${'x'.repeat(70_000)}"}`, 'application/json', 'Request is too large.'],
  ])('%s is refused with what is wrong, not as a fault of ours', async (_, body, type, message) => {
    const answer = await t.api.post('/login', body, { headers: { 'content-type': type } });
    expect([answer.code, answer.body]).toEqual([200, refusal(message)]);
  });

  it('is reported only once the key has been found valid', async () => {
    await t.given.fanclub();
    const { body } = await t.api.post('/login', '{"email":', { key: 'wrong' });
    expect(body).toEqual(refusal('Please use a valid API Key.'));
  });

  it('is not what an empty body is', async () => {
    const { body } = await t.api.post('/login', '', { headers: { 'content-type': 'application/json' } });
    expect(body.messages).toEqual(['Email and password combination is incorrect.']);
  });

  it('is not what one of 20 levels is', async () => {
    const { body } = await t.api.post('/login', lists(19));
    expect(body.messages).toEqual(['Email and password combination is incorrect.']);
  });

  it('cannot plant a prototype', async () => {
    const { body } = await t.api.post('/login', '{"__proto__":{"email":"a@b.test"}}');
    expect(body.messages).toEqual(['Email and password combination is incorrect.']);
  });
});

describe('a fault of ours', () => {
  it('is answered with the fixed text and nothing of its cause', async () => {
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

  it('names its request: by the id sent along if it is a plain one, else by a new one', async () => {
    const named = await t.api.get('/fanclub', { headers: { 'x-request-id': 'trace-0123456789' } });
    expect(named.headers.get('x-request-id')).toBe('trace-0123456789');
    const odd = await t.api.get('/fanclub', { headers: { 'x-request-id': 'a b"c' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
