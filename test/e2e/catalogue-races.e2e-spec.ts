import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fanclubWith, fullCatalogue } from '../support/catalogues';

const database = catalogueDatabase();

describe('a concurrent import', () => {
  it('waits for the other import', async () => {
    await Promise.all([database.load(fullCatalogue()), database.load(fullCatalogue())]);
    expect(await database.value('SELECT count(*) FROM customers')).toBe(3);
  });

  it('writes nothing when an e-mail address is taken at the same moment', async () => {
    await database.load(catalogueOf(fanclubWith()));
    const customers = [{ email: 'first@example.com' }, { email: 'contested@example.com' }];
    let refused: Promise<string[]> = Promise.resolve([]);
    await database.dataSource.transaction(async (other) => {
      await other.query(
        `INSERT INTO customers (fanclub_id, email) SELECT id, 'Contested@example.com' FROM fanclubs`,
      );
      refused = database.refusals(catalogueOf(fanclubWith({ customers })));
      // The import waits for this open transaction, which holds the address.
      const waiting = `
        SELECT count(*) AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND locktype = 'transactionid' AND datname = current_database()`;
      for (let blocked = 0; blocked === 0;)
        [{ n: blocked }] = await database.dataSource.query<{ n: number }[]>(waiting);
    });
    expect(await refused).toEqual([expect.stringMatching('uq_customers_fanclub_email')]);
    expect(await database.rows('SELECT email FROM customers')).toEqual([{ email: 'Contested@example.com' }]);
  });
});
