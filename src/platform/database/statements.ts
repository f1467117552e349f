import type { PoolClient, QueryResult, QueryResultRow } from 'pg';

/**
 * A statement that PostgreSQL parses once per connection. Names are unique in the service, `<domain>.<verb>`, 63 bytes at
 * most; the text names `fanclub_id` wherever it touches a tenant's data.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Runs statements; where, is the affair of whoever made it: the pool, or the connection of a transaction. */
export abstract class Statements {
  /** All rows, with the columns as the statement names them; see `columnTypes` for the types of their values. */
  async rows<R extends object>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    return (await this.execute<R>(statement, values)).rows;
  }

  /** The first row, or null. */
  async first<R extends object>(statement: Statement, values: readonly unknown[]): Promise<R | null> {
    return (await this.rows<R>(statement, values))[0] ?? null;
  }

  /** How many rows the statement wrote. */
  async run(statement: Statement, values: readonly unknown[]): Promise<number> {
    return (await this.execute(statement, values)).rowCount ?? 0;
  }

  protected abstract execute<R extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult<R>>;
}

/** Runs a statement on a connection. */
export function runOn<R extends QueryResultRow>(
  client: PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<QueryResult<R>> {
  return client.query<R>({ name, text, values: [...values] });
}
