import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '#libs/testing';
import { Replica } from '../../src/platform/database/replica';

/** What tells one cluster from another. */
async function systemOf(connectionString: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'SELECT system_identifier::text AS id FROM pg_control_system()',
    );
    return rows[0].id;
  } finally {
    await client.end();
  }
}

describe('what is named as a replica and is none', () => {
  let database: TestDatabase;
  const opened: Replica[] = [];
  const open = (url: string): Replica => {
    const replica = new Replica(url, {}, { max: 1 });
    opened.push(replica);
    return replica;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await Promise.all(opened.map((replica) => replica.close()));
    await database.drop();
  });

  it('is never proven: a server that takes writes, even that of the primary itself', async () => {
    const replica = open(database.url);
    const samples = [{ at: performance.now(), position: 0n }];
    const system = await systemOf(database.url);
    await expect(replica.compare({ system, samples })).rejects.toThrow('no replica of the database');
    expect(replica.provenUntil).toBe(-Infinity);
  });

  it('is never proven: a server that is not there', async () => {
    const replica = open('postgres://nobody:nothing@127.0.0.1:1/none');
    await expect(replica.compare({ system: 'any', samples: [] })).rejects.toThrow('ECONNREFUSED');
    expect(replica.provenUntil).toBe(-Infinity);
  });
});
