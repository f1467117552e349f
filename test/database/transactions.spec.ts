import { countStatements } from '#libs/testing';
import { statement, type Statements, types } from '../../src/platform/database';
import { ADD, BACKEND, NAMES, sqlUnderTest } from '../support/sql-under-test';

const RENAME = statement('test.rename', {
  params: { from: types.text, to: types.text },
  text: 'UPDATE organizations SET name = $to WHERE name = $from',
});
const END = statement('test.end', { text: 'SELECT pg_terminate_backend(pg_backend_pid())' });

/** A block that raises an error with this code. */
const failing = (code: string) =>
  statement(`test.fail_${code}`, {
    text: `DO $$ BEGIN RAISE EXCEPTION 'as told' USING ERRCODE = '${code}'; END $$`,
  });

describe('a transaction', () => {
  const t = sqlUnderTest();
  const names = async () => (await t.sql.rows(NAMES, {})).map(({ name }) => name);
  const backend = async (where: Statements = t.sql) => (await where.first(BACKEND, {}))?.pid;

  it('is visible to others after its end, and returns the result of its work', async () => {
    await t.open();
    const given = await t.sql.transaction(async (tx) => {
      await tx.run(ADD, { name: 'A' });
      expect([await tx.rows(NAMES, {}), await names()]).toEqual([[{ name: 'A' }], []]);
      return 'given';
    });
    expect([given, await names()]).toEqual(['given', ['A']]);
  });

  it('is rolled back when its work fails, and keeps the connection', async () => {
    await t.open({ poolSize: 1 });
    const before = await backend();
    const undone = t.sql.transaction(async (tx) => {
      await tx.run(ADD, { name: 'A' });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect([await names(), await backend()]).toEqual([[], before]);
  });

  it('retries one of two that deadlock, so that both succeed', async () => {
    await t.open();
    await t.sql.run(ADD, { name: 'A' });
    await t.sql.run(ADD, { name: 'B' });
    let arrived = 0;
    let bothHold: () => void;
    const both = new Promise<void>((resolve) => (bothHold = resolve));
    const crossing = (first: string, second: string) =>
      t.sql.transaction(async (tx) => {
        await tx.run(RENAME, { from: first, to: first });
        if ((arrived += 1) === 2) bothHold();
        await both;
        await tx.run(RENAME, { from: second, to: second });
      });
    await Promise.all([crossing('A', 'B'), crossing('B', 'A')]);
    // The victim's second attempt makes it three.
    expect(arrived).toBe(3);
  });

  it.each(['40001', '40P01'])('is tried up to three times when it fails with %s', async (code) => {
    await t.open();
    let attempts = 0;
    const work = async (tx: Statements) => {
      attempts += 1;
      await tx.run(ADD, { name: `attempt ${attempts}` });
      if (attempts < 3) await tx.run(failing(code), {});
    };
    await t.sql.transaction(work);
    expect([attempts, await names()]).toEqual([3, ['attempt 3']]);

    attempts = -10;
    await expect(t.sql.transaction(work)).rejects.toMatchObject({ code });
    expect(attempts).toBe(-7);
  });

  it('is not retried after another failure', async () => {
    await t.open();
    let attempts = 0;
    const refused = t.sql.transaction(async (tx) => {
      attempts += 1;
      await tx.run(failing('23505'), {});
    });
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(attempts).toBe(1);
  });

  it('is not retried once COMMIT was sent, with any answer of the server', async () => {
    await t.open();
    await t.dataSource.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'at commit' USING ERRCODE = '40001'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON organizations DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const counter = countStatements();
    try {
      await expect(t.sql.transaction((tx) => tx.run(ADD, { name: 'A' }))).rejects.toThrow('at commit');
      expect(counter.statements.filter((text) => text === 'COMMIT')).toHaveLength(1);
    } finally {
      counter.stop();
      await t.dataSource.query('DROP TRIGGER refuse ON organizations; DROP FUNCTION refuse');
    }
  });

  it('does not leave a broken connection in the pool', async () => {
    await t.open({ poolSize: 1 });
    const before = await backend();
    await expect(t.sql.transaction((tx) => tx.run(END, {}))).rejects.toThrow('terminating connection');
    expect(await backend()).not.toBe(before);
  });

  it('drops a connection whose server can no longer write', async () => {
    await t.open({ poolSize: 1 });
    const before = await backend();
    await expect(t.sql.transaction((tx) => tx.run(failing('25006'), {}))).rejects.toThrow('as told');
    const after = await backend();
    expect(after).not.toBe(before);
    await expect(t.sql.run(failing('25006'), {})).rejects.toThrow('as told');
    expect(await backend()).not.toBe(after);
  });

  it('refuses statements after its end, which would run outside of it', async () => {
    await t.open();
    let kept: Statements | undefined;
    await t.sql.transaction(async (tx) => void (kept = tx));
    await expect(kept?.rows(NAMES, {})).rejects.toThrow('after the end of its transaction');
  });
});
