import { Client } from 'pg';
import { Sql } from '../../src/platform/database';
import { fence } from '../../migrations/support/fence';
import { holdFanclub, releaseFanclub, StillWriting } from '../../src/platform/tenants';
import { asSuperuser } from '../support/database-roles';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { RowMaker } from '../support/row-maker';
import { type Catalogue, readCatalogue } from '../support/schema-catalogue';

const HELD = { code: 'FC001' };

let database: OpenDatabase;
let catalogue: Catalogue;
let rows: RowMaker;
let client: Client;
let sql: Sql;
let club: number;
let key: string;

const hold = (patience = 10_000) => holdFanclub(sql, key, patience);
const release = () => releaseFanclub(sql, key);

beforeAll(async () => {
  database = await openDatabase();
  sql = new Sql(database.dataSource);
  catalogue = await readCatalogue(database.dataSource);
  rows = new RowMaker(database.dataSource, catalogue);
  client = new Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});
beforeEach(async () => {
  club = (await rows.insert('fanclubs')).id as number;
  key = (await rows.insert('fanclub_keys', club)).key as string;
});
afterEach(release);

/** The logged tables with rows of fan clubs. */
async function fencedTables(): Promise<string[]> {
  const found = await client.query<{ table: string }>(`
    SELECT c.relname::text AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'fanclub_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' ORDER BY 1`);
  return found.rows.map(({ table }) => table);
}

describe('the rows of a held fan club', () => {
  it('have a trigger on every logged table with fanclub_id', async () => {
    const tables = await fencedTables();
    expect(tables.length).toBeGreaterThan(50);
    const found = await client.query<{ table: string; definition: string }>(`
      SELECT c.relname::text AS table, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text AS definition
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE t.tgfoid = 'refuse_while_held'::regproc ORDER BY 1`);
    // A later migration adds a table with one call of `fence`, which makes the same trigger.
    const runner = database.dataSource.createQueryRunner();
    await runner.query('CREATE TABLE fenced_later (fanclub_id bigint)');
    await fence(runner, 'fenced_later');
    const [{ definition }] = (await runner.query(
      `SELECT pg_get_triggerdef(oid) || ' ' || tgenabled::text AS definition FROM pg_trigger WHERE tgrelid = 'fenced_later'::regclass`,
    )) as { definition: string }[];
    await runner.query('DROP TABLE fenced_later');
    await runner.release();
    expect(found.rows).toEqual(
      tables.map((table) => ({ table, definition: definition.replaceAll('fenced_later', table) })),
    );
  });

  it('can be neither inserted, changed nor deleted, those of other fan clubs can, and all can after the release', async () => {
    const other = (await rows.insert('fanclubs')).id as number;
    const tables = await fencedTables();
    const written = ['plans', 'customers', 'sessions', 'orders'];
    for (const table of written) await rows.insert(table, club);
    await hold();
    for (const table of tables) {
      const insertion = `INSERT INTO ${table} (fanclub_id) VALUES ($1)`;
      await expect(client.query(insertion, [club])).rejects.toMatchObject({ ...HELD, table });
      // It lacks other columns, which is noticed after the triggers.
      const allowed = await client.query(insertion, [other]).catch((error: unknown) => error);
      expect(allowed).not.toMatchObject(HELD);
    }
    for (const table of written)
      for (const change of [`UPDATE ${table} SET fanclub_id = fanclub_id`, `DELETE FROM ${table}`])
        await expect(client.query(`${change} WHERE fanclub_id = $1`, [club])).rejects.toMatchObject({
          ...HELD,
          table,
        });
    await release();
    await client.query('UPDATE customers SET updated_at = now() WHERE fanclub_id = $1', [club]);
  });

  it('can be neither taken from the fan club nor given to it', async () => {
    const other = (await rows.insert('fanclubs')).id as number;
    const [own, strange] = [await rows.insert('plans', club), await rows.insert('plans', other)];
    await hold();
    for (const [id, to] of [
      [own.id, other],
      [strange.id, club],
    ])
      await expect(
        client.query('UPDATE plans SET fanclub_id = $1 WHERE id = $2', [to, id]),
      ).rejects.toMatchObject(HELD);
  });

  it('may be written by replication, which does not fire the triggers', async () => {
    const row = await rows.make('plans', club);
    await hold();
    const replica = new Client(asSuperuser(database.url));
    await replica.connect();
    await replica.query('SET session_replication_role = replica');
    const columns = Object.keys(row);
    await replica.query(
      `INSERT INTO plans (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    );
    await replica.end();
    const { rowCount } = await client.query('SELECT FROM plans WHERE fanclub_id = $1', [club]);
    expect(rowCount).toBe(1);
  });
});

describe('the row of a held fan club', () => {
  it('can be neither changed nor deleted, and the hold can end', async () => {
    await hold();
    for (const change of ['UPDATE fanclubs SET name = name', 'DELETE FROM fanclubs'])
      await expect(client.query(`${change} WHERE id = $1`, [club])).rejects.toMatchObject(HELD);
    expect(await release()).toMatchObject({ wasHeld: true });
    await client.query('UPDATE fanclubs SET name = name WHERE id = $1', [club]);
  });
});

describe('a transaction that began before the hold', () => {
  it.each(['REPEATABLE READ', 'SERIALIZABLE'])('cannot write with an older snapshot: %s', async (level) => {
    await client.query(`BEGIN ISOLATION LEVEL ${level}`);
    await client.query('SELECT count(*) FROM fanclubs');
    await hold();
    await expect(
      client.query('UPDATE fanclub_keys SET name = $2 WHERE fanclub_id = $1', [club, 'x']),
    ).rejects.toMatchObject({
      code: '40001',
    });
    await client.query('ROLLBACK');
  });

  it('delays the hold if it has written to any fan club, and does not if it has only read', async () => {
    const reader = new Client(database.url);
    await reader.connect();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT count(*) FROM plans');
    await client.query('BEGIN');
    await client.query('UPDATE fanclub_keys SET name = $2 WHERE fanclub_id = $1', [club, 'before']);
    let isHeld = false;
    const holding = hold().then(() => (isHeld = true));
    // The hold is committed, and waits.
    const watch = new Client(database.url);
    await watch.connect();
    for (;;) {
      const { rowCount } = await watch.query('SELECT FROM fanclubs WHERE id = $1 AND held_at IS NOT NULL', [
        club,
      ]);
      if (rowCount === 1) break;
    }
    await watch.end();
    expect(isHeld).toBe(false);
    await client.query('COMMIT');
    await holding;
    await reader.query('COMMIT');
    await reader.end();
  });

  it('ends the attempt to hold if it runs for too long, is named, and then may write', async () => {
    await client.query('BEGIN');
    await client.query('UPDATE fanclub_keys SET name = $2 WHERE fanclub_id = $1', [club, 'slow']);
    const [{ pid }] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    const refusal = await hold(50).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StillWriting);
    expect((refusal as StillWriting).transactions).toMatchObject([{ pid }]);
    await client.query('UPDATE fanclub_keys SET name = $2 WHERE fanclub_id = $1', [club, 'goes on']);
    await client.query('COMMIT');
  });
});
