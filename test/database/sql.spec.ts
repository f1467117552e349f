import { createTestDatabase, type TestDatabase } from '#libs/testing';
import { DataSource } from 'typeorm';
import { onConflict } from '../../src/database/conflicts';
import { dataSourceOptions, MAINTENANCE, type PoolSettings } from '../../src/database/data-source-options';
import { Sql, type Statement } from '../../src/database/sql';
import { Organization } from '../../src/fanclub';
import { openDatabase } from '../support/open-database';

const ADD: Statement = { name: 'test.add', text: 'INSERT INTO organizations (name) VALUES ($1)' };
const NAMES: Statement = { name: 'test.names', text: 'SELECT name FROM organizations ORDER BY name' };
const BACKEND: Statement = { name: 'test.backend', text: 'SELECT pg_backend_pid() AS pid' };
const SLEEP: Statement = { name: 'test.sleep', text: 'SELECT pg_sleep($1)' };

describe('Sql', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let sql: Sql;

  const open = async (settings?: Partial<PoolSettings>) => {
    dataSource = await new DataSource(dataSourceOptions(database.url, settings)).initialize();
    sql = new Sql(dataSource);
  };
  const backend = async () => (await sql.first<{ pid: number }>(BACKEND, []))?.pid;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await dataSource.query('DELETE FROM organizations');
    await dataSource.destroy();
  });
  afterAll(() => database.drop());

  it('gives rows, the first row or null, and how many were written', async () => {
    await open();
    expect(await sql.first(NAMES, [])).toBeNull();
    expect(await sql.run(ADD, ['A'])).toBe(1);
    await sql.run(ADD, ['B']);
    expect(await sql.first(NAMES, [])).toEqual({ name: 'A' });
    expect(await sql.rows(NAMES, [])).toEqual([{ name: 'A' }, { name: 'B' }]);
  });

  it('prepares a statement once per connection', async () => {
    await open({ max: 1 });
    for (let time = 0; time < 3; time += 1) await sql.rows(NAMES, []);
    const prepared = await dataSource.query<{ name: string; calls: number }[]>(
      `SELECT name, (generic_plans + custom_plans) AS calls FROM pg_prepared_statements`,
    );
    expect(prepared).toEqual([{ name: 'test.names', calls: 3 }]);
  });

  it('keeps the connection after an error of the statement', async () => {
    await open({ max: 1 });
    const before = await backend();
    await sql.run(ADD, ['A']);
    await expect(sql.run(ADD, ['A'])).rejects.toMatchObject({ constraint: 'uq_organizations_name' });
    expect(await backend()).toBe(before);
  });

  it('recovers when the server ends the connection', async () => {
    await open({ max: 1 });
    const before = await backend();
    const end: Statement = { name: 'test.end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
    await expect(sql.rows(end, [])).rejects.toThrow('terminating connection');
    expect(await backend()).not.toBe(before);
  });

  it('stops a statement that takes too long, and keeps the connection', async () => {
    await open({ max: 1, statementTimeout: 50 });
    const before = await backend();
    await expect(sql.rows(SLEEP, [10])).rejects.toMatchObject({ code: '57014' });
    expect(await backend()).toBe(before);
  });

  it('drops a connection whose answer does not come, also when TypeORM was asking', async () => {
    await open({ max: 1, statementTimeout: 0, queryTimeout: 100 });
    for (const ask of [() => sql.rows(SLEEP, [10]), () => dataSource.query('SELECT pg_sleep(10)')]) {
      const before = await backend();
      await expect(ask()).rejects.toThrow('Query read timeout');
      expect(await backend()).not.toBe(before);
    }
  });

  it('makes callers wait for a connection only so long', async () => {
    await open({ max: 1, acquireTimeout: 100 });
    const busy = sql.rows(SLEEP, [0.5]);
    await expect(sql.rows(NAMES, [])).rejects.toThrow('timeout exceeded when trying to connect');
    await busy;
  });

  it('works inside a transaction, and is undone with it', async () => {
    await open();
    const undone = sql.transaction(async (tx) => {
      await tx.run(ADD, ['A']);
      expect(await tx.rows(NAMES, [])).toEqual([{ name: 'A' }]);
      expect(await sql.rows(NAMES, [])).toEqual([]);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await sql.rows(NAMES, [])).toEqual([]);
  });

  it('turns the conflict on one constraint into the failure of the domain, by either way of writing', async () => {
    class NameTaken extends Error {}
    const taken = onConflict('uq_organizations_name', () => new NameTaken());
    await open();
    await sql.run(ADD, ['A']);
    await expect(sql.run(ADD, ['A']).catch(taken)).rejects.toBeInstanceOf(NameTaken);
    const organizations = dataSource.getRepository(Organization);
    await expect(organizations.insert({ name: 'A' }).catch(taken)).rejects.toBeInstanceOf(NameTaken);
    const { id } = await organizations.findOneByOrFail({ name: 'A' });
    await expect(organizations.insert({ id, name: 'B' }).catch(taken)).rejects.toMatchObject({
      driverError: { constraint: 'pk_organizations' },
    });
  });
});

describe('the limits of a pool', () => {
  it.each([
    ['that serves requests', undefined, ['3s', '1500ms', '5s', 'fanclub']],
    ['for maintenance', MAINTENANCE, ['0', '10s', '0', 'fanclub-maintenance']],
  ])('%s', async (_, settings, expected) => {
    const { dataSource, close } = await openDatabase(settings);
    const names = [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'application_name',
    ];
    const [row] = await dataSource.query<Record<string, string>[]>(
      `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
    );
    expect(names.map((name) => row[name])).toEqual(expected);
    await close();
  });
});
