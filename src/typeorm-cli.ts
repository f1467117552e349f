import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { databaseUrl } from '#platform/config';
import { MAINTENANCE } from '#platform/database';
import { completeDataSourceOptions } from './complete-data-source';

/**
 * For TypeORM's command line, on the built service: `npx typeorm migration:show -d dist/src/typeorm-cli.js`.
 * A person reads along, hence the logger.
 */
export default new DataSource({
  ...completeDataSourceOptions(databaseUrl(), MAINTENANCE),
  logger: 'advanced-console',
});
