import { DataSource } from 'typeorm';
import { ALL_ENTITIES } from '../../src/app/all-entities';
import { dataSourceOptions, type PoolSettings } from '../../src/platform/database';

/** Connects to a database, with the entities of all tables. */
export function openDataSource(url: string, settings: Partial<PoolSettings> = {}): Promise<DataSource> {
  return new DataSource({ ...dataSourceOptions(url, settings), entities: ALL_ENTITIES }).initialize();
}
