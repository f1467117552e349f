// Two cells, each with a database and a process on a core of its own, compared with one on one core. The load generator and PostgreSQL
// have no core of their own, so with two cores this shows what cells cost, not how much more several machines carry.
import { firstFans } from './cookies.mjs';
import { median } from './load/statistics.mjs';
import { pinMyself } from './machine.mjs';
import { CONNECTIONS, load } from './measure.mjs';
import { READY } from './on-main.mjs';
import { line } from './report.mjs';
import { PUBLIC_READS, readingAgain, readOf } from './rows.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';
import { makeDatabase } from './stage.mjs';

/** The reads that are measured. */
const MEASURED = ['GET /events', 'GET /account, warm', 'GET /account, cold'].map(readOf);
/** With two cores, the second process takes its core from the load generator. */
const AIMS = { target: 0.5, stretch: 1 };

const nameOf = ({ name }) => `two cells: ${name}`;

/** The rows with two cells. */
export async function measureCells(run) {
  const { stage, settings, say, lines } = run;
  const rows = MEASURED.filter((row) => settings.wants(nameOf(row)));
  if (rows.length === 0) return;
  const size = settings.sizes.growth[0];
  const urls = [];
  for (const cell of [0, 1]) urls.push(await makeDatabase(stage, `cell_${cell}`, size));
  const sample = await firstFans(stage.sessionKey, size, size.measured.sample);
  const starts = urls.map(
    (url, at) => () =>
      startServer('service', environment(url, stage), {
        firstPath: READY,
        where: at === 0 ? 'server' : 'load',
      }),
  );
  pinMyself('all');
  try {
    await withServers(starts, async (...cells) => {
      for (const row of rows) {
        say(`· ${nameOf(row)}`);
        const next = () => readingAgain(row, PUBLIC_READS.includes(row) ? [null] : sample);
        const figures = await inTurns([cells.slice(0, 1), cells], { ...settings, next });
        const [one, two] = figures.map(median);
        const details = { 'a second': `${two.toFixed(0)} / ${one.toFixed(0)}` };
        const figure = median(figures[1].map((perSecond, round) => perSecond / figures[0][round]));
        lines.push({ ...line(nameOf(row), figure, { ...AIMS, details }), one: figures[0], two: figures[1] });
      }
    });
  } finally {
    pinMyself();
  }
}

/** Answers a second of each group of servers under the same number of connections, for each round. */
async function inTurns(groups, { next, rounds, seconds }) {
  const figures = groups.map(() => []);
  for (let round = -1; round < rounds; round += 1)
    for (const [at, group] of groups.entries()) {
      const connections = CONNECTIONS / group.length;
      const loads = await Promise.all(
        group.map((server) => load(server, { next: next(), seconds, connections })),
      );
      // The first round warms up.
      if (round >= 0) figures[at].push(loads.reduce((sum, { perSecond }) => sum + perSecond, 0));
    }
  return figures;
}
