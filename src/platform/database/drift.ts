import type { DataSource } from 'typeorm';

/**
 * The statements that would bring the database to what the entities say; empty when the migrations and the entities agree.
 * TypeORM compares columns and indexes; keys and checks by name only, and indexes over expressions not at all.
 */
export async function drift(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
