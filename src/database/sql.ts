import { Injectable } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

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

/** Hand-written, named statements over TypeORM's own pool. */
@Injectable()
export class Sql extends Statements {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  /** The same within a transaction: `dataSource.transaction((tx) => sql.tx(tx).rows(…))`. */
  tx(manager: EntityManager): Statements {
    return new TransactionSql(manager);
  }

  /**
   * Not `pool.query`, which throws the connection away after every error: a unique key that says no is an everyday answer and
   * leaves the connection, with all its prepared statements, as good as it was.
   */
  protected async execute<R extends QueryResultRow>(statement: Statement, values: readonly unknown[]) {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    // A checked-out client that loses its connection emits an event besides failing the query; unheard, it ends the process.
    const onError = (error: Error): void => void (failure = error);
    client.on('error', onError);
    try {
      return await query<R>(client, statement, values);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.severity === 'FATAL') failure = error as Error;
      throw error;
    } finally {
      client.removeListener('error', onError);
      client.release(failure);
    }
  }

  private get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }
}

class TransactionSql extends Statements {
  constructor(private readonly manager: EntityManager) {
    super();
  }

  protected async execute<R extends QueryResultRow>(statement: Statement, values: readonly unknown[]) {
    if (!this.manager.queryRunner?.isTransactionActive)
      throw new Error('This is not the manager of an open transaction');
    return query<R>((await this.manager.queryRunner.connect()) as PoolClient, statement, values);
  }
}

function query<R extends QueryResultRow>(
  client: PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
) {
  return client.query<R>({ name, text, values: [...values] });
}
