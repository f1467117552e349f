import { getMetadataArgsStorage } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { dataSourceOptions, type PoolSettings } from '#platform/database';
import './domains';
import './platform/platform.module';

/**
 * The options of a data source that knows the entities of all tables, for use without the application: by commands, by tests
 * and by TypeORM's command line. The imports above load the modules, and with them the entities.
 */
export function completeDataSourceOptions(
  url: string,
  overrides: Partial<PoolSettings> = {},
): PostgresDataSourceOptions {
  const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
  return { ...dataSourceOptions(url, overrides), entities };
}
