import { Pool } from 'pg';
import { DroppingClient } from '#platform/database';

/** Connections of one worker: one listens, each job under way takes one, and one is for the rest. */
const CONNECTIONS = 4;

/**
 * A few connections of a worker's own, so that it takes none from requests. They carry its name: as long as the database
 * sees one of them, the worker is alive (`releaseOrphans`). Keep-alive makes it notice within a minute that a machine has vanished.
 */
export function workerPool(connectionString: string, name: string): Pool {
  const pool = new Pool({
    connectionString: withoutName(connectionString),
    application_name: name,
    max: CONNECTIONS,
    Client: DroppingClient,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  });
  // A connection that breaks emits an event besides failing its query. Without a listener it would end the process.
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** A name in the address would override ours. */
function withoutName(connectionString: string): string {
  const url = new URL(connectionString);
  url.searchParams.delete('application_name');
  return url.href;
}
