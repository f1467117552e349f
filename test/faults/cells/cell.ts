import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { ENCRYPTION_KEY } from '#samples';
import { initCell } from '../../../src/platform/database';
import { MAINTENANCE } from '../../../src/platform/database/data-source-options';
import { serverUrl } from '../../../src/tools/local/server-role';
import { openDataSource } from '../../support/data-source';
import { migrateWithRoles } from '../../support/migrate-with-roles';
import { MOVING_SETTINGS } from '../../support/two-cells';
import { ask, clusterOf, Postgres } from '../support/postgres';
import { OWNER_ROLE, SERVER_ROLE, SETTINGS } from '../support/stage';

/** The host of the staff app of a cell. */
export const staffHost = (cell: number): string => `staff-${cell}.example`;

/** A database on a PostgreSQL server of its own. */
export class Cell {
  private constructor(
    readonly number: number,
    readonly postgres: Postgres,
    /** The superuser's connections. */
    public db: DataSource,
    /** The settings of its processes and commands. */
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param publicUrl the proxy's address */
  static async startIn(folder: string, number: number, publicUrl: string): Promise<Cell> {
    const postgres = await Postgres.startIn(join(folder, `postgres-${number}`));
    await postgres.stop();
    appendFileSync(join(clusterOf(postgres.dataDir), 'postgresql.auto.conf'), MOVING_SETTINGS);
    await postgres.start();
    const { databaseUrl: url } = postgres;
    await ask(postgres.url, 'CREATE DATABASE fanclub');
    await migrateWithRoles(url, OWNER_ROLE, SERVER_ROLE);
    await ask(url, `ALTER ROLE ${OWNER_ROLE} REPLICATION`);
    const owner = await openDataSource(serverUrl(url, OWNER_ROLE), MAINTENANCE);
    await initCell(owner, number);
    await owner.destroy();
    const environment = {
      ...SETTINGS,
      DATA_DIR: join(folder, `data-${number}`),
      DATABASE_URL: serverUrl(url, SERVER_ROLE),
      DATABASE_OWNER_URL: serverUrl(url, OWNER_ROLE),
      PUBLIC_URL: publicUrl,
      STAFF_URL: `https://${staffHost(number)}`,
      TRUST_PROXY: '127.0.0.1',
      PAYMENTS_DEMO: 'true',
      // Opens what samples have sealed.
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      RUN_JOBS: 'true',
    };
    return new Cell(number, postgres, await openCell(url), environment);
  }

  /** The superuser's address. */
  get url(): string {
    return this.postgres.databaseUrl;
  }

  /** The folder of the mails that its jobs have sent. */
  get mails(): string {
    return join(this.environment.DATA_DIR!, 'mails');
  }
}

function openCell(url: string): Promise<DataSource> {
  return openDataSource(url, { ...MAINTENANCE, poolSize: 4, lockTimeout: 30_000 });
}
