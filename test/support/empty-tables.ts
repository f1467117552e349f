import type { DataSource } from 'typeorm';

const RESTART_IDS = `
  SELECT setval(oid::regclass, 1, false) FROM pg_class
  WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`;

/**
 * Removes all rows and lets ids begin at 1 again, in one round trip of some milliseconds: for the few rows of a test,
 * TRUNCATE takes twenty times as long. The order of the tables does not matter, as foreign keys are not looked at.
 * Needs a superuser of the database.
 */
export async function emptyTables(dataSource: DataSource): Promise<void> {
  const deletions = dataSource.entityMetadatas.map(({ tableName }) => `DELETE FROM "${tableName}"`);
  const statements = ['SET LOCAL session_replication_role = replica', ...deletions, RESTART_IDS];
  await dataSource.transaction((tx) => tx.query(statements.join(';\n')));
}
