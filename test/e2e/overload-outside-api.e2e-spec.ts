import { sendRaw } from '#libs/testing';
import { EventsService } from '../../src/domains/events/events.service';
import { PaymentInboxService } from '../../src/domains/payment-providers/payment-inbox.service';
import { Overloaded } from '../../src/platform/http';
import { OriginCheck } from '../../src/platform/access/origin-check';
import { Lifecycle } from '../../src/platform/operations';
import { StaffSessionsService } from '../../src/platform/staff/login/staff-sessions.service';
import { Pages } from '../support/pages';
import { StaffClient } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ MAX_REQUESTS_IN_FLIGHT: '1', ANSWER_TIMEOUT_SECONDS: '1' });

const EVENTS = '/payments/demo/1/events';
const webhook = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${t.origin}${EVENTS}`, { method: 'POST', headers, body: '{"id":"evt_1"}' });
const staffWrite = () =>
  new StaffClient(t).post('/session/password', { email: 'a@x.example', password: 'x' });

const UNAVAILABLE = {
  type: '/staff/problems/unavailable',
  title: 'Not available at the moment',
  status: 503,
};

/** Expects 503 with Retry-After: neither a provider nor the app may count the request as done. */
async function expectNobodyIsTold200(): Promise<void> {
  const event = await webhook();
  expect([event.status, event.headers.get('retry-after')]).toEqual([503, '1']);
  const write = await staffWrite();
  expect([write.status, write.headers['retry-after'], write.headers['content-type']]).toEqual([
    503,
    '1',
    'application/problem+json; charset=utf-8',
  ]);
  expect(write.body).toMatchObject(UNAVAILABLE);
}

/** Runs while a request of the API takes the only place. */
async function underLoad(act: () => Promise<void>): Promise<void> {
  let [release, begin] = [(): void => undefined, (): void => undefined];
  const released = new Promise<void>((resolve) => (release = resolve));
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const list = jest.spyOn(t.app.get(EventsService), 'list').mockImplementation(async () => {
    begin();
    await released;
    throw new Overloaded();
  });
  const held = t.api.get('/events');
  await begun;
  try {
    await act();
  } finally {
    release();
    await held;
    list.mockRestore();
  }
}

afterEach(() => {
  jest.restoreAllMocks();
  t.app.get(Lifecycle).isDraining = false;
});

describe('overload says 200 only below /api/v1:', () => {
  it('a shed webhook and a shed write of staff get 503', async () => {
    await underLoad(async () => {
      await expectNobodyIsTold200();
      expect((await t.api.get('/fanclub')).code).toBe(200);
    });
  });

  it('also while the process is stopping', async () => {
    t.app.get(Lifecycle).isDraining = true;
    await underLoad(expectNobodyIsTold200);
  });

  it('also if the rest of a body is missing', async () => {
    await underLoad(async () => {
      for (const path of [EVENTS, '/staff/api/session/password']) {
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n`;
        const { status, headers } = await sendRaw(t.origin, `${head}\r\n{`);
        expect([path, status, headers['retry-after'], headers.connection]).toEqual([path, 503, '1', 'close']);
      }
    });
  });

  it('at the deadline', async () => {
    jest.spyOn(t.app.get(PaymentInboxService), 'receive').mockReturnValue(new Promise(() => undefined));
    jest.spyOn(t.app.get(StaffSessionsService), 'find').mockReturnValue(new Promise(() => undefined));
    await expectNobodyIsTold200();
    const { id } = await t.given.fanclub();
    jest.spyOn(t.app.get(OriginCheck), 'judge').mockReturnValue(new Promise(() => undefined));
    expect((await new Pages(t.origin).open(`/fanclubs/${id}/login`)).status).toBe(503);
  });

  it('if a hook fails because the database is busy', async () => {
    jest.spyOn(t.app.get(OriginCheck), 'judge').mockRejectedValue(new Overloaded());
    await expectNobodyIsTold200();
  });

  it('if a hook fails', async () => {
    jest.spyOn(t.app.get(OriginCheck), 'judge').mockRejectedValue(new Error('no'));
    expect((await webhook()).status).toBe(500);
    const write = await staffWrite();
    expect([write.status, write.body.type]).toEqual([500, '/staff/problems/failure']);
    expect((await t.api.get('/fanclub')).code).toBe(200);
  });

  it('below /api/v1 also if the address is written otherwise', async () => {
    for (const path of ['/api/v1/events', '/%61pi/v1/events', '/api/%76%31/events']) {
      const head = `GET ${path}?key=unknown HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      expect([path, (await sendRaw(t.origin, head)).status]).toEqual([path, 200]);
    }
  });

  it('for heads and bodies that are not HTTP as it should be', async () => {
    const head = (path: string, more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`;
    for (const path of [EVENTS, '/staff/api/session/password']) {
      for (const [more, rest] of [
        ['Content-Type: nonsense\r\nContent-Length: 2\r\n', '{}'],
        ['Content-Type: application/json; charset=utf-16\r\nContent-Length: 2\r\n', '{}'],
        ['Content-Type: application/json\r\nContent-Length: 70000\r\n', ''],
        ['Content-Length: x\r\n', ''],
        ['Host: y\r\nContent-Length: 2\r\n', '{}'],
        ['', ''],
      ] as const) {
        const { status } = await sendRaw(t.origin, head(path, more) + rest);
        expect([path, more, status >= 400]).toEqual([path, more, true]);
      }
    }
  });
});
