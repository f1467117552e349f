import { onConflict } from '../../src/platform/database';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { statement, types } from '../../src/platform/database';
import { Organization } from '../../src/platform/tenants';
import { openDatabase } from '../support/open-database';
import { ADD, BACKEND, NAMES, sqlUnderTest } from '../support/sql-under-test';

const SLEEP = statement('test.sleep', {
  params: { seconds: types.numeric },
  text: 'SELECT pg_sleep($seconds)',
});

describe('Sql', () => {
  const t = sqlUnderTest();
  const backend = async () => (await t.sql.first(BACKEND, {}))?.pid;

  it('returns rows, the first row or null, and the number of written rows', async () => {
    await t.open();
    expect(await t.sql.first(NAMES, {})).toBeNull();
    expect(await t.sql.run(ADD, { name: 'A' })).toBe(1);
    await t.sql.run(ADD, { name: 'B' });
    expect(await t.sql.first(NAMES, {})).toEqual({ name: 'A' });
    expect(await t.sql.rows(NAMES, {})).toEqual([{ name: 'A' }, { name: 'B' }]);
  });

  it('prepares a statement once per connection', async () => {
    await t.open({ poolSize: 1 });
    for (let time = 0; time < 3; time += 1) await t.sql.rows(NAMES, {});
    const prepared = await t.dataSource.query<{ name: string; calls: number }[]>(
      `SELECT name, (generic_plans + custom_plans) AS calls FROM pg_prepared_statements`,
    );
    expect(prepared).toEqual([{ name: 'test.names', calls: 3 }]);
  });

  it('keeps the connection after an error of the statement', async () => {
    await t.open({ poolSize: 1 });
    const before = await backend();
    await t.sql.run(ADD, { name: 'A' });
    await expect(t.sql.run(ADD, { name: 'A' })).rejects.toMatchObject({
      constraint: 'uq_organizations_name',
    });
    expect(await backend()).toBe(before);
  });

  it('recovers when the server ends the connection', async () => {
    await t.open({ poolSize: 1 });
    const before = await backend();
    const end = statement('test.end', { text: 'SELECT pg_terminate_backend(pg_backend_pid())' });
    await expect(t.sql.rows(end, {})).rejects.toThrow('terminating connection');
    expect(await backend()).not.toBe(before);
  });

  it('cancels a statement that takes too long, and keeps the connection', async () => {
    await t.open({ poolSize: 1, statementTimeout: 300 });
    const before = await backend();
    await expect(t.sql.rows(SLEEP, { seconds: '10' })).rejects.toMatchObject({ code: '57014' });
    expect(await backend()).toBe(before);
  });

  it('drops a connection whose answer does not arrive, even under TypeORM', async () => {
    await t.open({ poolSize: 1, statementTimeout: 0, queryTimeout: 500 });
    for (const ask of [
      () => t.sql.rows(SLEEP, { seconds: '10' }),
      () => t.dataSource.query('SELECT pg_sleep(10)'),
    ]) {
      const before = await backend();
      await expect(ask()).rejects.toThrow('Query read timeout');
      expect(await backend()).not.toBe(before);
    }
  });

  it('limits the time that callers wait for a connection', async () => {
    // A second is time enough for a slow machine to open the connection itself.
    await t.open({ poolSize: 1, acquireTimeout: 1000 });
    const busy = t.dataSource.createQueryRunner();
    await busy.connect();
    await expect(t.sql.rows(NAMES, {})).rejects.toThrow('timeout exceeded when trying to connect');
    await busy.release();
  });

  it('turns the conflict on one constraint into a domain error, for both ways of writing', async () => {
    class NameTaken extends Error {}
    const taken = onConflict('uq_organizations_name', () => new NameTaken());
    await t.open();
    await t.sql.run(ADD, { name: 'A' });
    await expect(t.sql.run(ADD, { name: 'A' }).catch(taken)).rejects.toBeInstanceOf(NameTaken);
    const organizations = t.dataSource.getRepository(Organization);
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
