import { Client, type Pool } from 'pg';

const TOO_MANY_CONNECTIONS = '53300';

/**
 * Resolves if the database accepts a new connection. It does not wait for the pool, whose connections may all be busy.
 *
 * @throws the reason why it does not, in the time that a connection may take
 */
export async function probe(pool: Pool): Promise<void> {
  const client = new Client(pool.options);
  // A lost connection fails the call, and also emits this event, which ends the process if it has no listener.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // The server answers, and serves the connections that the pool has.
    const isFull = (error as { code?: unknown }).code === TOO_MANY_CONNECTIONS && pool.totalCount > 0;
    if (!isFull) throw error;
  } finally {
    // Not awaited: over a network that drops packets it takes long.
    void client.end().catch(() => undefined);
  }
}
