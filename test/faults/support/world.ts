import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { runTypescript } from '#libs/testing';
import { PASSWORD } from '#samples';
import { MAINTENANCE } from '../../../src/platform/database/data-source-options';
import { serverUrl } from '../../../src/tools/local/server-role';
import { openDataSource } from '../../support/data-source';
import { Given } from '../../support/given';
import { migrateWithRoles } from '../../support/migrate-with-roles';
import { copyStopped, followPrimary } from '../../support/replicated-database';
import { TcpProxy } from '../../support/tcp-proxy';
import { send } from './client';
import { Ledger } from './ledger';
import { ask, Postgres } from './postgres';
import { Service } from './service';
import type { Site } from './traffic';
import { NO_LIMITS } from '../../support/no-limits';

const ROOT = join(__dirname, '..', '..', '..');
const KEY = Buffer.alloc(32, 7).toString('base64');
const OWNER_ROLE = 'fanclub_owner';
const SERVER_ROLE = 'fanclub_server';

/** Connections of one server process, which are few, so that the tests would notice those that are not returned. */
export const POOL = 8;

const MEMBERS = 25;
const GUESTS = 120;
const CONTESTS = 80;

/** The settings of the service that differ from the defaults. */
const SETTINGS = {
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

/** What a world consists of besides the service and its database. */
export interface Plan {
  /** Server processes; 1 by default. */
  readonly servers?: number;
  /** Whether a proxy is between the service and the database. */
  readonly network?: boolean;
  /** Whether there is a streaming replica. */
  readonly replica?: boolean;
  /** Settings of the servers. */
  readonly settings?: NodeJS.ProcessEnv;
  /** Called with the new PostgreSQL, before the database is made. Returns options of `CREATE DATABASE`. */
  readonly prepare?: (postgres: Postgres, folder: string) => Promise<string>;
}

/** The built service in its own processes, a PostgreSQL of its own, a fan club with customers and contests, and the ledger. */
export class World implements Site {
  readonly ledger = new Ledger();
  readonly members: { id: number; cookie: string }[] = [];
  guests: string[] = [];
  contests: number[] = [];
  key = '';
  /** The version of PostgreSQL. */
  version = '';
  readonly servers: Service[] = [];
  /** Chooses the server of the next request. */
  origin = (): string => this.servers[0].origin;

  private constructor(
    readonly folder: string,
    private readonly janitor: ReturnType<typeof fork>,
    public postgres: Postgres,
    readonly replica: Postgres | null,
    /** The owner's connections, which do not pass the network. */
    public db: DataSource,
    /** The network between the service and the database. Without one, it is there but unused. */
    readonly network: TcpProxy,
    /** The settings of the service's processes. */
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async open({
    servers = 1,
    network = false,
    replica = false,
    settings,
    prepare,
  }: Plan = {}): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), 'fanclub-faults-'));
    chmodSync(folder, 0o711); // The database's account must be able to traverse it.
    const janitor = startJanitor(folder);
    try {
      const postgres = await Postgres.startIn(join(folder, 'postgres'));
      const options = (await prepare?.(postgres, folder)) ?? '';
      await ask(postgres.url, `CREATE DATABASE fanclub ${options}`);
      await migrateWithRoles(postgres.databaseUrl, OWNER_ROLE, SERVER_ROLE);
      const standby = replica ? await replicaOf(postgres, join(folder, 'replica')) : null;
      const proxy = await TcpProxy.before(postgres.url);
      const url = serverUrl(postgres.databaseUrl, SERVER_ROLE);
      const environment = {
        ...SETTINGS,
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: network ? proxy.through(url) : url,
        ...(standby && { DATABASE_REPLICA_URLS: serverUrl(standby.databaseUrl, SERVER_ROLE) }),
        ...settings,
      };
      const db = await openDatabase(postgres);
      const world = new World(folder, janitor, postgres, standby, db, proxy, environment);
      await world.populate();
      world.version = await versionOf(postgres);
      for (let n = 0; n < servers; n += 1) world.servers.push(await Service.create(environment, folder));
      await Promise.all(world.servers.map((server) => server.start()));
      await world.logMembersIn();
      return world;
    } catch (error) {
      janitor.disconnect();
      throw error;
    }
  }

  /** The address for migrations, of the owner, who is no superuser. */
  get ownerUrl(): string {
    return serverUrl(this.postgres.databaseUrl, OWNER_ROLE);
  }

  /** Starts what an earlier test left stopped because it failed. */
  async wake(): Promise<void> {
    this.network.become('pass');
    await Promise.all(this.servers.filter(({ isRunning }) => !isRunning).map((server) => server.start()));
  }

  /** Moves the network and the owner's connections to another server, which has become the primary. */
  async moveTo(postgres: Postgres): Promise<void> {
    await this.db.destroy();
    this.network.moveTo(postgres.url);
    this.db = await openDatabase(postgres);
    this.postgres = postgres;
  }

  /** Whether a cookie is that of a live session. */
  async isLoggedIn(cookie: string): Promise<boolean> {
    const reply = await send(this.origin(), this.key, { method: 'GET', path: '/account', cookie }, false);
    if (reply.outcome !== 'ok') throw new Error(reply.reason);
    return (reply.body as { customer: object | null }).customer !== null;
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill('SIGKILL')));
    await this.network.close();
    await this.db.destroy();
    const ended = once(this.janitor, 'exit');
    this.janitor.disconnect();
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`${this.folder} could not be removed.`);
  }

  private async populate(): Promise<void> {
    const given = new Given(this.db, new SystemClock());
    this.key = (await given.fanclub()).key;
    for (let n = 0; n < 12; n += 1) await given.event();
    await given.plan();
    for (let n = 0; n < MEMBERS; n += 1)
      this.members.push({ id: (await given.customer({ email: `member${n}@x.example` })).id, cookie: '' });
    for (let n = 0; n < GUESTS; n += 1)
      this.guests.push((await given.customer({ email: `guest${n}@x.example` })).email!);
    for (let n = 0; n < CONTESTS; n += 1) this.contests.push((await given.contest()).id);
  }

  private async logMembersIn(): Promise<void> {
    for (const [n, member] of this.members.entries()) {
      const body = { email: `member${n}@x.example`, password: PASSWORD };
      const reply = await send(this.origin(), this.key, { method: 'POST', path: '/login', body }, false);
      if (reply.outcome !== 'ok' || reply.cookie === null) throw new Error(`No log-in: ${reply.reason}`);
      member.cookie = reply.cookie;
      this.ledger.sessions.set(reply.cookie, true);
    }
  }
}

function openDatabase({ databaseUrl }: Postgres): Promise<DataSource> {
  return openDataSource(databaseUrl, { ...MAINTENANCE, poolSize: 3, lockTimeout: 30_000 });
}

async function versionOf({ url }: Postgres): Promise<string> {
  const [{ server_version: version }] = await ask<{ server_version: string }>(url, 'SHOW server_version');
  return version;
}

async function replicaOf(primary: Postgres, dataDir: string): Promise<Postgres> {
  await primary.stop();
  copyStopped(primary.dataDir, dataDir);
  await primary.start();
  followPrimary(dataDir, primary.url);
  return Postgres.startIn(dataDir);
}

/** A process that stops the databases of the folder and removes it, as soon as this one disconnects or is killed. */
function startJanitor(folder: string): ReturnType<typeof fork> {
  return fork(join(__dirname, 'janitor.ts'), [folder], {
    cwd: ROOT,
    detached: true, // Ctrl-C ends the tests first, and the databases last.
    execArgv: runTypescript(),
  });
}
