// Cores, processes and what they cost. Pinning and the costs need Linux; elsewhere they are left out, and the report says so.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** The core of the servers and that of the load generator; null where nothing can be pinned. */
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

/** Puts this process, all threads of it, on the core of the load generator. */
export function pinMyself() {
  if (CORES) spawnSync('taskset', ['-acp', CORES.load, String(process.pid)]);
}

/** Puts a process, and what it starts from now on, on the core of the load generator. */
export function pinBesideLoad(pid) {
  if (CORES) spawnSync('taskset', ['-cp', CORES.load, String(pid)]);
}

/** A command that runs on the core of the servers, or on all that this process was given. */
export function pinned([program, ...parameters], where = 'server') {
  return CORES ? ['taskset', '-c', CORES[where], program, ...parameters] : [program, ...parameters];
}

/** Clock ticks in a second: the kernel reports times to programs in hundredths whatever its own clock. */
const TICKS = 100;

/** Seconds of processor time that a process has used so far; null where that cannot be read. */
export function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return null;
  }
}

/** Resident memory of a process in MiB; null where that cannot be found out. */
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

/** What the figures were made on. */
export const machine = () => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: coreCount,
  platform: `${process.platform}-${process.arch}`,
  node: process.version,
  pinned: CORES && { server: CORES.server, load: CORES.load },
});
