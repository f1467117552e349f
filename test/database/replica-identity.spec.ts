import { type OpenDatabase, openDatabase } from '../support/open-database';
import { RowMaker } from '../support/row-maker';
import { type Catalogue, readCatalogue } from '../support/schema-catalogue';
import { isOfFanclubs, RECORDS, STAFF_ACCESS } from '../support/tables-by-tenant';

/** Lets the statements beside it change staff_audits; see its migration. */
const ALLOW_CHANGES = `SET LOCAL fanclub.staff_audits = 'maintained'`;

describe('a row of a fan club in a logical replication', () => {
  let database: OpenDatabase;
  let catalogue: Catalogue;
  let logged: string[];

  beforeEach(async () => {
    database = await openDatabase();
    catalogue = await readCatalogue(database.dataSource);
    logged = catalogue.tables.filter((table) => table.logged).map(({ table }) => table);
  });
  afterEach(() => database.close());

  it('is identified by a unique index that begins with the fan club', () => {
    const tables = catalogue.tables.filter(({ table }) => logged.includes(table) && isOfFanclubs(table));
    expect(tables.length).toBeGreaterThan(50);
    for (const { table, identity } of tables)
      expect({ table, begins: identity[0] }).toEqual({ table, begins: 'fanclub_id' });
  });

  it('is identified by all its values where an organization may have rows too', () => {
    const whole = catalogue.tables.filter(({ identifiedByAll }) => identifiedByAll);
    expect(whole.map(({ table }) => table).sort()).toEqual([...RECORDS, ...STAFF_ACCESS].sort());
  });

  it('of every table can be changed and deleted while a publication of another fan club exists', async () => {
    const rows = new RowMaker(database.dataSource, catalogue);
    const own = (await rows.insert('fanclubs')).id as number;
    const other = (await rows.insert('fanclubs')).id as number;
    await publish(own);
    await publish(other);

    const published = logged.filter((table) => filterColumn(table) !== undefined);
    expect(published.length).toBeGreaterThan(55);
    for (const table of published) {
      const row = await rows.write(table, await rows.make(table, own, true));
      const { identity } = catalogue.tables.find((one) => one.table === table)!;
      const key = identity.length > 0 ? identity : ['id'];
      const condition = key.map((column) => `${column} = ${literal(row[column])}`).join(' AND ');
      const column = filterColumn(table);
      const change = (statement: string) =>
        database.dataSource.query(`${ALLOW_CHANGES}; ${statement} WHERE ${condition}`);
      const update = change(`UPDATE ${table} SET ${column} = ${column}`);
      // A trigger, which is called after PostgreSQL has looked for the replica identity.
      if (table === 'payment_transitions') await expect(update).rejects.toThrow('is append-only');
      else await update;
      await change(`DELETE FROM ${table}`);
      expect(
        await database.dataSource.query<unknown[]>(`SELECT FROM ${table} WHERE ${condition}`),
      ).toHaveLength(0);
    }
  });

  it('of a table without such an index cannot be changed, of any fan club', async () => {
    const rows = new RowMaker(database.dataSource, catalogue);
    const own = (await rows.insert('fanclubs')).id as number;
    await database.dataSource.query('ALTER TABLE mails REPLICA IDENTITY DEFAULT');
    await publish(own);
    const mail = await rows.insert('mails', (await rows.insert('fanclubs')).id as number);
    await expect(
      database.dataSource.query('UPDATE mails SET attempts = 1 WHERE id = $1', [mail.id]),
    ).rejects.toMatchObject({ code: '42P10' });
  });

  /** Publishes the rows of one fan club, as a move to another database does. */
  async function publish(fanclub: number): Promise<void> {
    const tables = logged
      .filter((table) => filterColumn(table) !== undefined)
      .map((table) => `${table} WHERE (${filterColumn(table)} = ${fanclub})`);
    await database.dataSource.query(`CREATE PUBLICATION club_${fanclub} FOR TABLE ${tables.join(', ')}`);
  }

  /** The column with the id of the fan club; undefined for tables without one. */
  function filterColumn(table: string): string | undefined {
    if (table === 'fanclubs') return 'id';
    return catalogue.columns.find((one) => one.table === table && one.column === 'fanclub_id')?.column;
  }
});

/** A value as SQL. */
function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return `'${String(value)}'`;
}
