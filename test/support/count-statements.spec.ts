import { Pool } from 'pg';
import { type TestDatabase, countStatements, createTestDatabase, withConnection } from '#libs/testing';

describe('countStatements', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it('counts the statements of clients and pools, named or not, until it is stopped', async () => {
    const pool = new Pool({ connectionString: database.url });
    const counter = countStatements();
    await pool.query('SELECT 1');
    await withConnection(database.url, (client) =>
      client.query({ name: 'two', text: 'SELECT 2', values: [] }),
    );
    expect(counter.statements).toEqual(['SELECT 1', 'SELECT 2']);
    counter.reset();
    await pool.query('SELECT 3');
    expect(counter.stop()).toEqual(['SELECT 3']);
    await pool.query('SELECT 4');
    expect(counter.count).toBe(1);
    await pool.end();
  });
});
