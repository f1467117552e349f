import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRaw } from '#libs/testing';
import { EventsService } from '../../src/domains/events/events.service';
import { Published } from '../../src/platform/published';
import { Pages } from '../support/pages';
import { FOREIGN, TRUSTED } from '../support/provenances';
import { testApp } from '../support/start-test-app';

const MAX_IN_FLIGHT = 3;

const t = testApp({
  MAX_REQUESTS_IN_FLIGHT: String(MAX_IN_FLIGHT),
  ANSWER_TIMEOUT_SECONDS: '2',
  REQUEST_TIMEOUT_SECONDS: '2',
  HEADERS_TIMEOUT_SECONDS: '2',
});

const UNEXPECTED = { status: 'error', messages: ['An error has occurred, please try again later.'] };

/** Holds the answers to `GET /events` until they are released, and resolves once this many are waiting. */
function hold(count: number) {
  const { list } = EventsService.prototype;
  const service = t.app.get(EventsService);
  let letGo: () => void;
  let arrived: () => void;
  let waiting = 0;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const allWait = new Promise<void>((resolve) => (arrived = resolve));
  jest.spyOn(service, 'list').mockImplementation(async (...given) => {
    if ((waiting += 1) === count) arrived();
    await released;
    return list.apply(service, given);
  });
  return { allWait, letGo: () => letGo() };
}

afterEach(() => jest.restoreAllMocks());

