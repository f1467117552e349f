import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '#libs/testing';
import { Sql } from '../../src/platform/database';
import type { Api } from '../support/api';
import { freePort } from '../support/free-port';
import { loggedIn } from '../support/logged-in';
import { forkProcess, type RunningProcess } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';

/** `PROCESSES=2 npm run serve`. The tests make their data with `t`, whose service does not take part. */
const t = testApp({}, { alone: true });

/** Milliseconds to wait for a condition, on a busy machine. */
const PATIENCE = 150_000;

/** Connections that keep asking. */
const CLIENTS = 4;

/** Milliseconds between an answer and the next request, so that processes can start on a busy machine. */
const PAUSE = 5;

let port: number;
let running: RunningProcess;
let member: Api;

const start = (settings: NodeJS.ProcessEnv = {}): void => {
  ({ running } = forkProcess('../../src/main.ts', {
    ...testEnvironment(t.config.database.url),
    PORT: String(port),
    PROCESSES: '2',
    RUN_JOBS: 'true',
    LOG_LEVEL: 'info',
    KEEP_ALIVE_SECONDS: '1',
    DATABASE_POOL_SIZE: '8',
    ...settings,
  }));
};

beforeAll(async () => {
  port = await freePort();
  start();
  await until(() => logged('process serves').length === 2);
}, PATIENCE);

beforeEach(async () => {
  t.clock.set(new Date().toISOString());
  member = (await loggedIn(t, await t.given.customer())).at(`http://127.0.0.1:${port}`);
});

afterAll(() => running.kill('SIGKILL'));

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await holds())) {
    if (performance.now() - since > PATIENCE)
      throw new Error(`${String(holds)} did not become true:\n${running.output()}`);
    await sleep(50);
  }
}

const lines = (): Record<string, unknown>[] =>
  running
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const logged = (msg: string) => lines().filter((line) => line.msg === msg);

/** The connections of jobs' workers to this test's database, and of everything else that serves. */
async function connections(): Promise<{ jobs: number; serving: number }> {
  const rows = await t.db.query<{ name: string }[]>(
    'SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const names = rows.map(({ name }) => name);
  return {
    jobs: new Set(names.filter((name) => name.startsWith('fanclub-worker-'))).size,
    serving: names.filter((name) => name === 'fanclub').length,
  };
}

/** Clients that ask one thing after another, half of them with connections that stay open, until they are stopped. */
function load(): { stop(): Promise<{ answered: number; failed: string[] }> } {
  let isOver = false;
  let answered = 0;
  const failed: string[] = [];
  const { cookies } = member;
  const clients = Array.from({ length: CLIENTS }, async (_, at) => {
    const agent = at % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    const key = (await t.given.fanclub()).key;
    const client = new HttpClient(
      `http://127.0.0.1:${port}/api/v1`,
      at % 3 === 0 ? { cookie: cookies } : {},
      agent,
    );
    while (!isOver) {
      const path = at % 3 === 0 ? '/account' : '/fanclub';
      await client.get<{ status: string }>(`${path}?key=${key}`).then(
        ({ json }) => (json.status === 'ok' ? (answered += 1) : failed.push(JSON.stringify(json))),
        (error: Error) => failed.push(error.message),
      );
      await sleep(PAUSE);
    }
    if (agent) agent.destroy();
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return { answered, failed };
    },
  };
}

it('the processes share one port, the connections to the database and the jobs, and log their number', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => member.get('/account')));
  expect(answers.filter(({ body }) => body.customer === null)).toEqual([]);
  await until(async () => (await connections()).jobs === 1);
  // And those of the tests' own service.
  const { serving } = await connections();
  expect(serving - t.app.get(Sql).pool().totalCount).toBeLessThanOrEqual(8);
  expect(new Set(logged('process serves').map(({ process }) => process))).toEqual(new Set([1, 2]));
  expect(logged('starting processes')).toEqual([expect.objectContaining({ pid: running.pid, processes: 2 })]);
  expect(logged('serving')).toEqual([expect.objectContaining({ process: 1 })]);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});

it(
  'SIGHUP replaces the processes under load without a failed request, and readiness stays',
  async () => {
    const before = logged('all processes were restarted').length;
    const pids = () => logged('process serves').map(({ pid }) => pid);
    const served = pids().length;
    const clients = load();
    let most = 0;
    const unready: unknown[] = [];
    process.kill(running.pid, 'SIGHUP');
    await until(async () => {
      most = Math.max(most, (await connections()).jobs);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } });
      if (answer.status !== 200) unready.push(await answer.json());
      return logged('all processes were restarted').length > before;
    });
    const { answered, failed } = await clients.stop();
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(CLIENTS);
    expect(pids().length - served).toBe(2);
    expect(unready).toEqual([]);
    expect(most).toBe(1);
    await until(async () => (await connections()).jobs === 1);
  },
  2 * PATIENCE,
);

it(
  'a killed process costs only the requests of its own connections, and is replaced',
  async () => {
    await until(async () => (await connections()).jobs === 1);
    const victim = logged('process serves')
      .filter(({ process }) => process === 1)
      .at(-1)!.pid as number;
    const served = logged('process serves').length;
    const clients = load();
    await sleep(200);
    process.kill(victim, 'SIGKILL');
    await until(() => logged('process serves').length > served);
    const { answered, failed } = await clients.stop();
    // One request at most was under way on each connection.
    expect(failed.length).toBeLessThanOrEqual(CLIENTS);
    expect(answered).toBeGreaterThan(CLIENTS);
    expect(logged('process ended').at(-1)).toMatchObject({
      level: 'error',
      process: 1,
      pid: victim,
      signal: 'SIGKILL',
    });
    await until(async () => (await connections()).jobs === 1);
    expect((await member.get('/account')).body.customer).not.toBeNull();
  },
  2 * PATIENCE,
);

it(
  'SIGTERM stops all of them cleanly, and a port in use is reported in one line',
  async () => {
    const [{ pid: first }] = logged('process serves').slice(-1);
    const other = running;
    start();
    const refused = running;
    running = other;
    await until(() => refused.output().includes('in use'));
    // A signal that does nothing, for the exit code.
    expect(await refused.kill('SIGCONT')).toBe(1);
    const printed = refused.output().trim().split('\n');
    expect(printed.filter((line) => !line.startsWith('{'))).toEqual([
      expect.stringMatching(`^Port ${port} of 127.0.0.1 is in use by another program.`),
    ]);

    const clients = load();
    await sleep(200);
    const code = running.kill('SIGTERM');
    expect(await code).toBe(0);
    await clients.stop();
    expect(() => process.kill(first as number, 0)).toThrow('ESRCH');
    expect((await connections()).jobs).toBe(0);
  },
  2 * PATIENCE,
);
