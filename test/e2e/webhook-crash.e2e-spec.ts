import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asServer } from '../support/database-roles';
import { forkProcess, orEnd, type RunningProcess } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';
import { TcpProxy } from '../support/tcp-proxy';
import { Receiver } from '../support/webhooks/receiver';

/*
 * A worker is killed with SIGKILL at a named moment of a delivery, and another one goes on. The proxies before the receiver and before the
 * database stop the doomed worker at the moment.
 */
const PUBLIC_URL = 'http://localhost:3000';
const t = testApp({ PUBLIC_URL });

let receiver: Receiver;
let beforeReceiver: TcpProxy;
let beforeDatabase: TcpProxy;
let dataDir: string;
const started: RunningProcess[] = [];

beforeEach(async () => {
  // The workers have the real clock.
  t.clock.set(new Date());
  receiver = await Receiver.start();
  beforeReceiver = await TcpProxy.before(receiver.url);
  beforeDatabase = await TcpProxy.before(asServer(t.config.database.url));
  dataDir = mkdtempSync(join(tmpdir(), 'webhook-crash-'));
  await t.given.webhookEndpoint({ url: beforeReceiver.through(receiver.url) });
});
afterEach(async () => {
  // Not killed: the next test deletes the jobs, and a job's queue would stay locked.
  await Promise.all(started.splice(0).map((one) => one.kill()));
  await Promise.all([beforeReceiver.close(), beforeDatabase.close(), receiver.stop()]);
  rmSync(dataDir, { recursive: true });
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function startWorker(databaseUrl: string): Promise<RunningProcess> {
  const environment = { ...testEnvironment(databaseUrl), PUBLIC_URL, DATA_DIR: dataDir, LOG_LEVEL: 'info' };
  const { child, running } = forkProcess('worker-process.ts', environment, ['worker']);
  started.push(running);
  await orEnd(
    until(() => running.output().includes('worker started')),
    child,
    running,
  );
  return running;
}

const isDone = async (): Promise<boolean> => {
  const [{ left }] = await t.db.query<[{ left: number }]>(
    `SELECT (SELECT count(*) FROM webhook_messages WHERE position IS NULL)
          + (SELECT count(*) FROM webhook_deliveries WHERE state <> 'delivered') AS left`,
  );
  return left === 0;
};

/** Kills a worker at a moment of the delivery of three messages, and starts another one, which finishes. */
async function killAt(stopped: () => Promise<void>): Promise<{ expected: number[]; before: number }> {
  const doomed = await startWorker(beforeDatabase.through(asServer(t.config.database.url)));
  const moment = stopped();
  const expected: number[] = [];
  for (let n = 0; n < 3; n += 1) expected.push((await t.given.customer()).id);
  await moment;
  await doomed.kill('SIGKILL');
  const before = receiver.received.length;
  beforeReceiver.become('pass');
  await startWorker(t.config.database.url);
  await until(isDone);
  return { expected, before };
}

/** The messages in the order in which each arrived first. */
const arrived = (): unknown[] => [...new Set(receiver.ids)];

describe('if a worker is killed, each message arrives, in order,', () => {
  it('once, if that was before the request was sent', async () => {
    const { expected, before } = await killAt(() => beforeReceiver.hold(/POST/, 'before'));
    expect(before).toBe(0);
    expect(receiver.ids).toEqual(expected);
  }, 120_000);

  it('and one of them twice with one id, if the outcome was not stored', async () => {
    const { expected, before } = await killAt(() =>
      beforeDatabase.hold(
        /UPDATE webhook_deliveries d SET state = 'delivered'|webhooks\.store_delivered/,
        'before',
      ),
    );
    expect(before).toBe(1);
    expect(arrived()).toEqual(expected);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size, ids[0] === ids[1]]).toEqual([4, 3, true]);
  }, 120_000);

  it('once, if that was while it numbered the messages', async () => {
    const { expected, before } = await killAt(() =>
      beforeDatabase.hold(/INSERT INTO webhook_counters|webhooks\.distribute/, 'before'),
    );
    expect(before).toBe(0);
    expect(receiver.ids).toEqual(expected);
  }, 120_000);

  it('once, if that was after the messages were numbered', async () => {
    const { expected, before } = await killAt(() =>
      beforeDatabase.hold(/INSERT INTO webhook_counters|webhooks\.distribute/, 'after'),
    );
    expect(before).toBe(0);
    expect(receiver.ids).toEqual(expected);
  }, 120_000);
});
