// Measures two servers alternately under the same load.
import { Failure } from '../scripts/support/project.mjs';
import { drive } from './load/drive.mjs';
import { median, percentile } from './load/statistics.mjs';
import { cpuSeconds } from './machine.mjs';

/** Connections of the closed loop. More than the pool has, so that neither server waits for the load. */
export const CONNECTIONS = 32;

/**
 * Loads the servers alternately, `rounds` times, in reversed order each time, and returns the figures of both.
 *
 * @param next gives for each round a source of requests
 * @param before is awaited before each round
 * @param rate requests a second; absent: as many as are answered
 */
export async function sideBySide(
  servers,
  { next, before = async () => {}, rounds, seconds, connections = CONNECTIONS, rate },
) {
  const measured = servers.map(() => []);
  for (const server of servers) {
    await before();
    await load(server, { next: next(), seconds: Math.min(seconds, 1.5), connections, rate });
  }
  for (let round = 0; round < rounds; round += 1) {
    const order = servers.map((_, at) => (round % 2 === 0 ? at : servers.length - 1 - at));
    for (const at of order) {
      await before();
      measured[at].push(await load(servers[at], { next: next(), seconds, connections, rate }));
    }
  }
  return measured.map(summary);
}

/** One server under load: its answers, their latency, and their cost for the server. */
export async function load(server, parameters) {
  const before = cpuSeconds(server.pid);
  const { answers, elapsed, latencies, busy } = await drive({ port: server.port, ...parameters }).catch(
    (error) => {
      throw new Failure(`The ${server.kind} could not be measured. ${error.message}`);
    },
  );
  if (answers === 0) throw new Failure(`The ${server.kind} answered nothing.`);
  return {
    perSecond: answers / elapsed,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    cpuMicros: before === null ? null : ((cpuSeconds(server.pid) - before) * 1e6) / answers,
    loadBusy: busy,
  };
}

function summary(rounds) {
  const middle = (figure) => median(rounds.map(figure));
  return {
    rounds,
    perSecond: middle(({ perSecond }) => perSecond),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    cpuMicros: rounds[0].cpuMicros === null ? null : middle(({ cpuMicros }) => cpuMicros),
    loadBusy: middle(({ loadBusy }) => loadBusy),
  };
}

/** The median of the ratios of neighbouring rounds. */
export function ratio(ours, theirs, figure = ({ perSecond }) => perSecond) {
  return median(ours.rounds.map((round, at) => figure(round) / figure(theirs.rounds[at])));
}