describe('simultaneous requests above the limit', () => {
  it('are refused immediately, with the text of an internal error and Retry-After', async () => {
    const held = hold(MAX_IN_FLIGHT);
    const begun = Array.from({ length: MAX_IN_FLIGHT }, () => t.api.get('/events'));
    await held.allWait;
    const refused = await t.api.get('/fanclub');
    expect([refused.code, refused.body, refused.headers.get('retry-after')]).toEqual([200, UNEXPECTED, '1']);
    expect(refused.headers.get('x-request-id')).not.toBeNull();

    held.letGo();
    for (const { body } of await Promise.all(begun)) expect(body.status).toBe('ok');
    expect((await t.api.get('/fanclub')).body.status).toBe('ok');
  });

  it('are refused in the requested format', async () => {
    const held = hold(MAX_IN_FLIGHT);
    const begun = Array.from({ length: MAX_IN_FLIGHT }, () => t.api.get('/events'));
    await held.allWait;
    const { code, headers, text } = await t.api.get('/fanclub?callback=show');
    expect([code, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(text).toBe(`/**/ typeof show === 'function' && show(${JSON.stringify(UNEXPECTED)});`);
    held.letGo();
    await Promise.all(begun);
  });

  it('are refused without CORS headers, before the website is known', async () => {
    await t.given.trustedDomain({ origin: TRUSTED });
    const ask = () => t.api.get('/fanclub', { headers: { origin: TRUSTED } });
    const allowed = async () => (await ask()).headers.get('access-control-allow-origin');
    expect(await allowed()).toBe(TRUSTED);
    const held = hold(MAX_IN_FLIGHT);
    const begun = Array.from({ length: MAX_IN_FLIGHT }, () => t.api.get('/events'));
    await held.allWait;
    expect(await allowed()).toBeNull();
    held.letGo();
    await Promise.all(begun);
  });

  it('do not affect health checks and unknown paths', async () => {
    const held = hold(MAX_IN_FLIGHT);
    const begun = Array.from({ length: MAX_IN_FLIGHT }, () => t.api.get('/events'));
    await held.allWait;
    expect((await fetch(`${t.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${t.origin}/readyz`)).status).toBe(200);
    expect((await t.api.get('/nowhere')).code).toBe(404);
    const { id } = await t.given.fanclub();
    const page = await new Pages(t.origin).open(`/fanclubs/${id}/login`);
    expect([page.status, page.headers['retry-after']]).toEqual([503, '1']);
    held.letGo();
    await Promise.all(begun);
  });

  it('do not include those whose bodies are incomplete, so that slow senders cannot block others', async () => {
    const head =
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n';
    const slow = Array.from({ length: 3 * MAX_IN_FLIGHT }, () =>
      connect(Number(new URL(t.origin).port), '127.0.0.1'),
    );
    for (const socket of slow) socket.on('error', () => undefined).write(`${head}\r\n{`);
    await sleep(300);
    const { body } = await t.api.get('/fanclub');
    for (const socket of slow) socket.destroy();
    expect(body.status).toBe('ok');
  });

  it('do not include those whose answers are not read, and those clients are disconnected', async () => {
    const length = 12_000_000;
    const event = await t.given.event({ description: 'x'.repeat(length) });
    const head = `GET /api/v1/events/${event.id}?key=${(await t.given.fanclub()).key} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const server = t.app.getHttpServer();
    expect(server.timeout).toBe(4_000);
    server.setTimeout(1_000);
    const ends: Promise<unknown>[] = [];
    const accepted = (socket: Socket): unknown => ends.push(once(socket, 'close'));
    server.on('connection', accepted);
    const idle = Array.from({ length: MAX_IN_FLIGHT }, () =>
      connect(Number(new URL(t.origin).port), '127.0.0.1'),
    );
    for (const socket of idle) socket.on('error', () => undefined).write(head);
    await Promise.all(idle.map((socket) => once(socket, 'readable')));
    server.off('connection', accepted).setTimeout(4_000);
    expect((await t.api.get('/fanclub')).body).toMatchObject({ status: 'ok' });

    await Promise.all(ends);
    for (const socket of idle) {
      if (!socket.resume().closed) await once(socket, 'close');
      expect(socket.bytesRead).toBeLessThan(length);
    }
  });

  it.each([
    ['ends later', true],
    ['never ends, after the time limit', false],
  ])('do not include those whose client disconnected and whose work %s', async (_name, ends) => {
    const held = hold(MAX_IN_FLIGHT);
    const { key } = await t.given.fanclub();
    const leaving = Array.from({ length: MAX_IN_FLIGHT }, async () => {
      const abort = new AbortController();
      const asking = fetch(`${t.origin}/api/v1/events?key=${key}`, { signal: abort.signal });
      await held.allWait;
      abort.abort();
      await expect(asking).rejects.toThrow();
    });
    await Promise.all(leaving);
    if (ends) held.letGo();
    let answer = await t.api.get('/fanclub');
    // The server notices the disconnect a moment later.
    while (answer.body.status !== 'ok') {
      await sleep(20);
      answer = await t.api.get('/fanclub');
    }
  });

  it('do not include those that ended in any way', async () => {
    const { id, key } = await t.given.fanclub();
    const ask = async (path: string, init?: RequestInit) => (await fetch(`${t.origin}${path}`, init)).text();
    const asked = { origin: TRUSTED, 'access-control-request-method': 'POST' };
    const json = { 'content-type': 'application/json' };
    const failing = async (fail: () => Promise<never>) => {
      for (const name of ['byKey', 'byId'] as const)
        jest.spyOn(t.app.get(Published), name).mockImplementation(fail);
      await ask(`/api/v1/events?key=${key}`, { headers: { origin: TRUSTED } });
      await ask(`/api/v1/account?key=${key}`, { method: 'OPTIONS', headers: asked });
      await ask(`/fanclubs/${id}/login`);
      jest.restoreAllMocks();
    };
    const ends: readonly (() => Promise<unknown>)[] = [
      () => ask(`/api/v1/events/1?key=${key}`),
      () => ask('/api/v1/events?key=none'),
      () => ask('/api/v1/nowhere'),
      () => ask('/api/v1/%zz'),
      () => ask(`/fanclubs/${id}/nowhere`),
      () => ask(`/api/v1/login?key=${key}`, { method: 'POST', headers: json, body: '{' }),
      () => ask('/api/v1/login', { method: 'POST', body: 'x'.repeat(70_000) }).catch(() => null),
      () => ask(`/api/v1/account/search?key=${key}&callback=show&_method=POST`),
      () => ask(`/api/v1/login?key=${key}&callback=show&_method=POST`),
      () => ask(`/api/v1/account?key=${key}`, { method: 'OPTIONS', headers: asked }),
      () => ask(`/api/v1/account?key=${key}`, { method: 'OPTIONS', headers: { ...asked, origin: FOREIGN } }),
      () => ask('/api/v1/nowhere', { method: 'OPTIONS' }),
      () => failing(() => Promise.reject(new Error('no answer'))),
      () =>
        failing(() => {
          throw new Error('no answer');
        }),
    ];
    for (const end of ends) for (let times = 0; times <= MAX_IN_FLIGHT; times += 1) await end();
    expect((await t.api.get('/fanclub')).body.status).toBe('ok');
  });

  it('keep their connection, unless the rest of a body is incomplete', async () => {
    const held = hold(MAX_IN_FLIGHT);
    const begun = Array.from({ length: MAX_IN_FLIGHT }, () => t.api.get('/events'));
    await held.allWait;
    const refused = await fetch(`${t.origin}/api/v1/fanclub`);
    expect([await refused.json(), refused.headers.get('connection')]).toEqual([UNEXPECTED, 'keep-alive']);
    held.letGo();
    await Promise.all(begun);
  });

  it('have the rest of their bodies ignored', async () => {
    const held = hold(MAX_IN_FLIGHT);
    const begun = Array.from({ length: MAX_IN_FLIGHT }, () => t.api.get('/events'));
    await held.allWait;
    const head =
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n';
    const answer = await sendRaw(t.origin, `${head}\r\n{`);
    expect([answer.status, JSON.parse(answer.body), answer.headers.connection]).toEqual([
      200,
      UNEXPECTED,
      'close',
    ]);
    held.letGo();
    await Promise.all(begun);
  });
});

describe('a request that takes too long', () => {
  it('is answered nevertheless, and its late result is dropped', async () => {
    const held = hold(1);
    const answer = await t.api.get('/events');
    expect([answer.code, answer.body]).toEqual([200, UNEXPECTED]);
    held.letGo();
    expect((await t.api.get('/events')).body.status).toBe('ok');
  });

  it('may also fail after its answer', async () => {
    let fail: (error: Error) => void;
    const late = new Promise<never>((_, reject) => (fail = reject));
    jest.spyOn(t.app.get(EventsService), 'list').mockReturnValueOnce(late);
    expect((await t.api.get('/events')).body).toEqual(UNEXPECTED);
    fail!(new Error('too late to matter'));
    expect((await t.api.get('/events')).body.status).toBe('ok');
  });
});
