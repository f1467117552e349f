import {
  Fanclub,
  FanclubError,
  FanclubNetworkError,
  type FanclubOptions,
  FanclubTimeoutError,
} from './index.ts';

type Send = typeof fetch;
type Reply = Response | Error | 'nothing';

const ok = (fields: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ status: 'ok', ...fields }, { headers });
const refused = (message: string, headers: Record<string, string> = {}) =>
  Response.json({ status: 'error', messages: [message] }, { headers });
const BUSY = { 'retry-after': '0' };
const lost = () => new TypeError('fetch failed');

/** A client whose requests get these replies, in order. */
function clientOf(replies: Reply[], options: Partial<FanclubOptions> = {}) {
  const sent: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = [];
  const send = ((url: string, init: RequestInit) => {
    sent.push({ url, init: init as (typeof sent)[number]['init'] });
    const reply = replies[sent.length - 1] ?? new Error('There is no further reply.');
    if (reply instanceof Response) return Promise.resolve(reply);
    if (reply !== 'nothing') return Promise.reject(reply);
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  }) as Send;
  return { sent, club: new Fanclub({ url: 'https://api.example', key: 'a key', fetch: send, ...options }) };
}

describe('a client', () => {
  it.each([
    'api.example',
    'localhost:3000',
    '//api.example',
    'ftp://api.example',
    'https://',
    'https:api.example',
    ' ',
  ])('is refused with the url %j', (url) =>
    expect(() => clientOf([], { url })).toThrow(`url "${url}" must begin with http(s)://.`),
  );

  it.each(['', '  '])('is refused with the key %j', (key) =>
    expect(() => clientOf([], { key })).toThrow('key is empty.'),
  );
});

