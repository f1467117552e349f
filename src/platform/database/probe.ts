import { Client, type ClientConfig, type Pool } from 'pg';

const TOO_MANY_CONNECTIONS = '53300';

/**
 * Resolves if the database answers on a new connection. It does not wait for the pool, whose connections may all be busy.
 *
 * @throws the reason why it does not answer, in the time that a connection may take
 */
export async function probe(pool: Pool): Promise<void> {
  const within = pool.options.connectionTimeoutMillis;
  const client = new Client({ ...(pool.options as ClientConfig), query_timeout: within });
  // A lost connection fails the call, and also emits this event, which ends the process if it has no listener.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    // The server answers, and serves the connections that the pool has.
    const isFull = (error as { code?: unknown }).code === TOO_MANY_CONNECTIONS && pool.totalCount > 0;
    if (!isFull) throw error;
  } finally {
    // Not awaited: over a network that drops packets it takes long.
    void client.end().catch(() => undefined);
  }
}
