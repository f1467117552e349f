import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { Connection } from './connection';
import type { Statement } from './statement';
import { Statements } from './statements';

/** One attempt at a transaction, on its own connection; see `Sql.transaction`. */
export class Transaction extends Statements {
  /** Whether the server has begun it. */
  hasBegun = false;

  /** Whether COMMIT was sent, so that only the server knows the outcome. */
  mayBeCommitted = false;

  /** Null unless `work` is running. */
  private connection: Connection | null = null;

  /** @param begin the command that begins it, with its mode */
  constructor(private readonly begin: string) {
    super();
  }

  /** Runs `work` and commits, or rolls back and throws what `work` threw. */
  attempt<T>(pool: Pool, work: (tx: Statements) => Promise<T>): Promise<T> {
    return Connection.use(pool, async (connection) => {
      await connection.run(this.begin);
      this.hasBegun = true;
      this.connection = connection;
      try {
        const result = await work(this).finally(() => (this.connection = null));
        this.mayBeCommitted = true;
        await connection.run('COMMIT');
        return result;
      } catch (error) {
        if (!connection.isBroken) await connection.run('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  protected async execute<R extends QueryResultRow>(
    { name, text }: Statement,
    values: unknown[],
  ): Promise<QueryResult<R>> {
    if (!this.connection) throw new Error(`"${name}" came after the end of its transaction`);
    return this.connection.run<R>({ name, text, values });
  }
}
