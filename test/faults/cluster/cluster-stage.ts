import { join } from 'node:path';
import { MAINTENANCE } from '../../../src/platform/database/data-source-options';
import { serverUrl } from '../../../src/tools/local/server-role';
import { openDataSource } from '../../support/data-source';
import { migrateWithRoles } from '../../support/migrate-with-roles';
import { ask } from '../support/postgres';
import { Program } from '../support/service';
import { OWNER_ROLE, type Place, SERVER_ROLE, SETTINGS, Stage } from '../support/stage';
import { Cluster } from './cluster';
import { COMMANDS } from './commands';

/** A stage with a cluster of three machines, and the service as docs/operations/cluster.md configures it. */
export class ClusterStage extends Stage {
  private constructor(
    place: Place,
    readonly cluster: Cluster,
    db: Stage['db'],
    environment: NodeJS.ProcessEnv,
    private readonly worker: Program,
  ) {
    super(place, db, environment);
  }

  static open(): Promise<ClusterStage> {
    return Stage.in(async (place) => {
      const cluster = await Cluster.startIn(join(place.folder, 'cluster'));
      const { directUrl, pooledUrl, nodes } = cluster;
      await ask(Object.assign(new URL(directUrl), { pathname: '/postgres' }).href, 'CREATE DATABASE fanclub');
      await migrateWithRoles(directUrl, OWNER_ROLE, SERVER_ROLE);
      nodes[0].run(COMMANDS.limits, { ADMIN_URL: directUrl });
      for (const node of nodes) {
        node.run(COMMANDS.users, { ADMIN_URL: directUrl });
        node.reload('pgbouncer');
      }
      const environment = {
        ...SETTINGS,
        DATA_DIR: join(place.folder, 'data'),
        DATABASE_URL: serverUrl(pooledUrl, SERVER_ROLE),
        DATABASE_LISTEN_URL: serverUrl(directUrl, SERVER_ROLE),
        DATABASE_NAMED_STATEMENTS: 'false',
        DATABASE_REPLICA_URLS: nodes.map((node) => serverUrl(node.url(), SERVER_ROLE)).join(','),
      };
      const db = await openDataSource(directUrl, { ...MAINTENANCE, poolSize: 3, lockTimeout: 30_000 });
      const working = { ...environment, DATABASE_URL: serverUrl(directUrl, SERVER_ROLE) };
      const worker = new Program('fanclub.mjs', ['worker'], working, place.folder);
      const stage = new ClusterStage(place, cluster, db, environment, worker);
      await stage.begin(1);
      worker.spawn();
      await worker.logged(/worker started/);
      return stage;
    });
  }

  override async close(): Promise<void> {
    await this.worker.kill('SIGKILL');
    await super.close();
  }

  override async wake(): Promise<void> {
    await this.cluster.whole();
    await super.wake();
  }

  /** PgBouncer lets the connection that measures the lag of replicas share those of requests. */
  override get connectionLimit(): number {
    return super.connectionLimit + this.servers.length;
  }
}
