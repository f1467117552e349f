import { createTestDatabase, withConnection } from '#libs/testing';

const tablesOf = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    return rows.map(({ name }) => name);
  });

describe('createTestDatabase', () => {
  it('gives the migrated schema without a row', async () => {
    const database = await createTestDatabase();
    expect(await tablesOf(database.url)).toContain('fanclubs');
    const { rows } = await withConnection(database.url, (client) => client.query('SELECT * FROM fanclubs'));
    expect(rows).toEqual([]);
    await database.drop();
  });

  it('keeps the databases of two suites apart', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await withConnection(one.url, (client) => client.query('CREATE TABLE only_here ()'));
    expect(await tablesOf(one.url)).toContain('only_here');
    expect(await tablesOf(other.url)).not.toContain('only_here');
    await Promise.all([one.drop(), other.drop()]);
  });

  it('drops a database that is still in use, and may be dropped twice', async () => {
    const database = await createTestDatabase();
    await withConnection(database.url, async (client) => {
      client.on('error', () => undefined);
      await database.drop();
      await expect(client.query('SELECT 1')).rejects.toThrow();
    });
    await database.drop();
    await expect(tablesOf(database.url)).rejects.toThrow('does not exist');
  });
});
