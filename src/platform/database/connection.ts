import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { ruinsConnection } from './failures.rules';
import type { Statement } from './statement';
import { Statements } from './statements';

/** A connection that is taken from its pool. */
export class Connection {
  private failure: Error | undefined;

  private constructor(private readonly client: PoolClient) {}

  /** Takes a connection for `work`. A broken one is closed afterwards instead of returned to the pool. */
  static async use<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const connection = new Connection(client);
    // A lost connection fails the query, and also emits an `error` event, which ends the process if it has no listener.
    const onError = (error: Error): void => void (connection.failure = error);
    client.on('error', onError);
    try {
      return await work(connection);
    } finally {
      client.removeListener('error', onError);
      client.release(connection.failure);
    }
  }

  get isBroken(): boolean {
    return this.failure !== undefined;
  }

  async run<R extends QueryResultRow>(query: string | QueryConfig): Promise<QueryResult<R>> {
    try {
      return await this.client.query<R>(query);
    } catch (error) {
      if (ruinsConnection(error)) this.failure ??= error as Error;
      throw error;
    }
  }
}

/** Runs a statement on one of the pool's connections. Not `pool.query`, which closes the connection after every error. */
export function runOnPool<R extends QueryResultRow>(
  pool: Pool,
  { name, text }: Statement,
  values: unknown[],
): Promise<QueryResult<R>> {
  return Connection.use(pool, (connection) => connection.run<R>({ name, text, values }));
}

/** Statements on the connections of a pool. */
export class PoolStatements extends Statements {
  constructor(private readonly pool: Pool) {
    super();
  }

  protected execute<R extends QueryResultRow>(statement: Statement, values: unknown[]) {
    return runOnPool<R>(this.pool, statement, values);
  }
}

/** Statements in a transaction of TypeORM. They are sent without their names (decision 17). */
export class ManagerStatements extends Statements {
  constructor(private readonly manager: EntityManager) {
    super();
  }

  protected async execute<R extends QueryResultRow>({ text }: Statement, values: unknown[]) {
    const client = (await this.manager.queryRunner?.connect()) as PoolClient;
    return client.query<R>(text, values);
  }
}
