import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { runTypescript } from '#libs/testing';
import { PASSWORD } from '#samples';
import { Given } from '../../support/given';
import { NO_LIMITS } from '../../support/no-limits';
import { send } from './client';
import { Ledger } from './ledger';
import { Service } from './service';
import type { Site } from './traffic';

const ROOT = join(__dirname, '..', '..', '..');
const KEY = Buffer.alloc(32, 7).toString('base64');
export const OWNER_ROLE = 'fanclub_owner';
export const SERVER_ROLE = 'fanclub_server';

/** Connections of one server process, which are few, so that the tests would notice those that are not returned. */
const POOL = 8;

const MEMBERS = 25;
const GUESTS = 120;
const CONTESTS = 80;

/** The settings of the service that differ from the defaults. */
export const SETTINGS = {
  NODE_ENV: 'production',
  SESSION_KEYS: KEY,
  ENCRYPTION_KEYS: KEY,
  PUBLIC_URL: 'https://api.example.test',
  LOG_LEVEL: 'info',
  DATABASE_POOL_SIZE: String(POOL),
  // A busy machine may delay the event loop; the fault that tests this limit sets its own.
  MAX_EVENT_LOOP_DELAY_MS: '3000',
  RUN_JOBS: 'false',
  ...NO_LIMITS,
};

/** A folder for databases, and a process that ends them and removes it, as soon as this one disconnects or is killed. */
export interface Place {
  readonly folder: string;
  readonly janitor: ReturnType<typeof fork>;
}

/** The built service in its own processes, a fan club with customers and contests, and the ledger. */
export abstract class Stage implements Visited {
  readonly ledger = new Ledger();
  readonly members: { id: number; cookie: string }[] = [];
  readonly guests: string[] = [];
  readonly contests: number[] = [];
  key = '';
  /** The version of PostgreSQL. */
  version = '';
  /** Makes further rows of the fan club. */
  given!: Given;
  readonly servers: Service[] = [];
  /** Chooses the server of the next request. */
  origin = (): string => this.servers[0].origin;

  protected constructor(
    private readonly place: Place,
    /** The owner's connections, which do not pass the network. */
    public db: DataSource,
    /** The settings of the service's processes. */
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Makes a place, and removes it if the stage cannot be made in it. */
  protected static async in<S extends Stage>(make: (place: Place) => Promise<S>): Promise<S> {
    const folder = mkdtempSync(join(tmpdir(), 'fanclub-faults-'));
    chmodSync(folder, 0o711); // The database's account must be able to traverse it.
    const janitor = fork(join(__dirname, 'janitor.ts'), [folder], {
      cwd: ROOT,
      detached: true, // Ctrl-C ends the tests first, and the databases last.
      execArgv: runTypescript(),
    });
    try {
      return await make({ folder, janitor });
    } catch (error) {
      janitor.disconnect();
      throw error;
    }
  }

  get folder(): string {
    return this.place.folder;
  }

  /** Fills the database and starts the servers. */
  protected async begin(servers: number): Promise<void> {
    this.given = new Given(this.db, new SystemClock());
    await populate(this, this.given);
    const [{ server_version: version }] =
      await this.db.query<{ server_version: string }[]>('SHOW server_version');
    this.version = version;
    for (let n = 0; n < servers; n += 1)
      this.servers.push(await Service.create(this.environment, this.folder));
    await Promise.all(this.servers.map((server) => server.start()));
    await logMembersIn(this);
  }

  /** The most connections for requests that the servers keep. */
  get connectionLimit(): number {
    return POOL * this.servers.length;
  }

  /** Starts what an earlier test left stopped because it failed. */
  async wake(): Promise<void> {
    await Promise.all(this.servers.filter(({ isRunning }) => !isRunning).map((server) => server.start()));
  }

  /** Whether a cookie is that of a live session. */
  async isLoggedIn(cookie: string): Promise<boolean> {
    const reply = await send(this.origin(), this.key, { method: 'GET', path: '/account', cookie }, false);
    if (reply.outcome !== 'ok') throw new Error(reply.reason);
    return (reply.body as { customer: object | null }).customer !== null;
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill('SIGKILL')));
    await this.db.destroy();
    const ended = once(this.place.janitor, 'exit');
    this.place.janitor.disconnect();
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`${this.folder} could not be removed.`);
  }
}

/** A fan club whose visitors the stage makes. */
export interface Visited extends Site {
  key: string;
  readonly members: { id: number; cookie: string }[];
  readonly guests: string[];
  readonly contests: number[];
}

/** Makes a fan club with customers and contests. */
export async function populate(site: Visited, given: Given): Promise<void> {
  site.key = (await given.fanclub()).key;
  for (let n = 0; n < 12; n += 1) await given.event();
  await given.plan();
  for (let n = 0; n < MEMBERS; n += 1)
    site.members.push({ id: (await given.customer({ email: `member${n}@x.example` })).id, cookie: '' });
  for (let n = 0; n < GUESTS; n += 1)
    site.guests.push((await given.customer({ email: `guest${n}@x.example` })).email!);
  for (let n = 0; n < CONTESTS; n += 1) site.contests.push((await given.contest()).id);
}

/**
 * Logs all members in.
 * @param emailOf the address of the member with this index; default: as {@link populate} makes them
 */
export async function logMembersIn(
  site: Visited,
  emailOf = (n: number): string => `member${n}@x.example`,
): Promise<void> {
  for (const [n, member] of site.members.entries()) {
    const body = { email: emailOf(n), password: PASSWORD };
    const reply = await send(site.origin(), site.key, { method: 'POST', path: '/login', body }, false);
    if (reply.outcome !== 'ok' || reply.cookie === null) throw new Error(`No log-in: ${reply.reason}`);
    member.cookie = reply.cookie;
    site.ledger.sessions.set(reply.cookie, true);
  }
}

/** Resolves when every mail that is in the outbox now was sent. */
export async function queuedAreSent({ db }: Pick<Stage, 'db'>): Promise<void> {
  const [{ last }] = await db.query<{ last: string }[]>('SELECT max(id) AS last FROM mails');
  for (;;) {
    const [{ n }] = await db.query<{ n: number }[]>(
      'SELECT count(*)::integer AS n FROM mails WHERE sent_at IS NULL AND id <= $1',
      [last],
    );
    if (n === 0) return;
    await sleep(100);
  }
}
