import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FLAT = pathToFileURL(join(__dirname, '..', '..', 'bench', 'soak', 'flat.mjs')).href;
const MIB = 2 ** 20;

interface Sample {
  at: number;
  heapUsed: number;
  sockets: number;
  timers: number;
  connections: number;
}

/** The problems that the soak reports for five minutes of samples, of a service with ten connections at most. */
function growing(change: (sample: Sample) => Partial<Sample>): string[] {
  const samples = Array.from({ length: 60 }, (_, n): Sample => {
    // After a minute of warm-up the figures vary, and the pool fills.
    const heapUsed = (n < 12 ? 30 + n : 42 + (n % 3)) * MIB;
    const connections = 3 + Math.floor(n / 10);
    const sample = { at: n * 5, heapUsed, connections, sockets: connections + 15, timers: connections + 2 };
    return { ...sample, ...change(sample) };
  });
  const code = `import { findings } from '${FLAT}'; console.log(JSON.stringify(findings(${JSON.stringify(samples)}, 10).growing))`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
  );
}

describe('the soak', () => {
  it('finds nothing in a service that warms up, varies and fills its pool', () => {
    expect(growing(() => ({}))).toEqual([]);
    expect(growing(({ at, heapUsed }) => ({ heapUsed: heapUsed + (0.8 * MIB * at) / 60 }))).toEqual([]);
  });

  it('finds a heap that grows by more than a MiB a minute', () => {
    expect(growing(({ at, heapUsed }) => ({ heapUsed: heapUsed + (1.2 * MIB * at) / 60 }))).toEqual(['heap']);
  });

  it('finds leaked sockets and timers, and a pool beyond its bound', () => {
    expect(growing(({ at, sockets }) => ({ sockets: sockets + Math.floor(at / 30) }))).toEqual(['sockets']);
    expect(growing(({ at, timers }) => ({ timers: timers + Math.floor(at / 30) }))).toEqual(['timers']);
    expect(growing(({ at }) => (at > 200 ? { connections: 11, sockets: 26, timers: 13 } : {}))).toEqual([
      'connections',
    ]);
  });
});
