import { DataSource, type DataSourceOptions } from 'typeorm';
import { DatabaseUnreachable, dataSourceOptions, MAINTENANCE, migrate, Sql } from '#platform/database';

/**
 * Runs `work` on a data source with the limits of maintenance, and closes it.
 *
 * @param entities those that the work uses; none for plain SQL
 * @throws DatabaseUnreachable, and whatever the work throws
 */
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

/** The same with named statements, as the server runs them. */
export function withStatements<T>(url: string, work: (db: Sql) => Promise<T>): Promise<T> {
  return withMaintenance(url, (db) => work(new Sql(db)));
}

/**
 * Brings the database to this version's schema, and returns the names of the migrations that ran.
 *
 * @param serverRole the role of the servers; null if they use the owner's
 */
export function migrateDatabase(url: string, serverRole: string | null): Promise<string[]> {
  return withMaintenance(url, (db) => migrate(db, serverRole));
}
