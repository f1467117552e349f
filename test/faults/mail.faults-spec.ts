import { setTimeout as sleep } from 'node:timers/promises';
import { TcpProxy } from '../support/tcp-proxy';
import { MailServer } from '../support/mail-server';
import { itSurvives, worldOf } from './support/fault';
import { Program } from './support/service';
import { queuedAreSent } from './support/stage';
import type { World } from './support/world';

/** The worker that sends mails is killed, and its mail server fails. The servers send no mails themselves. */
const world = worldOf({});

/** Three mails a second, so that those that wait are soon sent. */
const FEW = { perSecond: 20 };

let mails: MailServer;
let network: TcpProxy;
let worker: Program;

beforeAll(async () => {
  mails = await MailServer.start();
  network = await TcpProxy.before(mails.url);
  await startWorker(world());
}, 60_000);
afterAll(async () => {
  await worker?.kill('SIGKILL');
  await network?.close();
  await mails.stop();
});

/** Starts `fanclub worker`, and waits until it works. */
async function startWorker({ environment, folder }: World): Promise<void> {
  worker = new Program(
    'fanclub.mjs',
    ['worker'],
    { ...environment, SMTP_URL: network.through(mails.url) },
    folder,
  );
  worker.spawn();
  await worker.logged(/worker started/);
}

/** Fails unless each mail of the outbox has arrived, and arrived once if `once`. Returns a remark about the others. */
async function compareMails(at: World, once: boolean): Promise<string> {
  await queuedAreSent(at);
  const queued = await at.db.query<{ key: string }[]>('SELECT message_key AS key FROM mails');
  const arrived = mails.received.map(({ messageId }) => String(messageId).slice(1, -1));
  const times = new Map<string, number>();
  for (const key of arrived) times.set(key, (times.get(key) ?? 0) + 1);
  expect(queued.filter(({ key }) => !times.has(key))).toEqual([]);
  expect(times.size).toBe(queued.length);
  const again = arrived.length - times.size - arrivedAgain;
  arrivedAgain += again;
  if (once) expect(again).toBe(0);
  return again === 0
    ? 'each mail arrived once'
    : `mails that arrived again, with the same Message-ID: ${again}`;
}

/** Mails that arrived again before the present fault. */
let arrivedAgain = 0;

itSurvives(world, {
  id: 'S1',
  fault: 'kill -9 of the worker while it sends mails, started again, 5 times',
  within: 15,
  async strike(at) {
    for (let time = 0; time < 5; time += 1) {
      await sleep(1_000);
      await worker.kill('SIGKILL');
      await startWorker(at);
    }
  },
  manner: FEW,
  recovered: (at) => queuedAreSent(at),
  after: (at) => compareMails(at, false),
});

itSurvives(world, {
  id: 'S2',
  fault: 'the mail server refuses connections for 10 s',
  within: 30,
  async strike() {
    network.become('refuse');
    await sleep(10_000);
    network.become('pass');
  },
  manner: FEW,
  recovered: (at) => queuedAreSent(at),
  after: (at) => compareMails(at, false),
});

itSurvives(world, {
  id: 'S3',
  fault: 'the mail server accepts mails for 10 s, but never answers',
  within: 45,
  async strike() {
    mails.reply = () => 'silence';
    await sleep(10_000);
    mails.reply = () => 'accept';
  },
  manner: FEW,
  recovered: (at) => queuedAreSent(at),
  after: (at) => compareMails(at, false),
});

itSurvives(world, {
  id: 'S4',
  fault: 'the mail server refuses each first attempt with 451 (greylisting), for 10 s',
  within: 15,
  async strike() {
    const known = new Set<string>();
    mails.reply = (_, recipient) => {
      if (known.has(recipient)) return 'accept';
      // Both questions about a mail get the same answer.
      setImmediate(() => known.add(recipient));
      return { at: 'recipient', code: 451, text: 'Greylisted, please try again' };
    };
    await sleep(10_000);
    mails.reply = () => 'accept';
  },
  manner: FEW,
  recovered: (at) => queuedAreSent(at),
  after: (at) => compareMails(at, true),
});

itSurvives(world, {
  id: 'S5',
  fault: 'kill -9 of all processes of PostgreSQL while the worker sends mails, started again after 5 s',
  within: 15,
  async strike({ postgres }) {
    await postgres.kill();
    await sleep(5_000);
    await postgres.start();
  },
  manner: FEW,
  recovered: (at) => queuedAreSent(at),
  after: (at) => compareMails(at, false),
});
