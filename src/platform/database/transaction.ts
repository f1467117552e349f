import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { ruinsConnection } from './failures.rules';
import type { Statement } from './statement';
import { runOn, Statements } from './statements';

/** One attempt at a transaction, on a connection that it has for itself; see `Sql.transaction`. */
export class Transaction {
  private ruin: Error | undefined;

  /** Whether the server has begun it. */
  hasBegun = false;

  /** Whether it takes statements: until `work` is done or has failed. */
  isOpen = false;

  /** Whether COMMIT was on its way, so that only the server knows what has become of it. */
  mayBeCommitted = false;

  /** @param begin the command that begins it, with the mode it is to have */
  constructor(private readonly begin: string) {}

  /** Runs `work` within it and commits, or rolls back and throws what `work` threw. Puts the connection back in any case. */
  async run<T>(client: PoolClient, work: (tx: Statements) => Promise<T>): Promise<T> {
    // A connection that breaks emits an event besides failing the statement; unheard, it ends the process.
    const onError = (error: Error): void => void (this.ruin = error);
    client.on('error', onError);
    try {
      return await this.settle(client, work);
    } finally {
      client.removeListener('error', onError);
      client.release(this.ruin);
    }
  }

  /** What a connection says, heard also for what it says about the connection itself. */
  async heard<R>(answer: Promise<R>): Promise<R> {
    try {
      return await answer;
    } catch (error) {
      if (ruinsConnection(error)) this.ruin ??= error as Error;
      throw error;
    }
  }

  private async settle<T>(client: PoolClient, work: (tx: Statements) => Promise<T>): Promise<T> {
    await this.heard(client.query(this.begin));
    this.hasBegun = true;
    this.isOpen = true;
    try {
      const result = await work(new StatementsOf(this, client)).finally(() => (this.isOpen = false));
      this.mayBeCommitted = true;
      await this.heard(client.query('COMMIT'));
      return result;
    } catch (error) {
      if (!this.ruin) await this.heard(client.query('ROLLBACK')).catch(() => undefined);
      throw error;
    }
  }
}

class StatementsOf extends Statements {
  constructor(
    private readonly transaction: Transaction,
    private readonly client: PoolClient,
  ) {
    super();
  }

  protected execute<R extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult<R>> {
    if (!this.transaction.isOpen)
      throw new Error(`"${statement.name}" came after the end of its transaction`);
    return this.transaction.heard(runOn<R>(this.client, statement, values));
  }
}
