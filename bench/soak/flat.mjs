// Decides from fluctuating samples whether something grows.
import { median } from '../load/statistics.mjs';

/** Fraction of the samples. Code compiled and data cached in that time are not a leak. */
const WARM_UP = 0.25;

const MAX_MIB_PER_MINUTE = 1;
/** Allowed growth of the number of sockets or timers, because some come and go. */
const MAX_GROWTH = 3;

/**
 * The change of each measure after the warm-up, and which of them grow. The pool opens and closes connections to the database, each
 * with a socket and a timer, so it is compared with its limit; the number of other sockets and timers must stay.
 */
export function findings(samples, mostConnections) {
  const warm = samples.slice(Math.floor(WARM_UP * samples.length));
  const found = {
    mibPerMinute: slope(warm.map(({ at, heapUsed }) => [at / 60, heapUsed / 2 ** 20])),
    sockets: growth(warm.map(({ sockets, connections }) => sockets - connections)),
    timers: growth(warm.map(({ timers, connections }) => timers - connections)),
    connections: Math.max(...warm.map(({ connections }) => connections)),
  };
  const isFlat = {
    heap: found.mibPerMinute < MAX_MIB_PER_MINUTE,
    sockets: found.sockets <= MAX_GROWTH,
    timers: found.timers <= MAX_GROWTH,
    connections: found.connections <= mostConnections,
  };
  return { ...found, growing: Object.keys(isFlat).filter((name) => !isFlat[name]) };
}

/** The slope of the line that fits the points best, by least squares. */
function slope(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(([at]) => at));
  const y = mean(points.map(([, value]) => value));
  const across = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return across / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}

/** By how much the median of the last third exceeds that of the first third. */
function growth(values) {
  const third = Math.ceil(values.length / 3);
  return median(values.slice(-third)) - median(values.slice(0, third));
}
