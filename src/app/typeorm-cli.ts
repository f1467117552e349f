import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { databaseUrl } from '#platform/config';
import { dataSourceOptions, MAINTENANCE } from '#platform/database';
import { ALL_ENTITIES } from './all-entities';

/**
 * For TypeORM's command line, on the built service: `npx typeorm migration:show -d dist/src/app/typeorm-cli.js`.
 * The logger prints to the terminal.
 */
export default new DataSource({
  ...dataSourceOptions(databaseUrl(), MAINTENANCE),
  entities: ALL_ENTITIES,
  logger: 'advanced-console',
});
