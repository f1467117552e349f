import { Logger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

/** It tells of a database made by a newer version, and then carries on; what it cannot do, it throws. */
const quiet = new Logger(() => () => undefined);

/**
 * Brings the schema of the job queue (`graphile_worker`, beside our tables) to the version of the library; it keeps its own
 * list of what it has applied. To be called under the lock of `migrate`.
 */
export async function installQueue(dataSource: DataSource): Promise<void> {
  const pgPool = (dataSource.driver as PostgresDriver).master as Pool;
  // The library complains on the console of a pool that nobody listens to; a lost connection fails its queries anyway.
  const onConnect = (): void => undefined;
  pgPool.on('connect', onConnect);
  try {
    await runMigrations({ pgPool, logger: quiet });
  } finally {
    pgPool.off('connect', onConnect);
  }
}
