import { DataSource, type DataSourceOptions } from 'typeorm';
import { DatabaseUnreachable, dataSourceOptions, MAINTENANCE, migrate } from '#platform/database';

/** Runs `work` with a data source that has the limits of maintenance and the given entities. @throws DatabaseUnreachable */
export async function withMaintenance<T>(
  url: string,
  work: (db: DataSource) => Promise<T>,
  entities: DataSourceOptions['entities'] = [],
): Promise<T> {
  const options = { ...dataSourceOptions(url, MAINTENANCE), entities };
  const db = await new DataSource(options).initialize().catch((error: unknown) => {
    throw new DatabaseUnreachable(error);
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Brings the database to this version's schema. Returns the names of the migrations that ran.
 * @param serverRole the role of the servers; null if they use the owner's
 */
export function migrateDatabase(url: string, serverRole: string | null): Promise<string[]> {
  return withMaintenance(url, (db) => migrate(db, serverRole));
}
