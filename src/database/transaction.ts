import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { ruinsConnection } from './failures.rules';
import { runOn, type Statement, Statements } from './statements';

/** One transaction on a connection that it has for itself. Made anew for each attempt; see `Sql.transaction`. */
export class Transaction extends Statements {
  private ruin: Error | undefined;
  private state: 'open' | 'committing' | 'over' = 'open';

  private constructor(private readonly client: PoolClient) {
    super();
  }

  /** Runs `work` between BEGIN and COMMIT, or rolls back and passes on what it threw. Puts the connection back in any case. */
  static async run<T>(client: PoolClient, work: (tx: Statements) => Promise<T>): Promise<Outcome<T>> {
    const tx = new Transaction(client);
    // A connection that breaks emits an event besides failing the statement; unheard, it ends the process.
    const onError = (error: Error): void => void (tx.ruin = error);
    client.on('error', onError);
    try {
      return await tx.settle(work);
    } finally {
      tx.state = 'over';
      client.removeListener('error', onError);
      client.release(tx.ruin);
    }
  }

  private async settle<T>(work: (tx: Statements) => Promise<T>): Promise<Outcome<T>> {
    try {
      await this.control('START TRANSACTION');
      const result = await work(this);
      this.state = 'committing';
      await this.control('COMMIT');
      return { committed: true, result };
    } catch (error) {
      const mayBeCommitted = this.state === 'committing';
      if (!this.ruin) await this.control('ROLLBACK').catch(() => undefined);
      return { committed: false, error, mayBeCommitted };
    }
  }

  protected execute<R extends QueryResultRow>(statement: Statement, values: readonly unknown[]) {
    if (this.state !== 'open') throw new Error(`"${statement.name}" came after the end of its transaction`);
    return this.watched(runOn<R>(this.client, statement, values));
  }

  private control(command: string): Promise<QueryResult> {
    return this.watched(this.client.query(command));
  }

  private async watched<R>(answer: Promise<R>): Promise<R> {
    try {
      return await answer;
    } catch (error) {
      if (ruinsConnection(error)) this.ruin ??= error as Error;
      throw error;
    }
  }
}

/** What became of a transaction; `mayBeCommitted` where COMMIT was on its way, so that nobody can tell. */
export type Outcome<T> =
  { committed: true; result: T } | { committed: false; error: unknown; mayBeCommitted: boolean };
