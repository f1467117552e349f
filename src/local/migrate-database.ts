import { DataSource } from 'typeorm';
import { MAINTENANCE, dataSourceOptions } from '../database/data-source-options';
import { migrate } from '../database/migrate';

/** Does the work on a data source with the limits of maintenance, and closes it. */
export async function withMaintenance<T>(url: string, work: (db: DataSource) => Promise<T>): Promise<T> {
  const db = await new DataSource(dataSourceOptions(url, MAINTENANCE)).initialize();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Brings the database to this version's schema, and returns the names of the migrations that this took. */
export function migrateDatabase(url: string): Promise<string[]> {
  return withMaintenance(url, migrate);
}
