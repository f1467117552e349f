import { createTestDatabase, type TestDatabase } from '#libs/testing';
import { DataSource } from 'typeorm';
import { type PoolSettings } from '../../src/platform/database/data-source-options';
import { completeDataSourceOptions } from '../../src/complete-data-source';
import { Sql, type Statement } from '../../src/platform/database/sql';

/** Statements on a table without tenants, and one for the connection that they run on. */
export const ADD: Statement = { name: 'test.add', text: 'INSERT INTO organizations (name) VALUES ($1)' };
export const NAMES: Statement = { name: 'test.names', text: 'SELECT name FROM organizations ORDER BY name' };
export const BACKEND: Statement = { name: 'test.backend', text: 'SELECT pg_backend_pid() AS pid' };

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
      context.dataSource = await new DataSource(
        completeDataSourceOptions(database.url, settings),
      ).initialize();
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
