import { Fanclub, FanclubError, FanclubNetworkError, type FanclubOptions } from './index.ts';

const NOW = Math.floor(Date.now() / 1000);
const tokens = (name: string) => ({
  access_token: `access ${name}`,
  access_token_expiration: NOW + 600,
  refresh_token: `refresh ${name}`,
  refresh_token_expiration: NOW + 86_400,
});
const LOG_IN = 'Please log in to access your online benefits.';
const refused = (message: string) => ({ status: 'error', messages: [message] });

interface Sent {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly init: RequestInit;
}

/** A client, and what it has sent. Each request is answered by `reply`; an error is a failed connection. */
function clientOf(reply: (sent: Sent) => object | Promise<object>, options: Partial<FanclubOptions> = {}) {
  const sent: Sent[] = [];
  const send = async (url: string, init: RequestInit) => {
    const { authorization } = init.headers as Record<string, string>;
    const one = { path: new URL(url).pathname.replace('/api/v1', ''), authorization, init };
    sent.push(one);
    const body = await reply(one);
    if (body instanceof Error) throw body;
    return Response.json({ status: 'ok', ...body });
  };
  const club = new Fanclub({
    url: 'https://api.example',
    key: 'k',
    tokens: 'memory',
    fetch: send as typeof fetch,
    ...options,
  });
  return { club, sent };
}

/** The addresses and tokens that were sent. */
const linesOf = (sent: readonly Sent[]) =>
  sent.map(({ path, authorization }) => `${path} ${authorization ?? '-'}`);

const PERSON = { email: 'a@b.example', password: 'secret' };

afterEach(() => jest.restoreAllMocks());
const passMinutes = (minutes: number) =>
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes * 60_000);

/** Somebody who has logged in ten minutes ago. */
async function expired(answers: Record<string, (count: number) => object | Promise<object>>) {
  const counts = new Map<string, number>();
  const client = clientOf(({ path }) => {
    if (path === '/login') return { customer: {}, access: tokens('0') };
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    return answers[path]?.(count) ?? {};
  });
  await client.club.post('/login', PERSON);
  passMinutes(10);
  return client;
}

describe('a client with tokens', () => {
  it('asks for them when it logs in, sends them and no cookies, and does not show them to the page', async () => {
    const { club, sent } = clientOf(({ path }) =>
      path === '/login' ? { customer: { id: 1 }, access: tokens('1') } : {},
    );
    await expect(club.post('/login', PERSON)).resolves.toEqual({ customer: { id: 1 } });
    await club.get('/account');
    expect(JSON.parse(sent[0].init.body as string)).toEqual({ ...PERSON, tokens: true });
    expect(linesOf(sent)).toEqual(['/login -', '/account Bearer access 1']);
    expect(sent.map(({ init }) => init.credentials)).toEqual(['omit', 'omit']);
  });

  it('removes them after a log-out', async () => {
    const { club, sent } = clientOf(({ path }) => (path === '/login' ? { access: tokens('1') } : {}));
    await club.post('/login', PERSON);
    await club.get('/logout');
    await club.get('/account');
    expect(linesOf(sent).slice(1)).toEqual(['/logout Bearer access 1', '/account -']);
  });

  it('exchanges them once for all calls that wait', async () => {
    const { club, sent } = await expired({ '/refresh': () => ({ access: tokens('1') }) });
    await Promise.all([club.get('/account'), club.get('/events'), club.get('/plans')]);
    expect(linesOf(sent).slice(1).sort()).toEqual([
      '/account Bearer access 1',
      '/events Bearer access 1',
      '/plans Bearer access 1',
      '/refresh -',
    ]);
    expect(JSON.parse(sent[1].init.body as string)).toEqual({ refresh_token: 'refresh 0' });
  });

  it('goes on as a visitor if the service knows them no more', async () => {
    const { club, sent } = await expired({ '/refresh': () => refused(LOG_IN) });
    await club.get('/events');
    await club.get('/plans');
    expect(linesOf(sent)).toEqual(['/login -', '/refresh -', '/events -', '/plans -']);
  });

  it('keeps them after a fault of the service', async () => {
    const { club, sent } = await expired({
      '/refresh': (count) => (count === 0 ? refused('An error has occurred.') : { access: tokens('1') }),
    });
    await expect(club.get('/events')).rejects.toThrow(FanclubError);
    await club.get('/events');
    expect(linesOf(sent)).toEqual(['/login -', '/refresh -', '/refresh -', '/events Bearer access 1']);
  });

  it('repeats a read, but not a write, if the exchange gets no answer', async () => {
    const { club, sent } = await expired({
      '/refresh': (count) => (count < 2 ? new TypeError('fetch failed') : { access: tokens('1') }),
    });
    await expect(club.post('/contests/{id}/enter', { id: 1 })).rejects.toThrow(FanclubNetworkError);
    await club.get('/events');
    expect(linesOf(sent).slice(1)).toEqual([
      '/refresh -',
      '/refresh -',
      '/refresh -',
      '/events Bearer access 1',
    ]);
  });

  it('does not replace a later log-in by an exchange that is on its way', async () => {
    let answer = (_: object) => {};
    const { club, sent } = await expired({
      '/refresh': () => new Promise<object>((resolve) => (answer = resolve)),
    });
    const read = club.get('/events');
    club.receive(`https://site.example/login/reload?${new URLSearchParams(texts(tokens('2'))).toString()}`);
    answer({ access: tokens('1') });
    await read;
    expect(linesOf(sent).at(-1)).toBe('/events Bearer access 2');
  });

  it('ends a call that its caller aborts during the exchange', async () => {
    const { club } = await expired({ '/refresh': () => new Promise<object>(() => {}) });
    const controller = new AbortController();
    const read = club.get('/events', {}, { signal: controller.signal });
    controller.abort();
    await expect(read).rejects.toBe(controller.signal.reason);
  });

  it('takes those of the hosted log-in from an address', async () => {
    const { club, sent } = clientOf(() => ({}));
    const query = new URLSearchParams({ ...texts(tokens('1')), redirect: 'https://site.example/codes' });
    expect(club.receive(`https://site.example/login/reload?${query.toString()}`)).toBe(
      'https://site.example/codes',
    );
    await club.get('/account');
    expect(linesOf(sent)).toEqual(['/account Bearer access 1']);
  });

  it.each([
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    'https://site.example.evil.example/',
  ])('leads to no other website: %s', (redirect) => {
    const { club } = clientOf(() => ({}));
    const query = new URLSearchParams({ ...texts(tokens('1')), redirect });
    expect(club.receive(`https://site.example/login/reload?${query.toString()}`)).toBe('/');
  });

  it('removes them with a new password, which ends the session', async () => {
    const { club, sent } = clientOf(({ path }) => (path === '/login' ? { access: tokens('1') } : {}));
    await club.post('/login', PERSON);
    await club.post('/account', {
      current_password: 'secret',
      password: 'another',
      password_confirmation: 'another',
    });
    await club.get('/account');
    expect(linesOf(sent).slice(1)).toEqual(['/account Bearer access 1', '/account -']);
  });

  it.each([-60, 60])('does not mind a clock that is %i minutes wrong', async (minutes) => {
    passMinutes(minutes);
    const { club, sent } = clientOf(({ path }) => (path === '/login' ? { access: tokens('1') } : {}));
    await club.post('/login', PERSON);
    await club.get('/events');
    expect(linesOf(sent)).toEqual(['/login -', '/events Bearer access 1']);
  });

  it.each(['', '?access_token=a&refresh_token=b', '?redirect=https://site.example/'])(
    'takes nothing from the query %j',
    (query) => {
      expect(clientOf(() => ({})).club.receive(`https://site.example/login/reload${query}`)).toBeNull();
    },
  );

  it('is refused with JSONP, whose scripts carry no tokens', () => {
    expect(() => clientOf(() => ({}), { jsonp: 'fallback' })).toThrow(TypeError);
  });
});

