import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { OriginCheck } from '../../src/platform/access/origin-check';
import type { Serving } from '../support/serve-process';
import { forkProcess, orEnd } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';

const t = testApp();

describe('an unhandled promise rejection', () => {
  it('is logged, and the process keeps running', async () => {
    await t.given.fanclub();
    const environment = { ...testEnvironment(t.config.database.url), LOG_LEVEL: 'error' };
    const { child, running } = forkProcess('faulty-process.ts', environment);
    try {
      const serving = once(child, 'message').then(([message]) => message as Serving);
      const { origin } = await orEnd(serving, child, running);
      const api = t.api.at(origin);

      const { body } = await api.get('/events');
      expect(body.status).toBe('ok');
      while (!running.output().includes('unhandled promise rejection')) await sleep(20);
      const [line] = running.output().trim().split('\n');
      expect(JSON.parse(line)).toMatchObject({
        level: 'error',
        err: { message: 'Nobody waits for this.' },
      });
      expect((await api.get('/fanclub')).body.status).toBe('ok');
    } finally {
      await running.kill('SIGKILL');
    }
  });
});

describe('an error before any handler', () => {
  afterEach(() => jest.restoreAllMocks());

  it('gets the fixed text, and never the answer for a logged-out visitor', async () => {
    jest.spyOn(t.app.get(OriginCheck), 'judge').mockRejectedValueOnce(new TypeError('x is not a function'));
    const { code, body } = await t.api.get('/account');
    expect([code, body]).toEqual([
      200,
      { status: 'error', messages: ['An error has occurred, please try again later.'] },
    ]);
    expect((await t.api.get('/fanclub')).body.status).toBe('ok');
  });
});
