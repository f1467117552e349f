import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { ruinsConnection } from './failures.rules';
import type { Statement } from './statement';
import { runOn, Statements } from './statements';

/** Runs a statement on one of the pool's connections. Not `pool.query`, which throws the connection away after every error. */
export async function runOnPool<R extends QueryResultRow>(
  pool: Pool,
  statement: Statement,
  values: readonly unknown[],
): Promise<QueryResult<R>> {
  const client = await pool.connect();
  let ruin: Error | undefined;
  // A checked-out client that loses its connection emits an event besides failing the query; unheard, it ends the process.
  const onError = (error: Error): void => void (ruin = error);
  client.on('error', onError);
  try {
    return await runOn<R>(client, statement, values);
  } catch (error) {
    if (ruinsConnection(error)) ruin ??= error as Error;
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release(ruin);
  }
}

/** Statements on the connections of a pool. */
export class PoolStatements extends Statements {
  constructor(private readonly pool: Pool) {
    super();
  }

  protected execute<R extends QueryResultRow>(statement: Statement, values: readonly unknown[]) {
    return runOnPool<R>(this.pool, statement, values);
  }
}