describe('tokens in the storage of a website', () => {
  const page = globalThis as { localStorage?: unknown };
  const kept = new Map<string, string>();

  beforeEach(() => {
    kept.clear();
    Object.defineProperty(page, 'localStorage', {
      configurable: true,
      value: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, text: string) => kept.set(name, text),
        removeItem: (name: string) => kept.delete(name),
      },
    });
  });
  afterEach(() => {
    delete page.localStorage;
  });

  it('are those of all its pages, for one fan club', async () => {
    const login = clientOf(() => ({ access: tokens('1') }), { tokens: 'storage' });
    await login.club.post('/login', PERSON);
    const same = clientOf(() => ({}), { tokens: 'storage' });
    const other = clientOf(() => ({}), { tokens: 'storage', key: 'another' });
    await same.club.get('/account');
    await other.club.get('/account');
    expect(linesOf([...same.sent, ...other.sent])).toEqual(['/account Bearer access 1', '/account -']);
    await same.club.get('/logout');
    expect(kept.size).toBe(0);
  });

  it('stay removed when another tab logs out during an exchange', async () => {
    let answer = (_: object) => {};
    const { club, sent } = clientOf(
      ({ path }) => {
        if (path === '/login') return { access: tokens('0') };
        return path === '/refresh' ? new Promise<object>((resolve) => (answer = resolve)) : {};
      },
      { tokens: 'storage' },
    );
    await club.post('/login', PERSON);
    passMinutes(10);
    const read = club.get('/events');
    await new Promise((resolve) => setImmediate(resolve));
    kept.clear();
    answer({ access: tokens('1') });
    await read;
    expect(linesOf(sent).at(-1)).toBe('/events -');
    expect(kept.size).toBe(0);
  });

  it('are kept in memory if the storage takes nothing, and ignored if they cannot be read', async () => {
    const { club, sent } = clientOf(({ path }) => (path === '/login' ? { access: tokens('1') } : {}), {
      tokens: 'storage',
    });
    kept.set('fanclub https://api.example/api/v1 k', '{');
    await club.get('/account');
    kept.set = () => {
      throw new Error('QuotaExceededError');
    };
    await club.post('/login', PERSON);
    await club.get('/account');
    expect(linesOf(sent)).toEqual(['/account -', '/login -', '/account Bearer access 1']);
  });
});

const texts = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
