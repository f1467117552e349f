import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '#libs/clock';
import { createTestDatabase, HttpClient, type TestDatabase } from '#libs/testing';
import { Given } from '../support/given';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { TcpProxy } from '../support/tcp-proxy';

/**
 * How soon a process shows a change when its listening connection fails silently, or when the process was
 * suspended.
 */
let database: OpenDatabase;
let elsewhere: TestDatabase;
let proxy: TcpProxy;
let key: string;
let fanclub: number;
let edition = 0;
const servers: ServerProcess[] = [];

/** Every process shows a change within this many milliseconds of its commit. */
const PROMISE = 1000;

beforeAll(async () => {
  database = await openDatabase();
  elsewhere = await createTestDatabase();
  proxy = await TcpProxy.before(database.url);
  ({ key, id: fanclub } = await new Given(database.dataSource, new SystemClock()).fanclub());
}, 30_000);

afterEach(async () => {
  proxy.become('pass');
  await Promise.all(servers.splice(0).map((server) => server.kill('SIGKILL')));
});

afterAll(async () => {
  await proxy.close();
  await elsewhere.drop();
  await database.close();
});

/** A process that listens at this URL. */
async function listeningAt(url: string): Promise<{ server: ServerProcess; client: HttpClient }> {
  const server = await startServerProcess(database.url, { DATABASE_LISTEN_URL: url, LOG_LEVEL: 'debug' });
  servers.push(server);
  return { server, client: new HttpClient(`${server.origin}/api/v1`) };
}

/** Renames the fan club by SQL, and returns the name and the latest possible time of the commit. */
async function edit(): Promise<{ name: string; at: number }> {
  const name = `Edition ${(edition += 1)}`;
  await database.dataSource.query('UPDATE fanclubs SET name = $1 WHERE id = $2', [name, fanclub]);
  return { name, at: performance.now() };
}

const shows = async (client: HttpClient, name: string): Promise<boolean> =>
  (await client.get(`/fanclub?key=${key}`)).text.includes(`"${name}"`);

/** Waits until the process receives notifications, and has cached the fan club. */
async function warm({ server, client }: { server: ServerProcess; client: HttpClient }): Promise<void> {
  const isListening = (): boolean => /(?<!not )listening for changes/.test(server.output());
  for (let left = 1000; left > 0 && !isListening(); left -= 1) await sleep(10);
  expect(isListening()).toBe(true);
  await shows(client, '');
}

/** Polls the process, and returns for how many milliseconds after an edit it showed older data. */
async function staleFor(client: HttpClient, { name, at }: { name: string; at: number }): Promise<number> {
  let last = 0;
  while (performance.now() < at + 4 * PROMISE) {
    const asked = performance.now();
    if (!(await shows(client, name))) last = asked - at;
    await sleep(10);
  }
  return last;
}

it('a change shows within a second even if the listening connection drops all packets', async () => {
  const served = await listeningAt(proxy.through(database.url));
  await warm(served);
  proxy.become('blackhole');
  expect(await staleFor(served.client, await edit())).toBeLessThan(PROMISE);
}, 30_000);

it.each([300, 900, 4000])(
  'the first answer of a process that was suspended for %d ms is up to date',
  async (pause) => {
    const { server, client } = await listeningAt(database.url);
    await warm({ server, client });
    for (let time = 0; time < 3000 / pause; time += 1) {
      await shows(client, '');
      process.kill(server.pid, 'SIGSTOP');
      const { name } = await edit();
      await sleep(pause);
      process.kill(server.pid, 'SIGCONT');
      expect(await shows(client, name)).toBe(true);
    }
  },
  30_000,
);

it('nothing is served from memory if the connection delivers no notifications, for example through a pooler', async () => {
  const { server, client } = await listeningAt(elsewhere.url);
  await sleep(1000);
  for (let time = 0; time < 5; time += 1) {
    const { name } = await edit();
    await sleep(300);
    expect(await shows(client, name)).toBe(true);
  }
  // A busy process notices later, and reads from the database until then.
  const said = 'nothing is served from memory: No notification comes through';
  for (let time = 0; time < 500 && !server.output().includes(said); time += 1) await sleep(20);
  expect(server.output()).toContain(said);
}, 30_000);
