import { createTestDatabase, type TestDatabase } from '#libs/testing';
import type { DataSource } from 'typeorm';
import { type PoolSettings } from '../../src/platform/database/data-source-options';
import { openDataSource } from './data-source';
import { Sql } from '../../src/platform/database/sql';
import { types } from '../../src/platform/database/sql-types';
import { statement } from '../../src/platform/database/statement';

/** Statements on a table without tenants, and on the connection that they run on. */
export const ADD = statement('test.add', {
  params: { name: types.text },
  text: 'INSERT INTO organizations (name) VALUES ($name)',
});
export const NAMES = statement('test.names', {
  row: { name: types.text },
  text: 'SELECT name FROM organizations ORDER BY name',
});
export const BACKEND = statement('test.backend', {
  row: { pid: types.integer },
  text: 'SELECT pg_backend_pid() AS pid',
});

/** `Sql` over each test's own pool, and over the suite's own database. */
export interface SqlUnderTest {
  readonly sql: Sql;
  readonly dataSource: DataSource;
  /** Opens the pool; by default, the one that serves requests. Every test begins with it. */
  open(settings?: Partial<PoolSettings>): Promise<void>;
}

/** Creates the database before the tests of a block and drops it after them; each begins with an empty table of {@link ADD}. */
export function sqlUnderTest(): SqlUnderTest {
  let database: TestDatabase;
  const context = {
    open: async (settings) => {
      context.dataSource = await openDataSource(database.url, settings);
      context.sql = new Sql(context.dataSource);
    },
  } as { -readonly [Name in keyof SqlUnderTest]: SqlUnderTest[Name] };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await context.dataSource.query('DELETE FROM organizations');
    await context.dataSource.destroy();
  });
  afterAll(() => database.drop());
  return context;
}
