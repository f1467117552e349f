import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { positional, type Statement, type TypedStatement, type Types, type ValuesOf } from './statement';

/** A {@link Statement} that does not say what it takes and returns. */
export type UntypedStatement = Statement & { readonly params?: never };

/** Runs statements on the pool or on the connection of a transaction, depending on the implementation. */
export abstract class Statements {
  /** All rows; see `types` for their values. */
  rows<P extends Types, R extends Types>(
    statement: TypedStatement<P, R>,
    values: ValuesOf<P>,
  ): Promise<ValuesOf<R>[]>;
  rows<R extends object>(statement: UntypedStatement, values: readonly unknown[]): Promise<R[]>;
  async rows(statement: Statement, values: object): Promise<object[]> {
    return (await this.execute(statement, listed(statement, values))).rows;
  }

  /** The first row, or null. */
  first<P extends Types, R extends Types>(
    statement: TypedStatement<P, R>,
    values: ValuesOf<P>,
  ): Promise<ValuesOf<R> | null>;
  first<R extends object>(statement: UntypedStatement, values: readonly unknown[]): Promise<R | null>;
  async first(statement: Statement, values: object): Promise<object | null> {
    const { rows } = await this.execute(statement, listed(statement, values));
    return rows[0] ?? null;
  }

  /** How many rows the statement wrote. */
  run<P extends Types>(statement: TypedStatement<P>, values: ValuesOf<P>): Promise<number>;
  run(statement: UntypedStatement, values: readonly unknown[]): Promise<number>;
  async run(statement: Statement, values: object): Promise<number> {
    return (await this.execute(statement, listed(statement, values))).rowCount ?? 0;
  }

  protected abstract execute<R extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult<R>>;
}

function listed(statement: Statement | TypedStatement, values: object): readonly unknown[] {
  if ('params' in statement) return positional(statement, values as ValuesOf<Types>);
  return values as readonly unknown[];
}

/** Runs a statement on a connection. */
export function runOn<R extends QueryResultRow>(
  client: PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<QueryResult<R>> {
  return client.query<R>({ name, text, values: [...values] });
}
