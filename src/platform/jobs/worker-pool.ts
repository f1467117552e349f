import { Pool } from 'pg';
import { DroppingClient, refuseStandby } from '#platform/database';

/** Connections of one worker: one that listens, one for each running job, and one for the queue. */
const CONNECTIONS = 4;

/**
 * The worker's own connections, so that it takes none from requests. Their `application_name` is the worker's name: while the
 * database has such a connection, the worker counts as alive (`RELEASE_ORPHANS`). Keep-alive makes the database notice within a
 * minute that a machine is gone.
 */
export function workerPool(connectionString: string, name: string): Pool {
  const pool = new Pool({
    connectionString: withoutName(connectionString),
    application_name: name,
    max: CONNECTIONS,
    Client: DroppingClient,
    onConnect: refuseStandby(() => undefined),
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  });
  // A lost connection fails its query, and also emits an `error` event, which ends the process if it has no listener.
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** Removes `application_name` from the address, because it would replace the worker's name. */
function withoutName(connectionString: string): string {
  const url = new URL(connectionString);
  url.searchParams.delete('application_name');
  return url.href;
}
