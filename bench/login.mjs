// POST /login: logins a second compared with bare verifications a second, and the latency of concurrent reads.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../scripts/support/project.mjs';
import { drive } from './load/drive.mjs';
import { inTurn } from './load/request.mjs';
import { median, percentile } from './load/statistics.mjs';
import { pinned } from './machine.mjs';
import { readingAgain, readOf } from './rows.mjs';

export const PASSWORD = 'a bench of oak';

/** Connections that log in; each waits for its answer. */
export const LOGINS = 8;
/** Concurrent reads a second, far below the server's maximum, so that their latency is that of an idle server. */
const READS_PER_SECOND = 200;
const READERS = 16;

/** @param sampled customers whose sessions other rows use, so logins must not end them */
export async function measureLogins(service, { size, hash, sample, rounds, seconds }) {
  const requests = logins(size);
  const logIn = (during) =>
    drive({ port: service.port, next: inTurn(requests), connections: LOGINS, seconds: during });
  const read = (during) =>
    drive({
      port: service.port,
      next: readingAgain(readOf('GET /account, warm'), sample),
      connections: READERS,
      seconds: during,
      rate: READS_PER_SECOND,
    });

  await logIn(Math.min(1, seconds));
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await verifications(hash, seconds);
    const { answers, elapsed } = await logIn(seconds);
    measured.push({ perSecond: answers / elapsed, bare });
  }
  await read(Math.min(1, seconds));
  const beside = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await read(2 * seconds);
    const [together] = await Promise.all([read(2 * seconds), logIn(2 * seconds)]);
    beside.push({ alone: percentile(alone.latencies, 99), together: percentile(together.latencies, 99) });
  }
  return {
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    bare: median(measured.map(({ bare }) => bare)),
    ratio: median(measured.map(({ perSecond, bare }) => perSecond / bare)),
    p99Alone: median(beside.map(({ alone }) => alone)),
    p99Together: median(beside.map(({ together }) => together)),
    p99Ratio: median(beside.map(({ alone, together }) => together / alone)),
  };
}

/** The log-ins of customers of the measured club, but not of those whose sessions other rows use. */
export function logins({ measured }) {
  const headers = { 'content-type': 'application/json' };
  const last = Math.min(measured.customers, measured.sample + 400);
  const first = measured.customers > measured.sample ? measured.sample + 1 : 1;
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    method: 'POST',
    path: '/api/v1/login?key=bench-1',
    headers,
    body: JSON.stringify({ email: `fan${first + at}@mail.example`, password: PASSWORD }),
  }));
}

/** Verifications a second by the library alone, on the core of the servers. */
async function verifications(hash, seconds) {
  const script = join(ROOT, 'bench', 'peer', 'verify.mjs');
  const [program, ...parameters] = pinned([process.execPath, script, PASSWORD, hash, String(seconds)]);
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (chunk) => (told += chunk));
  await once(child, 'close');
  return Number(told);
}
