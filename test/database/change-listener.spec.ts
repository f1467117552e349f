import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ChangeListener } from '#libs/snapshot';
import { createTestDatabase, type TestDatabase, withConnection } from '#libs/testing';

describe('ChangeListener', () => {
  let database: TestDatabase;
  let listener: ChangeListener | undefined;
  let heard: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await listener?.stop();
    listener = undefined;
  });

  afterAll(() => database.drop());

  /** Waits for a log line that begins like this, and discards the lines before it. */
  async function next(beginning: string): Promise<string> {
    for (let tries = 0; tries < 1000; tries += 1) {
      const at = heard.findIndex((line) => line.startsWith(beginning));
      if (at >= 0) return heard.splice(0, at + 1).at(-1) as string;
      await sleep(10);
    }
    throw new Error(`${beginning} was not heard, but: ${heard.join(', ')}`);
  }

  function listen(
    connectionString = database.url,
    notify: (payload: string) => Promise<unknown> = tell,
  ): ChangeListener {
    heard = [];
    return new ChangeListener({
      connection: { connectionString, application_name: 'listening' },
      channel: 'shop_changed',
      notify,
      heartbeat: 50,
      lease: 400,
      receiver: {
        startTrust: () => heard.push('trusted'),
        trustUntil: () => heard.push('alive'),
        stopTrust: () => heard.push('untrusted'),
        changed: (payload) => heard.push(`changed ${payload}`),
      },
      onLoss: () => heard.push('loss'),
    });
  }

  const tell = (payload: string): Promise<unknown> =>
    withConnection(database.url, (client) => client.query("SELECT pg_notify('shop_changed', $1)", [payload]));

  it('reports notifications, and that the connection works', async () => {
    listener = listen();
    listener.start();
    await next('trusted');
    await tell('7');
    expect(await next('changed')).toBe('changed 7');
    await next('alive');
  });

  it('does not trust a connection that delivers no notifications, and hides its own test messages', async () => {
    const tried: string[] = [];
    listener = listen(database.url, async (payload) => void tried.push(payload));
    listener.start();
    await next('loss');
    await tell('9');
    while (tried.length < 2) await sleep(10);
    await tell(tried[1]);
    await next('trusted');
    expect(tried[1]).not.toBe(tried[0]);
    await tell('8');
    expect(await next('changed')).toBe('changed 8');
    expect(heard.filter((line) => line.startsWith('changed'))).toEqual([]);
  });

  it('withdraws the trust when its connection ends, and listens again', async () => {
    listener = listen();
    listener.start();
    await next('trusted');
    await withConnection(database.url, (client) =>
      client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listening'",
      ),
    );
    await next('untrusted');
    await next('trusted');
    await tell('8');
    expect(await next('changed')).toBe('changed 8');
  });

  it('withdraws the trust when the server no longer answers', async () => {
    listener = listen();
    listener.start();
    await next('trusted');
    const frozen = jest.spyOn(Client.prototype, 'query');
    const noAnswer = (): unknown => sleep(400).then(() => Promise.reject(new Error('no answer')));
    frozen.mockImplementation(noAnswer);
    await next('untrusted');
    frozen.mockRestore();
    await next('trusted');
  });

  it('keeps trying while the server is unreachable, and reports the outage once', async () => {
    listener = listen('postgres://nobody@127.0.0.1:1/none');
    listener.start();
    await next('loss');
    await sleep(400);
    expect(heard.filter((line) => line === 'loss')).toEqual([]);
    expect(heard).not.toContain('trusted');
  });

  it.each([0, 1, 2, 5, 10, 20])('can be stopped %d ms after it was started', async (pause) => {
    listener = listen();
    listener.start();
    await sleep(pause);
    await listener.stop();
  });

  it('closes its connection when it is stopped, even twice', async () => {
    listener = listen();
    listener.start();
    await next('trusted');
    await Promise.all([listener.stop(), listener.stop()]);
    expect(heard).toContain('untrusted');
    const { rows } = await withConnection(database.url, (client) =>
      client.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'listening'"),
    );
    expect(rows).toEqual([]);
  });
});
