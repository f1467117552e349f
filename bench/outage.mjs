// PostgreSQL is stopped under load and started again: what visitors and logged-in customers get meanwhile, and how soon all is back.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstFans } from './cookies.mjs';
import { percentile } from './load/statistics.mjs';
import { READY } from './on-main.mjs';
import { line } from './report.mjs';
import { ask as send, settings as environment, startServer, withServers } from './servers.mjs';
import { ask, makeDatabase, postmasterOf } from './stage.mjs';

const NAME = 'database away';

/** Seconds that PostgreSQL is stopped, and of load before and after it. */
const AWAY = 30;
const AROUND = 5;

/** Milliseconds between two requests of the same kind. Each has its own connection and waits for nobody. */
const INTERVAL = 10;

/** The rows about a stopped PostgreSQL. */
export async function measureOutage(run) {
  const { stage, settings, say, lines } = run;
  if (!settings.wants(NAME)) return;
  const away = settings.quick ? 3 : AWAY;
  const size = settings.sizes.growth[0];
  say(`· PostgreSQL is stopped for ${away} s under load`);
  const url = await makeDatabase(stage, 'outage', size);
  const [{ cookie }] = await firstFans(stage.sessionKey, size, 1);
  await withServers(
    [
      () =>
        startServer(
          'service',
          { ...environment(url, stage), LOG_LEVEL: 'fatal' },
          { firstPath: READY, where: 'all' },
        ),
    ],
    async (service) => {
      const load = startLoad(service.port, {
        visitors: { path: '/api/v1/events?key=bench-1' },
        customers: { path: '/api/v1/account?key=bench-1', headers: { cookie } },
      });
      await sleep(1000 * AROUND);
      const stoppedAt = performance.now();
      const start = await stopPostgres(stage);
      await sleep(1000 * away);
      start();
      const backAt = await untilAccepting(url);
      await sleep(1000 * AROUND);
      const answers = await load.stop();
      lines.push(...linesOf(answers, stoppedAt, backAt));
    },
  );
}

function linesOf({ visitors, customers }, stoppedAt, backAt) {
  const isDuring = ({ sentAt }) => sentAt > stoppedAt && sentAt < backAt;
  const reads = visitors.filter(isDuring);
  const refusals = customers.filter((answer) => isDuring(answer) && !answer.isOk);
  const late = (answers, isWrong) => {
    const last = answers.filter((answer) => answer.sentAt > backAt && isWrong(answer)).at(-1);
    return last === undefined ? 0 : last.sentAt - backAt;
  };
  return [
    line(`${NAME}: visitors' reads that fail`, visitors.filter(({ isOk }) => !isOk).length, {
      target: 0,
      isMost: true,
      unit: 'of them',
      details: {
        'reads while it is away': reads.length,
        'of them marked as stale': reads.filter(({ isStale }) => isStale).length,
        'p99 ms': percentile(
          reads.map(({ ms }) => ms),
          99,
        ),
      },
    }),
    line(
      `${NAME}: p99 of a customer's failure`,
      percentile(
        refusals.map(({ ms }) => ms),
        99,
      ),
      {
        target: 100,
        isMost: true,
        unit: 'ms',
        details: { failures: refusals.length, 'longest ms': Math.max(...refusals.map(({ ms }) => ms)) },
      },
    ),
    line(
      `${NAME}: until everything is back`,
      Math.max(
        late(visitors, ({ isOk, isStale }) => !isOk || isStale),
        late(customers, ({ isOk }) => !isOk),
      ),
      {
        target: 1000,
        isMost: true,
        unit: 'ms',
        details: {
          'last stale read ms': late(visitors, ({ isStale }) => isStale),
          "last customer's failure ms": late(customers, ({ isOk }) => !isOk),
        },
      },
    ),
  ];
}

/** Sends each kind of request at a fixed rate. */
function startLoad(port, kinds) {
  const answers = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  const pending = new Set();
  const one = async (kind) => {
    const sentAt = performance.now();
    const answer = await send(port, kinds[kind]).catch(() => null);
    answers[kind].push({
      sentAt,
      ms: performance.now() - sentAt,
      isOk: answer?.body.startsWith('{"status":"ok"') ?? false,
      isStale: answer?.headers['x-fanclub-stale'] !== undefined,
    });
  };
  const timer = setInterval(() => {
    for (const kind of Object.keys(kinds)) {
      const asking = one(kind).finally(() => pending.delete(asking));
      pending.add(asking);
    }
  }, INTERVAL);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      for (const kind of Object.keys(answers)) answers[kind].sort((a, b) => a.sentAt - b.sentAt);
      return answers;
    },
  };
}

/** Stops PostgreSQL like an administrator (fast shutdown). Returns a function that starts it again with the same parameters. */
async function stopPostgres(stage) {
  const folder = await ask(stage.url, 'SHOW data_directory');
  const pid = Number(await postmasterOf(stage));
  const [, ...words] = readFileSync(join(folder, 'postmaster.opts'), 'utf8').match(/"[^"]*"|\S+/g);
  const [program] = readFileSync(join(folder, 'postmaster.opts'), 'utf8').split(' ');
  const { uid, gid } = statSync(folder);
  process.kill(pid, 'SIGINT');
  while (existsSync(join(folder, 'postmaster.pid'))) await sleep(20);
  return () => {
    const parameters = words.map((word) => word.replace(/^"(.*)"$/, '$1'));
    const account = process.getuid?.() === 0 ? { uid, gid } : {};
    spawn(program, parameters, { ...account, cwd: folder, stdio: 'ignore', detached: true }).unref();
  };
}

/** When PostgreSQL accepts connections again. */
async function untilAccepting(url) {
  for (;;) {
    const isUp = await ask(url, 'SELECT 1').then(
      () => true,
      () => false,
    );
    if (isUp) return performance.now();
    await sleep(5);
  }
}
