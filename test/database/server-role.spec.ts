import type { DataSource } from 'typeorm';
import { openDataSource } from '../support/data-source';
import { migrate } from '../../src/platform/database/migrate';
import { asServer, TEST_ROLE } from '../support/database-roles';
import { type OpenDatabase, openDatabase } from '../support/open-database';

const DENIED = { code: '42501' };

describe('the role of the server', () => {
  let database: OpenDatabase;
  let server: DataSource;

  beforeAll(async () => {
    database = await openDatabase();
    await migrate(database.dataSource, TEST_ROLE);
    server = await openDataSource(asServer(database.url));
    await database.dataSource.query(
      `INSERT INTO security_events (at, actor_kind, action) VALUES (now() - interval '2 years', 'operator', 'key.created'), (now(), 'operator', 'key.created')`,
    );
  });
  afterAll(async () => {
    await server?.destroy();
    await database?.close();
  });

  it.each([
    `UPDATE security_events SET network = NULL`,
    `DELETE FROM security_events`,
    `TRUNCATE security_events`,
    `DROP TABLE security_events`,
    `ALTER TABLE security_events DISABLE TRIGGER ALL`,
    `CREATE INDEX another ON customers (id)`,
    `ALTER TABLE customers ADD COLUMN colour text`,
    `TRUNCATE customers CASCADE`,
    `CREATE TABLE another ()`,
    `CREATE TEMPORARY TABLE customers ()`,
    `CREATE FUNCTION another() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
    `CREATE SCHEMA another`,
    `CREATE ROLE another`,
    `DELETE FROM migrations`,
    `INSERT INTO migrations (timestamp, name) VALUES (1, 'x')`,
    `DROP TABLE graphile_worker._private_jobs`,
  ])('is denied: %s', async (statement) => {
    await expect(server.query(statement)).rejects.toMatchObject(DENIED);
  });

  it('owns nothing', async () => {
    const owned = await server.query<unknown[]>(
      `SELECT relname FROM pg_class WHERE relowner = current_user::regrole`,
    );
    expect(owned).toEqual([]);
  });

  it('reads and writes every other table, including those of the queue', async () => {
    const tables = await server.query<{ name: string; full: boolean }[]>(
      `SELECT c.oid::regclass::text AS name, has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
              AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE') AS full
       FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    );
    expect(
      tables
        .filter(({ full }) => !full)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      ...['cells', 'graphile_worker.migrations', 'migrations', 'payment_transitions'],
      ...['security_events', 'staff_audits'],
    ]);
    const job = await server.query<unknown[]>(`SELECT id FROM graphile_worker.add_job('nothing')`);
    expect(await server.query('SELECT id FROM graphile_worker.jobs')).toEqual(job);
    expect(
      await server.query('UPDATE graphile_worker._private_jobs SET attempts = 1 RETURNING attempts'),
    ).toEqual([[{ attempts: 1 }], 1]);
  });

  it('adds security events, and purges old ones only through the function', async () => {
    await server.query(
      `INSERT INTO security_events (at, actor_kind, action) VALUES (now(), 'visitor', 'login.failed')`,
    );
    expect(await server.query('SELECT FROM purge_security_events(10, 13)')).toHaveLength(1);
    expect(await server.query('SELECT FROM purge_security_events(10, 0)')).toHaveLength(0);
    expect(await database.dataSource.query('SELECT FROM security_events')).toHaveLength(2);
  });

  it('gets new grants from a migration only for new objects', async () => {
    const access = () =>
      database.dataSource.query(`SELECT xmin::text FROM pg_class WHERE oid = 'customers'::regclass`);
    const before = await access();
    await migrate(database.dataSource, TEST_ROLE);
    expect(await access()).toEqual(before);
    await database.dataSource.query('CREATE TABLE novelties (id bigint)');
    await migrate(database.dataSource, TEST_ROLE);
    expect(await server.query('SELECT FROM novelties')).toEqual([]);
    await database.dataSource.query('DROP TABLE novelties');
  });
});