describe('a call', () => {
  it.each([
    ['https://api.example', 'https://api.example/api/v1/fanclub?key=a+key'],
    ['https://api.example/', 'https://api.example/api/v1/fanclub?key=a+key'],
    ['https://api.example/api/v1', 'https://api.example/api/v1/fanclub?key=a+key'],
    ['https://x.example/club/api/v1/', 'https://x.example/club/api/v1/fanclub?key=a+key'],
    ['', '/api/v1/fanclub?key=a+key'],
    ['/club/', '/club/api/v1/fanclub?key=a+key'],
  ])('to the service at %j goes to %s', async (url, address) => {
    const { club, sent } = clientOf([ok()], { url });
    await club.get('/fanclub');
    expect(sent[0]).toMatchObject({
      url: address,
      init: { method: 'GET', credentials: 'include', body: null },
    });
  });

  it('fills the path, and sends the rest as the query', async () => {
    const { club, sent } = clientOf([ok(), ok()]);
    await club.get('/events/{id}', { id: 12 });
    await club.get('/events', { tags: 'tour,uk', limit: 2 });
    expect(sent.map(({ url }) => url.replace('https://api.example/api/v1', ''))).toEqual([
      '/events/12?key=a+key',
      '/events?tags=tour%2Cuk&limit=2&key=a+key',
    ]);
  });

  it('sends the body as JSON, and the headers of the client', async () => {
    const { club, sent } = clientOf([ok()], { headers: { 'api-key': 'secret' } });
    await club.post('/account', { first_name: 'Ada', lists_opt_in: true });
    expect(sent[0]).toMatchObject({
      url: 'https://api.example/api/v1/account?key=a+key',
      init: {
        method: 'POST',
        body: '{"first_name":"Ada","lists_opt_in":true}',
        headers: { 'content-type': 'application/json', 'api-key': 'secret' },
      },
    });
  });

  it('sends the body as a form if this is chosen', async () => {
    const { club, sent } = clientOf([ok()], { posts: 'form' });
    await club.post('/contacts', { contact: { email: 'a@b.example' } });
    expect(sent[0]?.init).toMatchObject({
      body: 'contact%5Bemail%5D=a%40b.example',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });

  it('reports fields that a form cannot express as such', async () => {
    const { club, sent } = clientOf([], { posts: 'form' });
    await expect(club.post('/contacts', { contact: { email: 'a', pets: [{}] } })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  it('returns the cookies that the service has set', async () => {
    const { club, sent } = clientOf([ok({}, { 'set-cookie': 's=1; HttpOnly' }), ok()]);
    await club.post('/login', { email: 'a', password: 'b' });
    await club.get('/account');
    expect(sent.map(({ init }) => init.headers.cookie)).toEqual([undefined, 's=1']);
  });
});

describe('a read', () => {
  it.each<[string, Reply]>([
    ['a refusal with Retry-After', refused('Busy', BUSY)],
    ['a proxy without a service', new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['a failed connection', lost()],
  ])('is repeated after %s', async (_, reply) => {
    const { club, sent } = clientOf([reply, ok({ events: [] })]);
    await expect(club.get('/events')).resolves.toEqual({ events: [] });
    expect(sent).toHaveLength(2);
  });

  it('is repeated twice at most', async () => {
    const { club, sent } = clientOf([refused('1', BUSY), refused('2', BUSY), refused('3', BUSY), ok()]);
    const failed = club.get('/events');
    await expect(failed).rejects.toThrow(FanclubError);
    await expect(failed).rejects.toThrow('3');
    expect(sent).toHaveLength(3);
  });

  it('is not repeated after a refusal without Retry-After', async () => {
    const { club, sent } = clientOf([refused('No event found'), ok()]);
    await expect(club.get('/events/{id}', { id: 1 })).rejects.toThrow('No event found');
    expect(sent).toHaveLength(1);
  });

  it('is not repeated if the wait is longer than the time that is left', async () => {
    const { club, sent } = clientOf([refused('Busy', { 'retry-after': '5' }), ok()], { timeout: 4000 });
    await expect(club.get('/events')).rejects.toMatchObject({ messages: ['Busy'], retryAfter: 5 });
    expect(sent).toHaveLength(1);
  });

  it('is not repeated with retries: 0', async () => {
    const { club } = clientOf([lost(), ok()], { retries: 0 });
    const failed = club.get('/events');
    await expect(failed).rejects.toThrow(FanclubNetworkError);
    await expect(failed).rejects.toThrow('GET /events: https://api.example cannot be reached.');
  });
});

describe('a write', () => {
  it.each<[string, Reply]>([
    ['a refusal with Retry-After', refused('Busy', BUSY)],
    ['a failed connection', lost()],
    ['a proxy without a service', new Response('', { status: 503 })],
  ])('is never repeated: %s', async (_, reply) => {
    const { club, sent } = clientOf([reply, ok()]);
    await expect(club.post('/contests/{id}/enter', { id: 1 })).rejects.toThrow();
    expect(sent).toHaveLength(1);
  });

  it('is never repeated: a log-out', async () => {
    const { club, sent } = clientOf([lost(), ok()]);
    await expect(club.get('/logout')).rejects.toThrow(FanclubNetworkError);
    expect(sent).toHaveLength(1);
  });
});

describe('a call that takes long', () => {
  it('ends with a timeout', async () => {
    const { club, sent } = clientOf(['nothing'], { timeout: 5 });
    const failed = club.get('/events');
    await expect(failed).rejects.toThrow(FanclubTimeoutError);
    await expect(failed).rejects.toThrow('GET /events: no answer within 5 ms.');
    expect(sent).toHaveLength(1);
  });

  it('ends with the timeout of the call, if it has one', async () => {
    const { club } = clientOf(['nothing']);
    await expect(club.post('/login', { email: 'a', password: 'b' }, { timeout: 5 })).rejects.toThrow(
      FanclubTimeoutError,
    );
  });

  it("ends with the signal's reason if the caller aborts it", async () => {
    const { club } = clientOf(['nothing']);
    const controller = new AbortController();
    const failed = club.get('/events', {}, { signal: controller.signal });
    controller.abort();
    await expect(failed).rejects.toBe(controller.signal.reason);
    await expect(failed).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('ends if the caller aborts it while it waits for a retry', async () => {
    const { club, sent } = clientOf([refused('Busy', { 'retry-after': '5' }), ok()]);
    const failed = club.get('/events', {}, { signal: AbortSignal.timeout(20) });
    await expect(failed).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(failed).rejects.not.toBeInstanceOf(FanclubNetworkError);
    expect(sent).toHaveLength(1);
  });
});
