import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '#libs/testing';
import { Replica } from '../../src/platform/database/replica';

/** Identifies a cluster. */
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

describe('a server that is configured as a replica but is not one', () => {
  let database: TestDatabase;
  const opened: Replica[] = [];
  const open = (url: string): Replica => {
    const replica = new Replica(url, {}, { poolSize: 1 });
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

  it('is never accepted if it takes writes, such as the primary itself', async () => {
    const replica = open(database.url);
    const samples = [{ at: performance.now(), position: 0n }];
    const system = await systemOf(database.url);
    await expect(replica.compare({ system, samples })).rejects.toThrow('not a replica of the database');
    expect(replica.provenUntil).toBe(-Infinity);
  });

  it('is never accepted if it is unreachable', async () => {
    const replica = open('postgres://nobody:nothing@127.0.0.1:1/none');
    await expect(replica.compare({ system: 'any', samples: [] })).rejects.toThrow('ECONNREFUSED');
    expect(replica.provenUntil).toBe(-Infinity);
  });
});
