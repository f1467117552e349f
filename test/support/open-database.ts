import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { createTestDatabase } from '#libs/testing';
import { type PoolSettings } from '../../src/platform/database/data-source-options';
import { asOwner } from './database-roles';
import { openDataSource } from './data-source';

/** A data source over the suite's own database, as its owner, who is no superuser. */
export interface OpenDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
  close(): Promise<void>;
}

/** Milliseconds that a test waits for a connection: longer than a request, because a busy machine must not fail it. */
const PATIENCE = 20_000;

/** A migrated, empty database with a pool; by default, the pool that serves requests. */
export async function openDatabase(settings?: Partial<PoolSettings>): Promise<OpenDatabase> {
  const { url: address, drop } = await createTestDatabase();
  const url = asOwner(address);
  const dataSource = await openDataSource(url, { acquireTimeout: PATIENCE, ...settings });
  return {
    url,
    dataSource,
    close: async () => {
      await dataSource.destroy();
      await drop();
    },
  };
}
