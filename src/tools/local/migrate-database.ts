import { DataSource } from 'typeorm';
import { DatabaseUnreachable, MAINTENANCE, migrate, Sql } from '#platform/database';
import { completeDataSourceOptions } from '../../complete-data-source';

/**
 * Does the work on a data source with the limits of maintenance, and closes it.
 *
 * @throws DatabaseUnreachable, and what the work throws
 */
export async function withMaintenance<T>(url: string, work: (db: DataSource) => Promise<T>): Promise<T> {
  const db = await connected(url);
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
 * Brings the database to this version's schema, and returns the names of the migrations that this took.
 *
 * @param serverRole the role of the servers; null where they are the owner
 */
export function migrateDatabase(url: string, serverRole: string | null): Promise<string[]> {
  return withMaintenance(url, (db) => migrate(db, serverRole));
}

function connected(url: string): Promise<DataSource> {
  return new DataSource(completeDataSourceOptions(url, MAINTENANCE)).initialize().catch((error: unknown) => {
    throw new DatabaseUnreachable(error);
  });
}
