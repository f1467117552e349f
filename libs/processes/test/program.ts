import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GroupLog, membership, ProcessGroup } from '../src';

/** How the program behaves, in the file that its variable `BEHAVIOUR` names. It is read at each start of a process. */
export interface Behaviour {
  /** The processes, by number, that end instead of listening. */
  failing?: readonly number[];
  /** The processes, by number, that need another second until they listen. */
  slow?: readonly number[];
  /** Milliseconds for which each request occupies its process, so that others wait. */
  busy?: number;
}

/** A member's answer to any request except `/die`, at which it ends with code 7. */
export interface Answer {
  pid: number;
  number: number;
  /** Whether this process does the work that only one may do. */
  works: boolean;
  /** Its working directory. */
  folder: string;
}

const { BEHAVIOUR = '', COUNT = '1', PORT = '0', PWD } = process.env;

async function supervise(): Promise<void> {
  const write =
    (level: string) =>
    (facts: object, msg: string): void =>
      void process.stdout.write(`${JSON.stringify({ level, ...facts, msg })}\n`);
  const log: GroupLog = { info: write('info'), warn: write('warn'), error: write('error') };
  const group = new ProcessGroup({
    count: Number(COUNT),
    log,
    pwd: PWD,
    stopWithin: 5_000,
    retireWithin: 5_000,
    firstPause: 50,
  });
  process.on('SIGTERM', () => void group.stop());
  process.on('SIGHUP', () => {
    log.info({}, 'restart asked');
    void group.restart().then(() => log.info({}, 'restart over'));
  });
  await group.start();
  process.exit(await group.ended);
}

async function serve(member: NonNullable<ReturnType<typeof membership>>): Promise<void> {
  const { number } = member;
  const {
    failing = [],
    slow = [],
    busy = 0,
  } = existsSync(BEHAVIOUR) ? (JSON.parse(readFileSync(BEHAVIOUR, 'utf8')) as Behaviour) : {};
  if (failing.includes(number)) {
    process.stdout.write(`reason of process ${number}\n`);
    process.exit(3);
  }
  if (slow.includes(number)) {
    process.stdout.write(`process ${number} is slow\n`);
    await sleep(1_000);
  }
  let works = false;
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(7);
    for (const end = performance.now() + busy; performance.now() < end;);
    const answer: Answer = { pid: process.pid, number, works, folder: process.cwd() };
    response.setHeader('connection', 'close').end(JSON.stringify(answer));
  });
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  member.onBegin(() => (works = true));
  member.onRetire(
    async () => (works = false),
    () => sleep(100).then(close),
  );
  process.on('SIGTERM', () => void close().then(() => process.exit(0)));
  server.listen(Number(PORT), '127.0.0.1');
}

const member = membership();
if (member) void serve(member);
else void supervise();
