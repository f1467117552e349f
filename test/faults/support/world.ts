import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { MAINTENANCE } from '../../../src/platform/database/data-source-options';
import { serverUrl } from '../../../src/tools/local/server-role';
import { openDataSource } from '../../support/data-source';
import { migrateWithRoles } from '../../support/migrate-with-roles';
import { copyStopped, followPrimary } from '../../support/replicated-database';
import { TcpProxy } from '../../support/tcp-proxy';
import { ask, Postgres } from './postgres';
import { OWNER_ROLE, type Place, SERVER_ROLE, SETTINGS, Stage } from './stage';

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

/** A stage with a PostgreSQL of its own. */
export class World extends Stage {
  private constructor(
    place: Place,
    public postgres: Postgres,
    readonly replica: Postgres | null,
    /** The owner's connections, which do not pass the network. */
    db: DataSource,
    /** The network between the service and the database. Without one, it is there but unused. */
    readonly network: TcpProxy,
    environment: NodeJS.ProcessEnv,
  ) {
    super(place, db, environment);
  }

  static open({
    servers = 1,
    network = false,
    replica = false,
    settings,
    prepare,
  }: Plan = {}): Promise<World> {
    return Stage.in(async (place) => {
      const { folder } = place;
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
      const world = new World(place, postgres, standby, db, proxy, environment);
      await world.begin(servers);
      return world;
    });
  }

  /** The address for migrations, of the owner, who is no superuser. */
  get ownerUrl(): string {
    return serverUrl(this.postgres.databaseUrl, OWNER_ROLE);
  }

  override async wake(): Promise<void> {
    this.network.become('pass');
    await super.wake();
  }

  /** Moves the network and the owner's connections to another server, which has become the primary. */
  async moveTo(postgres: Postgres): Promise<void> {
    await this.db.destroy();
    this.network.moveTo(postgres.url);
    this.db = await openDatabase(postgres);
    this.postgres = postgres;
  }

  override async close(): Promise<void> {
    await this.network.close();
    await super.close();
  }
}

function openDatabase({ databaseUrl }: Postgres): Promise<DataSource> {
  return openDataSource(databaseUrl, { ...MAINTENANCE, poolSize: 3, lockTimeout: 30_000 });
}

async function replicaOf(primary: Postgres, dataDir: string): Promise<Postgres> {
  await primary.stop();
  copyStopped(primary.dataDir, dataDir);
  await primary.start();
  followPrimary(dataDir, primary.url);
  return Postgres.startIn(dataDir);
}
