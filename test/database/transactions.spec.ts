import { countStatements, createTestDatabase, type TestDatabase } from '#libs/testing';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type PoolSettings } from '../../src/database/data-source-options';
import { Sql, type Statement, type Statements } from '../../src/database/sql';

const ADD: Statement = { name: 'test.add', text: 'INSERT INTO organizations (name) VALUES ($1)' };
const RENAME: Statement = { name: 'test.rename', text: 'UPDATE organizations SET name = $2 WHERE name = $1' };
const NAMES: Statement = { name: 'test.names', text: 'SELECT name FROM organizations ORDER BY name' };
const BACKEND: Statement = { name: 'test.backend', text: 'SELECT pg_backend_pid() AS pid' };
const END: Statement = { name: 'test.end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };

/** A block that fails as the server would, with a code. */
const failing = (code: string): Statement => ({
  name: `test.fail_${code}`,
  text: `DO $$ BEGIN RAISE EXCEPTION 'as told' USING ERRCODE = '${code}'; END $$`,
});

describe('a transaction', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let sql: Sql;

  const open = async (settings?: Partial<PoolSettings>) => {
    dataSource = await new DataSource(dataSourceOptions(database.url, settings)).initialize();
    sql = new Sql(dataSource);
  };
  const names = async () => (await sql.rows<{ name: string }>(NAMES, [])).map(({ name }) => name);
  const backend = async (where: Statements = sql) => (await where.first<{ pid: number }>(BACKEND, []))?.pid;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await dataSource.query('DELETE FROM organizations');
    await dataSource.destroy();
  });
  afterAll(() => database.drop());

  it('is seen by others when it is over, and gives what its work gave', async () => {
    await open();
    const given = await sql.transaction(async (tx) => {
      await tx.run(ADD, ['A']);
      expect(await names()).toEqual([]);
      return 'given';
    });
    expect([given, await names()]).toEqual(['given', ['A']]);
  });

  it('is undone by a failure of its work, whose connection stays', async () => {
    await open({ max: 1 });
    const before = await backend();
    const undone = sql.transaction(async (tx) => {
      await tx.run(ADD, ['A']);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect([await names(), await backend()]).toEqual([[], before]);
  });

  it('lets both of two succeed that lock each other out', async () => {
    await open();
    await sql.run(ADD, ['A']);
    await sql.run(ADD, ['B']);
    let arrived = 0;
    let bothHold: () => void;
    const both = new Promise<void>((resolve) => (bothHold = resolve));
    const crossing = (first: string, second: string) =>
      sql.transaction(async (tx) => {
        await tx.run(RENAME, [first, first]);
        if ((arrived += 1) === 2) bothHold();
        await both;
        await tx.run(RENAME, [second, second]);
      });
    await Promise.all([crossing('A', 'B'), crossing('B', 'A')]);
    // The victim's second attempt makes it three.
    expect(arrived).toBe(3);
  });

  it.each(['40001', '40P01'])('is tried three times in all when it fails with %s', async (code) => {
    await open();
    let attempts = 0;
    const work = async (tx: Statements) => {
      attempts += 1;
      await tx.run(ADD, [`attempt ${attempts}`]);
      if (attempts < 3) await tx.run(failing(code), []);
    };
    await sql.transaction(work);
    expect([attempts, await names()]).toEqual([3, ['attempt 3']]);

    attempts = -10;
    await expect(sql.transaction(work)).rejects.toMatchObject({ code });
    expect(attempts).toBe(-7);
  });

  it('is not tried again for another failure', async () => {
    await open();
    let attempts = 0;
    const refused = sql.transaction(async (tx) => {
      attempts += 1;
      await tx.run(failing('23505'), []);
    });
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(attempts).toBe(1);
  });

  it('is not tried again once COMMIT was sent, whatever the server says to that', async () => {
    await open();
    await dataSource.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'at commit' USING ERRCODE = '40001'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON organizations DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const counter = countStatements();
    try {
      await expect(sql.transaction((tx) => tx.run(ADD, ['A']))).rejects.toThrow('at commit');
      expect(counter.statements.filter((text) => text === 'COMMIT')).toHaveLength(1);
    } finally {
      counter.stop();
      await dataSource.query('DROP TRIGGER refuse ON organizations; DROP FUNCTION refuse');
    }
  });

  it('does not leave its connection behind when that breaks', async () => {
    await open({ max: 1 });
    const before = await backend();
    await expect(sql.transaction((tx) => tx.run(END, []))).rejects.toThrow('terminating connection');
    expect(await backend()).not.toBe(before);
  });

  it('gives up a connection whose server can no longer write', async () => {
    await open({ max: 1 });
    const before = await backend();
    await expect(sql.transaction((tx) => tx.run(failing('25006'), []))).rejects.toThrow('as told');
    const after = await backend();
    expect(after).not.toBe(before);
    await expect(sql.run(failing('25006'), [])).rejects.toThrow('as told');
    expect(await backend()).not.toBe(after);
  });

  it('takes no statement after its end, which would run outside of it', async () => {
    await open();
    let kept: Statements | undefined;
    await sql.transaction(async (tx) => void (kept = tx));
    await expect(kept?.rows(NAMES, [])).rejects.toThrow('after the end of its transaction');
  });
});
