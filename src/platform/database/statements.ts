import type { QueryResult, QueryResultRow } from 'pg';
import { positional, type Statement, type TypedStatement, type Types, type ValuesOf } from './statement';

/** Runs statements on the pool or on the connection of a transaction, depending on the implementation. */
export abstract class Statements {
  /** All rows; see `types` for their values. */
  async rows<P extends Types, R extends Types>(
    statement: TypedStatement<P, R>,
    values: ValuesOf<P>,
  ): Promise<ValuesOf<R>[]> {
    return (await this.execute<ValuesOf<R>>(statement, positional(statement, values))).rows;
  }

  /** The first row, or null. */
  async first<P extends Types, R extends Types>(
    statement: TypedStatement<P, R>,
    values: ValuesOf<P>,
  ): Promise<ValuesOf<R> | null> {
    return (await this.rows(statement, values))[0] ?? null;
  }

  /** How many rows the statement wrote. */
  async run<P extends Types>(statement: TypedStatement<P>, values: ValuesOf<P>): Promise<number> {
    return (await this.execute(statement, positional(statement, values))).rowCount ?? 0;
  }

  protected abstract execute<R extends QueryResultRow>(
    statement: Statement,
    values: unknown[],
  ): Promise<QueryResult<R>>;
}
