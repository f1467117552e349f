import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#libs/embedded-postgres';
import { freePort } from '../../support/free-port';

/** A durable PostgreSQL of its own, on the same port after every start, that tests kill, stop and start. */
export class Postgres {
  private running!: EmbeddedPostgres;

  private constructor(
    readonly dataDir: string,
    private readonly port: number,
  ) {}

  /** Starts the server of a data directory, which is made if it does not exist. */
  static async startIn(dataDir: string): Promise<Postgres> {
    const postgres = new Postgres(dataDir, await freePort());
    await postgres.start();
    return postgres;
  }

  /** The superuser's address of the service's database. */
  get databaseUrl(): string {
    return Object.assign(new URL(this.url), { pathname: '/fanclub' }).href;
  }

  /** The superuser's address of the database `postgres`. */
  get url(): string {
    return this.running.url;
  }

  async start(): Promise<void> {
    this.running = await startEmbeddedPostgres({ dataDir: this.dataDir, mode: 'keep', port: this.port });
  }

  /** Ends all its processes with SIGKILL, as a machine that loses power would. */
  async kill(): Promise<void> {
    await killCluster(this.postmaster);
    // Only forgets that this process uses the server, so that the next start may begin.
    await this.running.stop();
  }

  async stop(): Promise<void> {
    await this.running.stop();
  }

  /** Ends it without a checkpoint, like `pg_ctl stop -m immediate`. The next start recovers. */
  async stopImmediately(): Promise<void> {
    const pid = this.postmaster;
    process.kill(pid, 'SIGQUIT');
    await gone([pid]);
    await this.running.stop();
  }

  /** Seconds of the processor that all its processes have used, also those that have ended. */
  get processorSeconds(): number {
    const { postmaster } = this;
    // Read without a program, so that whoever also measures answers is not held up.
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      .trim()
      .split(' ');
    return [postmaster, ...children.map(Number)].reduce(
      (sum, pid) => sum + ticksOf(pid, pid === postmaster) / TICKS,
      0,
    );
  }

  private get postmaster(): number {
    return Number(readFileSync(join(clusterOf(this.dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
}

/** Clock ticks a second of Linux, the unit of /proc/PID/stat. */
const TICKS = 100;

/** What a process has used, with its ended children if asked for; 0 if it has ended. */
function ticksOf(pid: number, withChildren: boolean): number {
  try {
    // The name of the program, in parentheses, may contain spaces. After it come the fields from 3; 14 to 17 are times.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return fields.slice(11, withChildren ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

/** The folder of PostgreSQL's own files. */
export function clusterOf(dataDir: string): string {
  try {
    const { place } = JSON.parse(readFileSync(join(dataDir, 'place.json'), 'utf8')) as { place: string };
    return join(place, 'cluster');
  } catch {
    return join(dataDir, 'cluster');
  }
}

/** Ends a postmaster and all its processes with SIGKILL, and waits until they are gone. */
export async function killCluster(postmaster: number): Promise<void> {
  // Stopped first, so that it starts no further process.
  process.kill(postmaster, 'SIGSTOP');
  const pids = [postmaster, ...childrenOf(postmaster)];
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  await gone(pids);
}

/** The command of a process; PostgreSQL writes there what a process does. */
export function commandOf(pid: number): string {
  return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
}

/** The processes that a process has started. */
export function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid);
}

/** Waits until none of these processes exists. One that has ended, but that no process has waited for, does not count. */
async function gone(pids: readonly number[]): Promise<void> {
  const states = () => {
    try {
      return execFileSync('ps', ['-o', 'stat=', '-p', pids.join(',')], { encoding: 'utf8' });
    } catch {
      return ''; // ps found none.
    }
  };
  while (
    states()
      .split('\n')
      .some((state) => state !== '' && !state.startsWith('Z'))
  )
    await sleep(20);
}

/** Runs a statement on a connection of its own, and returns the rows. */
export async function ask<Row extends object>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // The server may be killed meanwhile.
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
