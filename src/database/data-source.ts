import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { databaseUrl } from '../config/database-url';
import { dataSourceOptions, MAINTENANCE } from './data-source-options';

/**
 * For TypeORM's command line, on the built service: `npx typeorm migration:show -d dist/src/database/data-source.js`.
 * A person reads along, hence the logger.
 */
export default new DataSource({
  ...dataSourceOptions(databaseUrl(), MAINTENANCE),
  logger: 'advanced-console',
});
