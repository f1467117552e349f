import { Logger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

/** The library only logs that a newer version has migrated the schema. It throws all failures. */
const quiet = new Logger(() => () => undefined);

/** Migrates the schema of the job queue, `graphile_worker`, to the version of the library. Requires the lock of `migrate`. */
export async function installQueue(dataSource: DataSource): Promise<void> {
  const pgPool = (dataSource.driver as PostgresDriver).master as Pool;
  // The library prints a warning about a pool without this listener. A lost connection fails its queries anyway.
  const onConnect = (): void => undefined;
  pgPool.on('connect', onConnect);
  try {
    await runMigrations({ pgPool, logger: quiet });
  } finally {
    pgPool.off('connect', onConnect);
  }
}
