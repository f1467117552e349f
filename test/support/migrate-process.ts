import 'reflect-metadata';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { openDataSource } from './data-source';
import { migrate } from '../../src/platform/database/migrate';

/** Migrates the database of the first argument and prints the names of the migrations applied, as JSON. */
async function main(url: string): Promise<void> {
  const dataSource = await openDataSource(url, MAINTENANCE);
  const applied = await migrate(dataSource);
  await dataSource.destroy();
  process.stdout.write(JSON.stringify(applied));
}

void main(process.argv[2]);
