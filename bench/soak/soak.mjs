// Uses the service, and samples its memory, sockets and timers.
import { setTimeout as sleep } from 'node:timers/promises';
import { allFans, firstFans } from '../cookies.mjs';
import { FULL, QUICK } from '../seed/seed.mjs';
import { POOL_SIZE, settings, startServer, withServers } from '../servers.mjs';
import { makeDatabase } from '../stage.mjs';
import { withEditor } from './editor.mjs';
import { findings } from './flat.mjs';
import { Readers } from './readers.mjs';
import { Visitors } from './visitors.mjs';

/** Seconds between two samples. */
const STEP = 5;

/** Long timeouts, because a busy machine is not a failure of the service. */
const PATIENT = {
  KEEP_ALIVE_SECONDS: '120',
  ANSWER_TIMEOUT_SECONDS: '60',
  DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '15000',
  DATABASE_LOCK_TIMEOUT_MS: '10000',
  DATABASE_ANSWER_TIMEOUT_MS: '20000',
  LOG_LEVEL: 'error',
};

const LISTENER = 'fanclub-listener';

/** The uses of the service: the size of the database, the requests a second, and who sends them. */
const USES = {
  mixed: {
    size: QUICK.main,
    perSecond: 100,
    async visitors({ sessionKey }, size) {
      const fans = await firstFans(sessionKey, size, Math.floor(size.measured.customers / 2));
      const cookies = fans.map(({ cookie }) => cookie);
      return (port) => new Visitors(port, size, cookies);
    },
  },
  readers: {
    size: FULL.main,
    perSecond: 300,
    async visitors({ sessionKey }, size) {
      const fans = await allFans(sessionKey, size);
      return (port) => new Readers(port, fans);
    },
  },
};

/** Uses the service for a number of seconds, and returns the samples. @param use of {@link USES} */
export async function soak(stage, { seconds, use }, say) {
  const { size, perSecond, visitors: prepare } = USES[use];
  const url = await makeDatabase(stage, 'soak', size);
  const visitorsAt = await prepare(stage, size);
  const environment = { ...settings(url, stage), ...PATIENT };
  const start = () => startServer('service', environment, { firstPath: '/readyz', isProbed: true });
  return withServers([start], (service) =>
    withEditor(url, async (editor) => {
      const visitors = visitorsAt(service.port);
      const samples = [];
      say('   s    visits  heap MiB  external   RSS  sockets  timers  connections');
      const since = performance.now();
      const now = () => (performance.now() - since) / 1000;
      while (now() < seconds) {
        await Promise.all([editor.edit(STEP), visitors.visit({ perSecond, seconds: STEP })]);
        // Every minute the listening connection is ended.
        if (samples.length % (60 / STEP) === 5) await editor.breakConnections(LISTENER);
        await sleep(500);
        const sample = { at: now(), ...(await service.probe()), connections: await editor.connections() };
        samples.push(sample);
        say(row(sample, visitors.visits));
      }
      visitors.leave();
      say(`${visitors.visits} visits, ${visitors.refused} of them refused because of overload`);
      return samples;
    }),
  );
}

const mib = (bytes) => bytes / 2 ** 20;

function row({ at, heapUsed, external, rss, sockets, timers, connections }, visits) {
  const cells = [
    [at.toFixed(0), 4],
    [visits, 10],
    [mib(heapUsed).toFixed(2), 10],
    [mib(external).toFixed(2), 10],
    [mib(rss).toFixed(0), 6],
    [sockets, 9],
    [timers, 8],
    [connections, 13],
  ];
  return cells.map(([text, width]) => String(text).padStart(width)).join('');
}

/** Prints the change of each measure, and returns the exit code: 1 if something grows. */
export function verdict(samples) {
  const { mibPerMinute, sockets, timers, connections, growing } = findings(samples, POOL_SIZE + 1);
  process.stdout.write(
    `heap after collection: ${mibPerMinute.toFixed(3)} MiB a minute
from the first third to the last, besides connections to the database: ${sockets} sockets, ${timers} timers
connections to the database: ${connections} at most
${growing.length === 0 ? 'Nothing grows.' : `Growing: ${growing.join(', ')}.`}\n`,
  );
  return growing.length === 0 ? 0 : 1;
}
