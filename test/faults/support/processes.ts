import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { killCluster } from './postgres';

const ROOT = join(__dirname, '..', '..', '..');
const PIDS = 'pids';

/** The variables of a command, and the account that runs it. */
export interface Setting {
  readonly variables: NodeJS.ProcessEnv;
  readonly account: { uid: number; gid: number } | null;
}

/** The account of PostgreSQL, which refuses root; null if this process may run it. */
export function postgresAccount(): Setting['account'] {
  if (process.geteuid?.() !== 0) return null;
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const options = ({ variables, account }: Setting) => ({
  cwd: ROOT,
  ...account,
  env: { PATH: `${process.env.PATH}:/usr/sbin`, ...variables },
});

/** Starts a command of the page that goes on. Its output is added to a file, and its process to those of {@link endAll}. */
export function start(command: string, log: string, folder: string, setting: Setting): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn('sh', ['-c', `exec ${command}`], {
    ...options(setting),
    stdio: ['ignore', output, output],
  });
  appendFileSync(join(folder, PIDS), `${child.pid}\n`);
  return child;
}

/** Runs a command of the page to its end, and returns its output. @throws Error if it fails */
export function run(command: string, setting: Setting): string {
  return execFileSync('sh', ['-c', command], { ...options(setting), encoding: 'utf8', timeout: 60_000 });
}

/** Ends a process with SIGKILL. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** The postmaster of a data directory; null if none runs on it. */
export function postmasterOf(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return runsIn(pid, cluster) ? pid : null;
}

/** Ends all processes of a cluster's folder. */
export async function endAll(folder: string): Promise<void> {
  const pids = existsSync(join(folder, PIDS)) ? readFileSync(join(folder, PIDS), 'utf8').split('\n') : [];
  for (const pid of pids.map(Number)) if (runsIn(pid, folder)) process.kill(pid, 'SIGKILL');
  for (const node of readdirSync(folder)) {
    const postmaster = postmasterOf(join(folder, node, 'postgresql'));
    if (postmaster !== null) await killCluster(postmaster);
  }
}

/** Whether a process with this number exists and has the folder in its command: another one may have got the number. */
function runsIn(pid: number, folder: string): boolean {
  const command = `/proc/${pid}/cmdline`;
  return pid > 0 && existsSync(command) && readFileSync(command, 'utf8').includes(folder);
}
