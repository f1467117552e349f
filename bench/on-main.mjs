// The rows with the main database. One service process serves all of them, because its memory is a row.
import { setTimeout as sleep } from 'node:timers/promises';
import { allFans, firstFans } from './cookies.mjs';
import { median } from './load/statistics.mjs';
import { measureLogins } from './login.mjs';
import { residentMiB } from './machine.mjs';
import { ratio, sideBySide } from './measure.mjs';
import { line } from './report.mjs';
import { measurePools, POOLS } from './presale-pools.mjs';
import { measurePresale, PRESALE } from './presale.mjs';
import {
  COLD_READS,
  ENTER,
  entries,
  enteringOnce,
  PUBLIC_READS,
  readingAgain,
  readingOnce,
  requestsOf,
  WARM_READS,
} from './rows.mjs';
import { expectSameBytes } from './same-bytes.mjs';
import { openContests } from './seed/clubs.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';
import { ask, makeDatabase } from './stage.mjs';

/** The first request to a server, repeated until it answers. It needs the database, but no cookie. */
export const READY = '/api/v1/fanclub?key=bench-1';

const NAMES = {
  login: 'POST /login',
  beside: 'p99 of reads beside logins',
  idle: 'memory, idle',
  after: 'memory, after the run',
  start: 'start to first answer',
};

/** All rows except growth. */
export async function measureOnMain(run) {
  const { stage, settings, say, lines } = run;
  const names = [...PUBLIC_READS, ...WARM_READS, ...COLD_READS, ENTER]
    .map(({ name }) => name)
    .concat(Object.values(NAMES), Object.values(PRESALE), Object.values(POOLS));
  if (!names.some((name) => settings.wants(name))) return;
  const size = settings.sizes.main;
  say(`· a database of ${size.customers} customers in ${size.clubs} fan clubs`);
  const url = await makeDatabase(stage, 'main', size);
  await withServers(
    ['service', 'peer'].map((kind) => () => startServer(kind, environment(url, stage), { firstPath: READY })),
    async (service, peer) => {
      await sleep(settings.quick ? 0 : 2_000);
      const idle = residentMiB(service.pid);
      const sample = await firstFans(stage.sessionKey, size, size.measured.sample);
      const again = (fans) => (row) => readingAgain(row, fans);
      const all = await allFans(stage.sessionKey, size);
      await measureReads(run, [service, peer], PUBLIC_READS, { fans: [null], next: again([null]) });
      await measureReads(run, [service, peer], WARM_READS, { fans: sample, next: again(sample) });
      await measureReads(run, [service, peer], COLD_READS, { fans: all, next: readingOnce(all) });
      await measurePresale(run, [service, peer], { size, url });
      await measurePools(run, [service, peer], { size, url });
      await measureEntering(run, service, peer, { size, url });
      await measureLoggingIn(run, service, { size, sample });
      const memory = (name, figure, target) => {
        if (figure !== null && settings.wants(name))
          lines.push(line(name, figure, { target, isMost: true, unit: 'MiB' }));
      };
      memory(NAMES.idle, idle, 150);
      memory(NAMES.after, residentMiB(service.pid), 300);
    },
  );
  await measureStart(run, url);
}

/** @param next gives a source of the requests of a row for each round */
async function measureReads(run, servers, rows, { fans, next }) {
  const { settings, say } = run;
  const wanted = rows.filter(({ name }) => settings.wants(name));
  for (const row of wanted) await expectSame(run, servers, requestsOf(row, fans.slice(0, 25)));
  for (const row of wanted) {
    say(`· ${row.name}`);
    addRatio(run, row, await sideBySide(servers, { ...settings, next: () => next(row) }));
  }
}

async function expectSame({ headers }, [service, peer], requests) {
  for (const request of requests)
    (await expectSameBytes(service, peer, request)).forEach((header) => headers.add(header));
}

async function measureEntering(run, service, peer, { size, url }) {
  const { stage, settings, say } = run;
  if (!settings.wants(ENTER.name)) return;
  say(`· ${ENTER.name}`);
  const fans = await firstFans(stage.sessionKey, size, size.measured.customers);
  const nobodyIn = async () => {
    await ask(url, 'DELETE FROM contest_entries WHERE fanclub_id = 1 AND contest_id = ANY ($1)', [
      openContests(size),
    ]);
    await ask(url, 'VACUUM contest_entries');
  };
  const [first] = entries(size, fans);
  (await expectSameBytes(service, peer, first, nobodyIn)).forEach((header) => run.headers.add(header));
  const next = enteringOnce(size, fans);
  addRatio(run, ENTER, await sideBySide([service, peer], { ...settings, next, before: nobodyIn }));
}

function addRatio({ lines, notes }, { name, target, stretch }, [ours, theirs]) {
  const costs = ours.cpuMicros !== null && {
    'µs of processor': `${Math.round(ours.cpuMicros)} / ${Math.round(theirs.cpuMicros)}`,
  };
  const details = {
    'req/s': `${Math.round(ours.perSecond)} / ${Math.round(theirs.perSecond)}`,
    'p99 ms': `${ours.p99.toFixed(1)} / ${theirs.p99.toFixed(1)}`,
    ...costs,
  };
  lines.push({ ...line(name, ratio(ours, theirs), { target, stretch, details }), ours, peer: theirs });
  const busy = Math.max(ours.loadBusy, theirs.loadBusy);
  if (busy > 0.85)
    notes.push(
      `${name}: the load generator was busy ${Math.round(100 * busy)} % of the time and may have held it back.`,
    );
}

async function measureLoggingIn({ stage, settings, say, lines }, service, { size, sample }) {
  if (!settings.wants(NAMES.login) && !settings.wants(NAMES.beside)) return;
  say(`· ${NAMES.login}`);
  const figures = await measureLogins(service, { ...settings, size, sample, hash: stage.passwordHash });
  const { perSecond, bare, p99Alone, p99Together } = figures;
  lines.push(
    line(NAMES.login, figures.ratio, {
      target: 0.95,
      details: { 'logins/s': perSecond, 'bare verifications/s': bare },
    }),
    line(NAMES.beside, figures.p99Ratio, {
      target: 5,
      isMost: true,
      details: { 'ms with logins': p99Together, 'ms without': p99Alone },
    }),
  );
}

async function measureStart({ stage, settings, say, lines }, url) {
  if (!settings.wants(NAMES.start)) return;
  say(`· ${NAMES.start}`);
  const seconds = [];
  for (let round = 0; round < settings.rounds; round += 1) {
    await withServers(
      [() => startServer('service', environment(url, stage), { firstPath: READY, where: 'all' })],
      async ({ startedInMs }) => {
        seconds.push(startedInMs / 1000);
      },
    );
  }
  lines.push(line(NAMES.start, median(seconds), { target: 1.5, stretch: 1, isMost: true, unit: 's' }));
}
