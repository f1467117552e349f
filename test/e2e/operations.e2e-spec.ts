import { get, type IncomingMessage } from 'node:http';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '#libs/testing';
import { retireGracefully, stopGracefully, VERSION } from '../../src/platform/operations';
import { untilWaiting } from '../support/lock-waits';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

describe('health', () => {
  const t = testApp({ READINESS_TIMEOUT_MS: '1000' });
  const ask = (path: string) => new HttpClient(t.origin).get(path);

  it('/healthz reports that the process runs, its version and its commit, which sources do not know, without a key', async () => {
    const { status, json } = await ask('/healthz');
    expect([status, json]).toEqual([200, { status: 'alive', version: VERSION, commit: null }]);
  });

  it('/readyz reports that database and migrations are ready', async () => {
    const { status, json } = await ask('/readyz');
    expect([status, json]).toEqual([
      200,
      { status: 'ready', process: 'serving', database: 'up', migrations: 'applied', jobs: 'none' },
    ]);
  });

  it('/readyz is 503 while a migration is missing', async () => {
    const [last] = await t.db.query('SELECT * FROM migrations ORDER BY id DESC LIMIT 1');
    await t.db.query('DELETE FROM migrations WHERE id = $1', [last.id]);
    try {
      const { status, json } = await ask('/readyz');
      expect([status, json]).toMatchObject([503, { status: 'unavailable', migrations: 'pending' }]);
    } finally {
      await t.db.query('INSERT INTO migrations (id, "timestamp", name) VALUES ($1, $2, $3)', [
        last.id,
        last.timestamp,
        last.name,
      ]);
    }
  });

  it('/readyz is 503 within about a second when the database does not answer', async () => {
    const blocker = t.db.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
    try {
      const { status, json } = await ask('/readyz');
      expect([status, json]).toMatchObject([503, { status: 'unavailable', database: 'down' }]);
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
    }
  });
});

describe('a process that was replaced', () => {
  const t = testApp({}, { alone: true });

  it('reports that it is ready as long as it answers', async () => {
    const blocker = t.db.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
    const underWay = new HttpClient(t.origin).get('/readyz');
    await untilWaiting(t, 1);
    const retired = retireGracefully(t.app, 0);
    await sleep(50);
    await blocker.rollbackTransaction();
    await blocker.release();

    const { status, json } = await underWay;
    await retired;
    expect([status, json]).toMatchObject([200, { status: 'ready', process: 'serving' }]);
  });
});

describe('a graceful stop', () => {
  const t = testApp({}, { alone: true });

  it('sends the pending answer, even if a keep-alive client holds its connection', async () => {
    const club = await t.given.fanclub();
    const { cookies } = await loggedIn(t, await t.given.customer());
    const agent = new Agent({ keepAlive: true });
    const ask = (): Promise<IncomingMessage & { text: string }> =>
      new Promise((resolve, reject) => {
        get(
          `${t.origin}/api/v1/account?key=${club.key}`,
          { agent, headers: { cookie: cookies } },
          (answer) => {
            let text = '';
            answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
            answer.on('end', () => resolve(Object.assign(answer, { text })));
          },
        ).on('error', reject);
      });
    await ask();
    const blocker = t.db.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');

    const underWay = ask();
    await untilWaiting(t, 1);
    const began = performance.now();
    const stopped = stopGracefully(t.app, 0);
    while (t.app.getHttpServer().listening) await sleep(5);
    await blocker.rollbackTransaction();
    await blocker.release();

    const answer = await underWay;
    await stopped;
    expect(JSON.parse(answer.text).status).toBe('ok');
    expect(answer.headers.connection).toBe('close');
    expect(performance.now() - began).toBeLessThan(3_000);
    agent.destroy();
    await expect(ask()).rejects.toThrow();
    agent.destroy();
  });
});
