import { type OpenDatabase, openDatabase } from '../support/open-database';
import { readCatalogue } from '../support/schema-catalogue';
import { RowMaker } from '../support/row-maker';

describe('a reference to a row of another fan club', () => {
  let database: OpenDatabase;
  let rows: RowMaker;

  beforeAll(async () => {
    database = await openDatabase();
    rows = new RowMaker(database.dataSource, await readCatalogue(database.dataSource));
  });
  afterAll(() => database.close());

  it('is refused for every foreign key', async () => {
    const own = await rows.insert('fanclubs');
    const other = await rows.insert('fanclubs');
    const references = rows.references.filter(({ columns }) => columns.length > 1);
    expect(references.length).toBeGreaterThan(30);

    for (const reference of references) {
      const row = await rows.make(reference.table, own.id as number, true);
      const stranger = await rows.insert(reference.target as string, other.id as number);
      const strange = { ...row };
      reference.columns.forEach((column, at) => {
        if (column !== 'fanclub_id') strange[column] = stranger[reference.targetColumns[at]];
      });

      await expect(rows.write(reference.table, strange)).rejects.toMatchObject({
        code: '23503',
        constraint: reference.name,
      });
      // The same row with a reference to its own club is accepted, so nothing else was wrong with it.
      await rows.write(reference.table, row);
    }
  });

  it('cannot be created by moving a row to another fan club', async () => {
    const own = await rows.insert('fanclubs');
    const other = await rows.insert('fanclubs');
    const order = await rows.insert('orders', own.id as number);
    await expect(
      database.dataSource.query('UPDATE orders SET fanclub_id = $1 WHERE id = $2', [other.id, order.id]),
    ).rejects.toMatchObject({ code: '23503' });
  });
});
