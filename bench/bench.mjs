// Measures all rows, in order. Each part starts the servers it needs.
import { measureCells } from './cells.mjs';
import { measureFence } from './fence.mjs';
import { measureGrowth } from './growth.mjs';
import { inTurn } from './load/request.mjs';
import { CORES } from './machine.mjs';
import { measureOnMain } from './on-main.mjs';
import { measureOutage } from './outage.mjs';
import { CONNECTIONS, load } from './measure.mjs';
import { measureProcesses } from './processes.mjs';
import { measureStaff } from './staff.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';

/** Measures every row that is wanted. @returns the lines of the table, and notes about them */
export async function measureAll(stage, settings, say) {
  const run = { stage, settings, say, lines: [], notes: [], headers: new Set() };
  run.notes.push(pinning(settings));
  await measureCeiling(run);
  await measureOnMain(run);
  await measureGrowth(run);
  await measureProcesses(run);
  await measureCells(run);
  await measureFence(run);
  await measureOutage(run);
  await measureStaff(run);
  if (run.headers.size > 0) run.notes.push(`The peer's headers differ in ${[...run.headers].join(', ')}.`);
  return { lines: run.lines, notes: run.notes };
}

function pinning({ pinPostgres }) {
  if (!CORES) return 'The processes were not pinned to cores, so the figures are less precise.';
  const where = pinPostgres ? 'beside it' : 'where the scheduler puts it';
  return `Servers on core ${CORES.server}, load generator on core ${CORES.load}, PostgreSQL ${where}.`;
}

async function measureCeiling({ stage, settings, say, notes }) {
  say('· the load generator');
  await withServers(
    [() => startServer('constant', environment('', stage), { firstPath: '/' })],
    async (constant) => {
      const next = inTurn([{ path: '/' }]);
      await load(constant, { next, seconds: settings.seconds, connections: CONNECTIONS });
      const { perSecond, loadBusy } = await load(constant, {
        next,
        seconds: 2 * settings.seconds,
        connections: CONNECTIONS,
      });
      notes.push(
        `The load generator received ${Math.round(perSecond).toLocaleString('en-US')} constant answers a second from a bare ` +
          `Fastify, and was busy ${Math.round(100 * loadBusy)} % of that time.`,
      );
    },
  );
}
