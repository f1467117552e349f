import { Pool, type QueryResultRow } from 'pg';
import { DroppingClient, type Statement, Statements } from '#platform/database';

/** Connections of one worker: one listens, each of the mails under way takes one, and one is for the rest. */
const CONNECTIONS = 4;

/**
 * A few connections of a worker's own, so that it takes none from requests. They carry its name: as long as the database
 * sees one of them, the worker is alive (`releaseOrphans`). For a machine that vanishes the server finds out within a minute.
 */
export function workerPool(connectionString: string, name: string): Pool {
  const pool = new Pool({
    connectionString: nameless(connectionString),
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
  // A connection that breaks emits an event besides failing its query; unheard, it would end the process.
  const heard = (): void => undefined;
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  return pool;
}

/** What an address says about the application would win over what we say. */
function nameless(connectionString: string): string {
  const url = new URL(connectionString);
  url.searchParams.delete('application_name');
  return url.href;
}

/** Named statements over such a pool. */
export class PoolStatements extends Statements {
  constructor(private readonly pool: Pool) {
    super();
  }

  protected execute<R extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]) {
    return this.pool.query<R>({ name, text, values: [...values] });
  }
}
