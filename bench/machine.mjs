// Cores, processes, and their CPU time and memory. Pinning and CPU time need Linux; elsewhere the report says that they are missing.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** The core of the servers and that of the load generator; null if processes cannot be pinned. */
export const CORES = findCores();

/** Counted before this process is pinned to one of them. */
const coreCount = availableParallelism();

function findCores() {
  const allowed = statusOf(process.pid, /^Cpus_allowed_list:\s*(\S+)/m)
    ?.split(',')
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => first + at);
    });
  if (!allowed || allowed.length < 2 || spawnSync('taskset', ['--version']).status !== 0) return null;
  return { all: allowed.join(','), server: String(allowed[0]), load: String(allowed[1]) };
}

/** Pins this process with all its threads to the core of the load generator, or to all cores. */
export function pinMyself(where = 'load') {
  if (CORES) spawnSync('taskset', ['-acp', CORES[where], String(process.pid)]);
}

/** Pins a process and its future children to the core of the load generator. */
export function pinBesideLoad(pid) {
  if (CORES) spawnSync('taskset', ['-cp', CORES.load, String(pid)]);
}

/** A command that runs on the core of the servers, or on all cores of this process. */
export function pinned([program, ...parameters], where = 'server') {
  return CORES ? ['taskset', '-c', CORES[where], program, ...parameters] : [program, ...parameters];
}

/** Clock ticks per second: the kernel always reports times in hundredths of a second. */
const TICKS = 100;

/** CPU time of a process so far in seconds; null if it cannot be read. */
export function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return null;
  }
}

/** Resident memory of a process in MiB; null if it cannot be read. */
export function residentMiB(pid) {
  const kib =
    statusOf(pid, /^VmRSS:\s*(\d+) kB/m) ??
    spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim();
  return kib ? Number(kib) / 1024 : null;
}

function statusOf(pid, pattern) {
  try {
    return pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The machine of this measurement. */
export const machine = () => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: coreCount,
  platform: `${process.platform}-${process.arch}`,
  node: process.version,
  pinned: CORES && { server: CORES.server, load: CORES.load },
});
