import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { ruinsConnection } from './failures.rules';
import { orHeld } from './held';
import type { Statement } from './statement';
import { Statements } from './statements';

/** Measures the use of a pool. Times are in milliseconds. */
export interface PoolObserver {
  /** A caller got a connection, or failed to, after waiting this long. */
  waited(time: number, hasFailed: boolean): void;
  /** A statement ended. Transaction commands have their text as their name. */
  ran(name: string, time: number, hasFailed: boolean): void;
}

const observers = new WeakMap<Pool, PoolObserver>();

/** Measures all connections and statements of a pool from now on. */
export function observePool(pool: Pool, observer: PoolObserver): void {
  observers.set(pool, observer);
}

/** A connection that is taken from its pool. */
export class Connection {
  private failure: Error | undefined;

  private constructor(
    private readonly client: PoolClient,
    private readonly observer: PoolObserver | undefined,
  ) {}

  /** Takes a connection for `work`. A broken one is closed afterwards instead of returned to the pool. */
  static async use<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
    const observer = observers.get(pool);
    const client = await (observer ? connectObserved(pool, observer) : pool.connect());
    const connection = new Connection(client, observer);
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
    const began = performance.now();
    let hasFailed = false;
    try {
      return await this.client.query<R>(query);
    } catch (error) {
      hasFailed = true;
      if (ruinsConnection(error)) this.failure ??= error as Error;
      return orHeld(error);
    } finally {
      this.observer?.ran(nameOf(query), performance.now() - began, hasFailed);
    }
  }
}

const nameOf = (query: string | QueryConfig): string =>
  typeof query === 'string' ? query : (query.name ?? 'unnamed');

async function connectObserved(pool: Pool, observer: PoolObserver): Promise<PoolClient> {
  const began = performance.now();
  let hasFailed = true;
  try {
    const client = await pool.connect();
    hasFailed = false;
    return client;
  } finally {
    observer.waited(performance.now() - began, hasFailed);
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

/** Statements in a transaction of TypeORM. They are sent without their names (decision 2). */
export class ManagerStatements extends Statements {
  constructor(private readonly manager: EntityManager) {
    super();
  }

  protected async execute<R extends QueryResultRow>({ text }: Statement, values: unknown[]) {
    const client = (await this.manager.queryRunner?.connect()) as PoolClient;
    return client.query<R>(text, values).catch(orHeld);
  }
}
